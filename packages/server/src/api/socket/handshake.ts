/** Decides who may open a socket: an API key by name or by signature; a session by a ticket or its token, from a page of ours. */
import type { IncomingMessage } from 'node:http'
import type { Access } from '../../accounts/access.ts'
import type { SocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import { authenticate, whyNotAdmitted } from '../requests/authenticate.ts'
import { fault, faultOf, isFault, type Fault } from '../../calls/fault.ts'
import type { Caller } from '../../calls/route.ts'
import { readFrom, type From } from './read-subscribe.ts'

export type Welcome = { readonly caller: Caller; readonly cancelOnDisconnect: boolean; readonly from: From | undefined }

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/** The address and the time. */
export type Knock = { readonly address: string; readonly now: number }

export type SocketAccess = Home & { readonly access: Access; readonly tickets: SocketTickets }

/** Where our own pages are: at the operator's address, or without one at the host that they were loaded from. */
type Home = {
  readonly publicUrl?: string | undefined
  /** Our own proxy stands in front of this server and says the host. */
  readonly trustProxy: boolean
}

export function shake(
  request: IncomingMessage,
  accounts: SocketAccess,
  knock: Knock,
  positions: ReadonlyMap<number, number>,
): Welcome | Fault {
  const url = new URL(request.url ?? '/', 'http://socket')
  const wish = url.searchParams.getAll('cancel_on_disconnect').concat(url.searchParams.getAll('cancel-on-disconnect')).at(-1)
  const cancels = wish === undefined ? undefined : FLAGS[wish.toLowerCase()]
  if (wish !== undefined && cancels === undefined)
    return refused('cancel_on_disconnect is accepted as true, false, 1 or 0.', 'cancel_on_disconnect')
  const fromText = url.searchParams.getAll('from_seq').at(-1)
  const from = fromText === undefined ? undefined : readFrom(fromText, positions)
  if (from !== undefined && isFault(from)) return refused(from.message, 'from_seq')
  const caller = callerOf(request, url, accounts, knock)
  if (isFault(caller)) return { ...caller, status: 403 }
  return { caller, cancelOnDisconnect: cancels ?? caller.kind === 'key', from }
}

const refused = (message: string, member: string): Fault => fault('InvalidParams', message, { member, status: 403 })

function callerOf(request: IncomingMessage, url: URL, accounts: SocketAccess, { address, now }: Knock): Caller | Fault {
  const { access, tickets } = accounts
  const accessKey = url.searchParams.get('api-key') ?? url.searchParams.get('api_key')
  if (accessKey !== null) {
    const key = access.key(accessKey, now)
    if (key === undefined) return fault('InvalidAccessKey', 'Invalid API Access Key')
    const refused = access.whyNotKey(key.caller.via, address, now)
    return refused === undefined ? key.caller : faultOf(refused, undefined)
  }
  const ticket = url.searchParams.get('ticket')
  const token = url.searchParams.get('token')
  if ((ticket !== null || token !== null) && !isOwnPage(request, accounts)) return notOurs
  if (ticket !== null) {
    const issuedTo = tickets.take(ticket, now)
    return (issuedTo && access.asNow(issuedTo, address, now)) ?? fault('TokenExpired', 'The ticket has been used or has expired.')
  }
  if (token !== null) return access.sessionAsIs(token, now) ?? fault('TokenExpired', 'Invalid token.')
  // Signed as GET over the path, by some clients without the query.
  const asked = { method: 'GET', headers: request.headers, body: new Uint8Array(), address, now }
  const whole = authenticate(access, { ...asked, pathWithQuery: request.url ?? '/' })
  const proved = isFault(whole) ? authenticate(access, { ...asked, pathWithQuery: url.pathname }) : whole
  if (isFault(proved)) return proved
  const refused = whyNotAdmitted(access, proved, { ...asked, pathWithQuery: url.pathname })
  if (refused !== undefined) return refused
  return proved.caller.kind === 'key' || isOwnPage(request, accounts) ? proved.caller : notOurs
}

const notOurs = fault('InsufficientPermissions', 'A page of another site may not use a session.')

/**
 * Browsers always send Origin; programs need not, and some libraries send one of their own making. It is asked of sessions: a key is nothing
 * that a browser adds to what somebody else's page sends (decision 0051).
 */
function isOwnPage({ headers }: IncomingMessage, { publicUrl, trustProxy }: Home): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  if (publicUrl !== undefined) return new URL(origin).origin === new URL(publicUrl).origin
  const host = (trustProxy ? headers['x-forwarded-host'] : undefined) ?? headers.host
  return new URL(origin).host === host
}
