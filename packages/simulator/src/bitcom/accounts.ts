/** Keys and their users: who may call, how often, and how far off their clock may be. */
import { userOf, type SimulatedAccount } from '../exchange/account.ts'
import { CALLS_PER_SECOND, TIMESTAMP_WINDOW_MS } from './limits.ts'
import { CODES, VenueRefusal, type Params } from './refusal.ts'
import { isSignedBy } from './signature.ts'

/** By default, a key has the block trading scopes and its account is unified. */
export type BitcomAccount = SimulatedAccount & {
  readonly mode?: 'um' | 'classic' | 'switching'
  readonly margin?: 'regular' | 'portfolio_margin'
  /** The initial balance in USD. */
  readonly balance?: number
}
export type User = BitcomAccount & { readonly userId: string }

const DEFAULT_SCOPES = ['read', 'trade', 'block_trade']
const FIRST_USER = 1_001

export interface Accounts {
  add(account: BitcomAccount): void
  named(userId: string): User | undefined
  keyed(clientId: string): User | undefined
  /** The user whose key signed the call. Throws the venue's refusal if the call is not valid. */
  authenticate(key: string | undefined, path: string, params: Params): User
}

export const allows = ({ scopes = DEFAULT_SCOPES }: User, scope: string): boolean => scopes.includes(scope)

export function createAccounts(given: readonly BitcomAccount[], now: () => number): Accounts {
  const users = new Map<string, User>()
  const limiter = createLimiter(now)
  const add = (account: BitcomAccount): void => {
    const other = [...users.values()].find((user) => userOf(user) === userOf(account))
    const userId = other?.userId ?? String(FIRST_USER + users.size)
    users.set(account.clientId, { ...account, userId })
  }
  given.forEach(add)
  return {
    add,
    keyed: (clientId) => users.get(clientId),
    named: (userId) => [...users.values()].find((user) => user.userId === userId),
    authenticate: (key, path, params) => {
      const user = users.get(key ?? '')
      if (user === undefined) throw new VenueRefusal(412, 'AkId is invalid', 412)
      limiter(user.userId)
      if (!isSignedBy(user.clientSecret, path, params)) throw new VenueRefusal(412, 'signature is invalid', 412)
      const isTimely = Math.abs(Number(params['timestamp']) - now()) <= TIMESTAMP_WINDOW_MS
      if (!isTimely) throw new VenueRefusal(412, 'timestamp is invalid', 412)
      if (!allows(user, 'read')) throw new VenueRefusal(CODES.permission, 'no permission')
      return user
    },
  }
}

/** Throws if the caller has exceeded the rate limit. */
export function createLimiter(now: () => number): (name: string) => void {
  const windows = new Map<string, { second: number; calls: number }>()
  return (name) => {
    const second = Math.floor(now() / 1_000)
    const window = windows.get(name)
    if (window === undefined || window.second !== second) return void windows.set(name, { second, calls: 1 })
    window.calls += 1
    if (window.calls > CALLS_PER_SECOND) throw new VenueRefusal(429, 'too many requests', 429)
  }
}
