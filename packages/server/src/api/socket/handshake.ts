/**
 * Decides who may open a socket: an API key by its signature, by a ticket or, if it is compatible, by its name. A session by a ticket or its token,
 * from one of our pages.
 */
import type { IncomingMessage } from 'node:http'
import type { Access } from '../../accounts/access.ts'
import type { SocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import { authenticate, admissionRefusal } from '../requests/authenticate.ts'
import { fault, faultOf, isFault, type Fault } from '../../calls/fault.ts'
import type { Caller } from '../../calls/route.ts'
import { hostNameOf, isHostOf } from '../http/host-name.ts'
import { readFrom, type From } from './read-subscribe.ts'

/** Anyone who has read the name of a key in an address can use it, if its desk has made the key compatible (rulebook 2.15). */
export type Proof = 'PROVED' | 'NAMED'
type Visitor = { readonly caller: Caller; readonly proof: Proof }
export type Welcome = Visitor & { readonly cancelOnDisconnect: boolean; readonly from: From | undefined }

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/** The address and the time. */
export type HandshakeContext = { readonly address: string; readonly now: number }

export type SocketAccess = Home & { readonly access: Access; readonly tickets: SocketTickets }

/** The origin of our own pages: the configured address, or otherwise the host that they were loaded from. */
type Home = {
  readonly publicUrl?: string | undefined
  /** Pages from these origins are also ours. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Whether a session's token opens a socket in its address, as published. Accepted by default. */
  readonly tokensInAddresses?: 'ACCEPTED' | 'REFUSED' | undefined
  /** Our own proxy is in front of this server and reports the host. */
  readonly trustProxy: boolean
}

export function shake(
  request: IncomingMessage,
  accounts: SocketAccess,
  context: HandshakeContext,
  positions: ReadonlyMap<number, number>,
): Welcome | Fault {
  const url = new URL(request.url ?? '/', 'http://socket')
  const wish = url.searchParams.getAll('cancel_on_disconnect').concat(url.searchParams.getAll('cancel-on-disconnect')).at(-1)
  const cancels = wish === undefined ? undefined : FLAGS[wish.toLowerCase()]
  if (wish !== undefined && cancels === undefined)
    return refused('cancel_on_disconnect must be true, false, 1 or 0.', 'cancel_on_disconnect')
  const fromText = url.searchParams.getAll('from_seq').at(-1)
  const from = fromText === undefined ? undefined : readFrom(fromText, positions)
  if (from !== undefined && isFault(from)) return refused(from.message, 'from_seq')
  const known = identifyVisitor(request, url, accounts, context)
  if (isFault(known)) return { ...known, status: 403 }
  return { ...known, cancelOnDisconnect: cancels ?? known.caller.kind === 'key', from }
}

const refused = (message: string, member: string): Fault => fault('InvalidParams', message, { member, status: 403 })

const SIGNED = 'signed with the three headers over GET and the path, or opened with a ticket.'
const unsigned = (words: string, member: string): Fault =>
  fault('SocketNotSigned', `${words} ${SIGNED}`, { member, rule: '2.15', status: 403 })

function identifyVisitor(request: IncomingMessage, url: URL, accounts: SocketAccess, context: HandshakeContext): Visitor | Fault {
  const accessKey = url.searchParams.get('api-key') ?? url.searchParams.get('api_key') ?? undefined
  const isSigned = request.headers['paradigm-api-signature'] !== undefined
  if (accessKey !== undefined && !isSigned) return byName(accessKey, accounts.access, context)
  const caller = isSigned ? bySignature(request, url, accessKey, accounts.access, context) : bySession(request, url, accounts, context)
  return isFault(caller) ? caller : { caller, proof: 'PROVED' }
}

function byName(accessKey: string, access: Access, { address, now }: HandshakeContext): Visitor | Fault {
  const key = access.key(accessKey, now)
  if (key === undefined) return fault('InvalidAccessKey', 'Invalid API Access Key')
  if (!key.isCompatible)
    return unsigned(
      'This key does not allow unsigned sockets. An administrator of its desk can allow them, or the socket must be',
      'api-key',
    )
  const refused = access.keyRefusal(key.caller.via, address, now)
  return refused === undefined ? { caller: key.caller, proof: 'NAMED' } : faultOf(refused, undefined)
}

/** Signed as GET over the path, by some clients without the query. The access key may also be in the query. */
function bySignature(
  request: IncomingMessage,
  url: URL,
  accessKey: string | undefined,
  access: Access,
  { address, now }: HandshakeContext,
): Caller | Fault {
  const { authorization = accessKey } = request.headers
  const headers = { ...request.headers, ...(authorization === undefined ? {} : { authorization }) }
  const asked = { method: 'GET', headers, body: new Uint8Array(), address, now }
  const whole = authenticate(access, { ...asked, pathWithQuery: request.url ?? '/' })
  const proved = isFault(whole) ? authenticate(access, { ...asked, pathWithQuery: url.pathname }) : whole
  if (isFault(proved)) return proved
  if (accessKey !== undefined && access.key(accessKey, now)?.caller.via !== proved.caller.via)
    return fault('InvalidAccessKey', 'The access key in the address is not the one that signed the request.')
  return admissionRefusal(access, proved, { ...asked, pathWithQuery: url.pathname }) ?? proved.caller
}

function bySession(request: IncomingMessage, url: URL, accounts: SocketAccess, { address, now }: HandshakeContext): Caller | Fault {
  const { access, tickets } = accounts
  const ticket = url.searchParams.get('ticket')
  const token = url.searchParams.get('token')
  if (ticket !== null) {
    // A page of another site must not use up a session's ticket.
    if (tickets.ownerOf(ticket, now)?.kind !== 'key' && !isOwnPage(request, accounts)) return notOurs
    const issuedTo = tickets.take(ticket, now)
    return (issuedTo && access.asNow(issuedTo, address, now)) ?? fault('TokenExpired', 'The ticket has been used or has expired.')
  }
  if (token !== null && accounts.tokensInAddresses === 'REFUSED') return notInAddresses
  if (token !== null && !isOwnPage(request, accounts)) return notOurs
  if (token !== null) return access.sessionAsIs(token, now) ?? fault('TokenExpired', 'Invalid token.')
  // A session's token in a header.
  const asked = { method: 'GET', headers: request.headers, body: new Uint8Array(), address, now, pathWithQuery: url.pathname }
  const proved = authenticate(access, asked)
  if (isFault(proved)) return proved
  const refused = admissionRefusal(access, proved, asked)
  if (refused !== undefined) return refused
  return isOwnPage(request, accounts) ? proved.caller : notOurs
}

const notInAddresses = fault(
  'InvalidParams',
  'A token is not accepted in an address here. Create a ticket with POST /account/socket-ticket/ and open the socket with ?ticket=.',
  { member: 'token' },
)
const notOurs = fault('InsufficientPermissions', 'A session cannot be used from a page of another site.')

/**
 * Browsers always send Origin. Programs do not have to, and some libraries send one of their own. It is checked only for sessions, because a browser
 * never adds a key to a request of another site's page (decision 0051).
 */
function isOwnPage({ headers }: IncomingMessage, { publicUrl, trustProxy, allowedOrigins = [] }: Home): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  if (allowedOrigins.includes(new URL(origin).origin)) return true
  if (publicUrl !== undefined) return new URL(origin).origin === new URL(publicUrl).origin
  return isHostOf(new URL(origin), hostNameOf(headers, trustProxy))
}
