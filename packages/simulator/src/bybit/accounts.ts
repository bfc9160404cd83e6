/** Access at the venue: keys, signatures, the clock, permissions and rate limits. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { userOf, type SimulatedAccount } from '../exchange/account.ts'
import * as limits from './limits.ts'
import { VenueError } from './protocol.ts'

export type Permission = 'Position' | 'OptionsTrade' | 'BlockTrade'

/** By default, a key has the scope `rfq:read_write` and every permission; `balance` is in USDC. */
export type BybitAccount = SimulatedAccount & {
  readonly balance?: number
  /** By default, a current unified account. */
  readonly kind?: 'CLASSIC' | 'UNIFIED_1' | 'SUB_ACCOUNT' | 'DEMO'
  readonly margin?: 'REGULAR_MARGIN' | 'PORTFOLIO_MARGIN' | 'ISOLATED_MARGIN'
  readonly lacks?: readonly Permission[]
  readonly wallet?: 'WITHDRAWS'
  /** The only addresses from which the key works. */
  readonly addresses?: readonly string[]
  readonly keyEndsAt?: number
}

export type SignedRequest = {
  readonly method: string
  readonly path: string
  /** The query or the body, exactly as received. */
  readonly payload: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly address: string
}

export interface Accounts {
  add(account: BybitAccount): void
  identify(request: SignedRequest): BybitAccount
  withDesk(deskCode: string): BybitAccount | undefined
  withKey(clientId: string): BybitAccount | undefined
  /** With any of its keys. */
  ofUser(user: string): BybitAccount | undefined
  /** Counts a call of an address. */
  admit(address: string): void
}

/** The code by which other desks address a desk. */
export const deskCodeOf = (account: Pick<SimulatedAccount, 'user' | 'clientId'>): string =>
  userOf(account)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

export const mayWrite = ({ scopes = ['rfq:read_write'] }: SimulatedAccount): boolean => scopes.includes('rfq:read_write')

export function createAccounts(given: readonly BybitAccount[], now: () => number): Accounts {
  const accounts = new Map(given.map((account) => [account.clientId, account]))
  const count = createCounter(now)
  return {
    add: (account) => void accounts.set(account.clientId, account),
    withDesk: (deskCode) => [...accounts.values()].find((account) => deskCodeOf(account) === deskCode),
    withKey: (clientId) => accounts.get(clientId),
    ofUser: (user) => [...accounts.values()].find((account) => userOf(account) === user),
    admit: (address) => {
      if (!count(address, limits.CALLS_PER_ADDRESS)) throw new VenueError(403, 'access too frequent.', 403)
    },
    identify: (request) => {
      const header = (name: string): string => {
        const value = request.headers[name]
        if (typeof value !== 'string') throw new VenueError(10001, `empty value: ${name}`, 401)
        return value
      }
      const account = accounts.get(header('x-bapi-api-key'))
      if (account === undefined) throw new VenueError(10003, 'API key is invalid.')
      if (account.keyEndsAt !== undefined && account.keyEndsAt <= now()) throw new VenueError(33004, 'Your api key has expired.')
      if (account.addresses?.includes(request.address) === false)
        throw new VenueError(10010, "Unmatched IP, please check your API key's bound IP addresses.")
      const windowMs = Number(request.headers['x-bapi-recv-window'] ?? limits.DEFAULT_RECV_WINDOW_MS)
      const timestamp = Number(header('x-bapi-timestamp'))
      if (!(now() - windowMs <= timestamp && timestamp < now() + limits.MAX_AHEAD_MS))
        throw new VenueError(10002, 'invalid request, please check your server timestamp or recv_window param')
      const text = `${timestamp}${account.clientId}${windowMs}${request.payload}`
      if (!isSignature(header('x-bapi-sign'), account.clientSecret, text)) throw new VenueError(10004, 'error sign! origin_string[…]')
      if (!count(`${account.clientId} ${request.path}`, limits.CALLS_PER_KEY_AND_PATH))
        throw new VenueError(10006, 'Too many visits. Exceeded the API Rate Limit.')
      if (request.method === 'POST' && !mayWrite(account)) throw new VenueError(10005, DENIED)
      if (request.path.startsWith('/v5/rfq/')) admitToRfqs(account)
      return account
    },
  }
}

const DENIED = 'Permission denied, please check your API key permissions.'

/** A sub-account key never has the Block Trade permission. */
export const has = ({ kind, lacks = [] }: BybitAccount, permission: Permission): boolean =>
  !lacks.includes(permission) && !(permission === 'BlockTrade' && kind === 'SUB_ACCOUNT')

function admitToRfqs(account: BybitAccount): void {
  const { kind, margin } = account
  if (kind === 'DEMO') throw new VenueError(110302, 'Demo trading users are not allowed to use RFQ.')
  if (!has(account, 'BlockTrade')) throw new VenueError(10005, DENIED)
  const isTooOld = kind === 'CLASSIC' || kind === 'UNIFIED_1'
  if (isTooOld || margin === 'ISOLATED_MARGIN') throw new VenueError(10028, 'The API can only be accessed by unified account users.')
}

function isSignature(given: string, secret: string, text: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))]
  return one.length === other.length && timingSafeEqual(one, other)
}

type Limit = { readonly most: number; readonly withinMs: number }

/** A limit over any rolling period. Returns whether one more call is allowed. */
function createCounter(now: () => number): (name: string, limit: Limit) => boolean {
  const calls = new Map<string, number[]>()
  return (name, { most, withinMs }) => {
    const at = now()
    const recent = (calls.get(name) ?? []).filter((call) => call > at - withinMs)
    calls.set(name, recent)
    if (recent.length >= most) return false
    recent.push(at)
    return true
  }
}
