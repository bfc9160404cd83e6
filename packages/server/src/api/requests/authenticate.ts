/** Authenticates the sender of a request: by the signature headers of an API key, or by a session token. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '../../accounts/access.ts'
import { fault, faultOf, type Fault } from '../../calls/fault.ts'
import type { Caller } from '../../calls/route.ts'
import { isSignature, isTimely, type Signed } from './signature.ts'

export type HttpRequest = {
  readonly method: string
  readonly pathWithQuery: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  /** The caller's network address, because a key may be bound to addresses. */
  readonly address: string
  readonly now: number
}
export type Proved = { readonly caller: Caller; readonly fresh: string | undefined }

const INVALID_SIGNATURE = { detail: 'Invalid signature' }

export function authenticate(access: Access, asked: HttpRequest): Proved | Fault {
  const signature = header(asked.headers, 'paradigm-api-signature')
  const timestamp = header(asked.headers, 'paradigm-api-timestamp')
  const bearer = bearerOf(header(asked.headers, 'authorization'))
  return signature === undefined && timestamp === undefined
    ? bySession(access, bearer, asked.now)
    : byKey(access, bearer ?? keyElsewhere(asked), signature, timestamp, asked)
}

/**
 * The reason why an authenticated caller is still rejected: the key does not allow the address, or the header names another desk. The signature
 * cannot be used again from then on, which is why this check comes after it is remembered (decision 0670).
 */
export function admissionRefusal(access: Access, { caller }: Proved, { address, now, headers }: HttpRequest): Fault | undefined {
  const refused = caller.kind === 'key' ? access.keyRefusal(caller.via, address, now) : undefined
  return refused === undefined ? deskRefusal(caller, header(headers, 'paradigm-account')) : faultOf(refused, undefined)
}

function bySession(access: Access, bearer: string | undefined, now: number): Proved | Fault {
  if (bearer === undefined || bearer === '') return fault('NotAuthenticated', 'Authentication credentials were not provided.')
  if (access.key(bearer, now) !== undefined)
    return fault(
      'InvalidSignature',
      'An access key needs the headers Paradigm-API-Timestamp and Paradigm-API-Signature.',
      INVALID_SIGNATURE,
    )
  return access.session(bearer, now) ?? fault('TokenExpired', 'Invalid token.')
}

function byKey(
  access: Access,
  accessKey: string | undefined,
  signature: string | undefined,
  timestamp: string | undefined,
  asked: HttpRequest,
): Proved | Fault {
  const key = accessKey === undefined ? undefined : access.key(accessKey, asked.now)
  if (key === undefined) return fault('InvalidAccessKey', 'Invalid API Access Key')
  if (signature === undefined || timestamp === undefined || !isTimely(timestamp, asked.now))
    return fault(
      'InvalidSignature',
      "Invalid signature: Paradigm-API-Timestamp must be within 30 s of the server's clock, in milliseconds.",
      INVALID_SIGNATURE,
    )
  const signed: Signed = { timestamp, method: asked.method, pathWithQuery: asked.pathWithQuery, body: asked.body }
  // Every secret is tried even if the first one matches, so that the time does not reveal which one matched.
  const fits = key.secrets.map((secret) => isSignature(secret, signed, signature)).includes(true)
  return fits ? { caller: key.caller, fresh: undefined } : fault('InvalidSignature', 'Invalid signature', INVALID_SIGNATURE)
}

/** Clients with keys for several desks name one. Our keys belong to one desk, so the name can only confirm it. */
function deskRefusal({ desk }: Caller, account: string | undefined): Fault | undefined {
  if (account === undefined || account.toUpperCase() === desk) return undefined
  return fault('InsufficientPermissions', `This key belongs to the desk ${desk}; Paradigm-Account names another.`)
}

const header = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** `Token x`, `Bearer x`, `JWT x`, or the token alone. */
const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : authorization.trim().replace(/^(token|bearer|jwt)\s+/i, '')

/** The last fallbacks for an access key: a query parameter or a cookie, both called api-key. */
function keyElsewhere({ pathWithQuery, headers }: HttpRequest): string | undefined {
  const query = new URLSearchParams(pathWithQuery.split('?')[1] ?? '').get('api-key')
  return query ?? /(?:^|;\s*)api-key=([^;]+)/.exec(headers.cookie ?? '')?.[1]
}
