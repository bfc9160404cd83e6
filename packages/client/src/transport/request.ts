/** One call over HTTP: signed or with the session's token, with a timeout. Every failure is a `ClientError`. */
import type { Call } from '@parley/contracts'
import { fillPath, hostOf, queryText, signedPath } from './address.ts'
import { ClientError, type ClientOptions, type Credentials, type Service } from './client.ts'
import type { ServerClock } from './clock.ts'
import { limits } from './limits.ts'
import { endsSession, refused, serviceOf, unanswered } from './refused.ts'
import { createSigner } from './sign.ts'

export type RequestInput = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
  readonly tries?: number
}

type Outgoing = {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly keepalive: boolean
}
type Incoming = { readonly response: Response; readonly text: string; readonly clockWasWrong: boolean }

export function createRequester(options: ClientOptions, clock: ServerClock, authorise: Authoriser) {
  const { credentials, timeoutMs } = options

  async function send(outgoing: Outgoing, given: AbortSignal | undefined, withinMs: number, isPublic: boolean): Promise<Incoming> {
    const { method, path, body, headers, keepalive } = outgoing
    const proof = isPublic ? {} : await authorise(outgoing)
    const timeout = AbortSignal.timeout(withinMs)
    const askedAt = Date.now()
    try {
      const response = await fetch(hostOf(options, path) + path, {
        method,
        headers: { ...headers, ...proof },
        // The cookie marks a known browser at sign-in and grants no access. The token above does.
        credentials: 'same-origin',
        keepalive,
        signal: given === undefined ? timeout : AbortSignal.any([given, timeout]),
        ...(body === '' ? {} : { body }),
      })
      const text = await response.text()
      return { response, text, clockWasWrong: clock.learn(response.headers.get('date'), askedAt, Date.now()) }
    } catch (cause) {
      throw unanswered(cause, { given, timeout, timeoutMs: withinMs }, serviceOf(path))
    }
  }

  return async function request(call: Call, input: RequestInput): Promise<unknown> {
    const outgoing = compose(call, input)
    const withinMs = timeoutMs ?? (call.isSlow === true ? limits.slowTimeoutMs : limits.requestTimeoutMs)
    const isPublic = call.who === 'anyone'
    let incoming = await send(outgoing, input.signal, withinMs, isPublic)
    // If a refusal contained the correct time, the call is sent again: nothing was done, so this is safe.
    const isLate = incoming.response.status === 401 && credentials?.kind === 'key' && incoming.clockWasWrong
    if (isLate) incoming = await send(outgoing, input.signal, withinMs, isPublic)
    return read(incoming, isPublic ? undefined : credentials, serviceOf(call.path))
  }
}

function compose(call: Call, { params, query, body, idempotencyKey, keepalive = false }: RequestInput): Outgoing {
  const text = body === undefined ? '' : JSON.stringify(body)
  return {
    method: call.method,
    path: fillPath(call.path, params) + queryText(query),
    body: text,
    headers: {
      accept: 'application/json',
      ...(text === '' ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    keepalive,
  }
}

type Proof = Readonly<Record<string, string>>
type Authoriser = (outgoing: Pick<Outgoing, 'method' | 'path' | 'body'>) => Promise<Proof>

/** The headers that authenticate a call or a socket's handshake. */
export function createAuthoriser(options: ClientOptions, clock: ServerClock): Authoriser {
  const { credentials } = options
  if (credentials === undefined) return async () => ({})
  if (credentials.kind === 'session')
    return async () => {
      const token = credentials.token()
      return token === undefined ? {} : { authorization: `Token ${token}` }
    }
  const sign = createSigner(credentials.secretKey)
  return async ({ method, path, body }) => {
    const timestampMs = clock.nextMs()
    return {
      authorization: `Bearer ${credentials.accessKey}`,
      'paradigm-api-timestamp': String(timestampMs),
      'paradigm-api-signature': await sign({ timestampMs, method, pathWithQuery: signedPath(hostOf(options, path), path), body }),
    }
  }
}

function read({ response, text }: Incoming, credentials: Credentials | undefined, service: Service | undefined): unknown {
  const body = parse(text)
  const session = credentials?.kind === 'session' ? credentials : undefined
  if (!response.ok) {
    const error = refused(response, body, service)
    if (endsSession(error)) session?.onToken(undefined, 'token-expired')
    throw error
  }
  const refreshed = response.headers.get('refreshed-token')
  if (refreshed !== null) session?.onToken(refreshed)
  if (body === NOT_JSON) throw new ClientError("The server's answer is not JSON.", { status: response.status, error: 'NotJson', service })
  return body
}

const NOT_JSON = Symbol('not JSON')

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}
