/** Private calls in the name of a key, at the venue's time and pace, and the user behind each key: a block names its parties by their numbers. */
import { createPacer, type Pacer } from '../adapter/pacing.ts'
import { asObject } from '../adapter/wire-object.ts'
import type { VenueCredentials } from '../venue-port.ts'
import { failureFromWire, refused, unknown, type Open } from './answers.ts'
import type { Api, ApiAnswer, ApiCall } from './api.ts'
import type { VenueClock } from './clock.ts'
import { MAX_ACCOUNTS } from './limits.ts'
import { PACES } from './paces.ts'

export interface Accounts {
  call(credentials: VenueCredentials, call: Pick<ApiCall, 'method' | 'path' | 'params'>): Promise<ApiAnswer>
  userId(credentials: VenueCredentials): Promise<string | Open>
  /** Whether the account may trade blocks, as far as the venue says so. */
  demandPermission(credentials: VenueCredentials): Promise<'GRANTED' | Open>
}

type Account = { readonly pacer: Pacer<keyof typeof PACES>; userId: string | undefined }

export function createAccounts(api: Api, clock: VenueClock, now: () => number): Accounts {
  const accounts = new Map<string, Account>()
  /** In order of use, so that the first to go is the one that nobody asked for longest. */
  const accountOf = ({ clientId, clientSecret }: VenueCredentials): Account => {
    const key = JSON.stringify([clientId, clientSecret])
    const account = accounts.get(key) ?? { pacer: createPacer(PACES, now), userId: undefined }
    accounts.delete(key)
    accounts.set(key, account)
    if (accounts.size > MAX_ACCOUNTS) accounts.delete(accounts.keys().next().value!)
    return account
  }
  const call: Accounts['call'] = async (credentials, { method, path, params }) => {
    await accountOf(credentials).pacer.turn('private')
    const timestamp = await clock.read()
    if (typeof timestamp !== 'number') return timestamp
    const answer = await api.send({ method, path, params, credentials, timestamp })
    // A clock that drifted is measured again before the next call.
    if (answer.kind === 'ERROR' && /timestamp/i.test(answer.message)) clock.forget()
    return answer
  }
  return {
    call,
    userId: async (credentials) => {
      const account = accountOf(credentials)
      if (account.userId !== undefined) return account.userId
      const answer = await call(credentials, { method: 'GET', path: '/linear/v1/user/info', params: {} })
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const id = asObject(answer.data)?.['user_id']
      if ((typeof id !== 'string' || id === '') && typeof id !== 'number') return unknown('the venue did not say whose key this is')
      account.userId = String(id)
      return account.userId
    },
    demandPermission: async (credentials) => {
      const mode = await call(credentials, { method: 'GET', path: '/um/v1/account_mode', params: {} })
      if (mode.kind !== 'RESULT') return failureFromWire(mode)
      const named = asObject(mode.data)?.['account_mode']
      if (named !== 'um' && named !== 'classic') return unknown('the mode of the account is being changed at the venue')
      const path = named === 'um' ? '/um/v1/accounts' : '/v1/accounts'
      const answer = await call(credentials, { method: 'GET', path, params: named === 'um' ? {} : { currency: 'BTC' } })
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const isBarred = asObject(answer.data)?.['block_trade_permission'] === false
      return isBarred ? refused('block_trade', 'The account may not trade blocks; give its key the scope block_trade.') : 'GRANTED'
    },
  }
}
