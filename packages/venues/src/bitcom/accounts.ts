/** Private calls with a key, at the venue's time and pace, and the user id behind each key: a block names its parties by their user ids. */
import { createPacer, NOT_SENT, type Pacer, type Urgency } from '../adapter/pacing.ts'
import type { Pause } from '../adapter/pauses.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { userIdFromWire } from './account-wire.ts'
import { failureFromWire, unknown, type Open } from './answers.ts'
import type { Api, ApiAnswer, ApiCall } from './api.ts'
import type { VenueClock } from './clock.ts'
import { MAX_ACCOUNTS } from './limits.ts'
import { PACES } from './paces.ts'

export type PacedCall = Pick<ApiCall, 'method' | 'path' | 'params'> & {
  /** Reads for a screen wait for everything else, and are refused if that takes too long. */
  readonly urgency?: Urgency
}

export interface Accounts {
  call(credentials: VenueCredentials, call: PacedCall): Promise<ApiAnswer>
  userId(credentials: VenueCredentials): Promise<string | Open>
}

const MAINTENANCE = /maintenance|cancel.only/i

type Account = { readonly pacer: Pacer<keyof typeof PACES>; userId: string | undefined }

export type AccountsNeeds = {
  readonly api: Api
  readonly clock: VenueClock
  readonly now: () => number
  /** The venue refused a call because it is paused. */
  readonly onPaused: (pause: Pause) => void
}

export function createAccounts({ api, clock, now, onPaused }: AccountsNeeds): Accounts {
  const accounts = new Map<string, Account>()
  /** In order of use, so that the least recently used entry is dropped first. */
  const accountOf = ({ clientId, clientSecret }: VenueCredentials): Account => {
    const key = JSON.stringify([clientId, clientSecret])
    const account = accounts.get(key) ?? { pacer: createPacer(PACES, now), userId: undefined }
    accounts.delete(key)
    accounts.set(key, account)
    if (accounts.size > MAX_ACCOUNTS) accounts.delete(accounts.keys().next().value!)
    return account
  }
  const call: Accounts['call'] = async (credentials, { method, path, params, urgency = 'COMMON' }) => {
    const late = await accountOf(credentials).pacer.turn('private', { urgency })
    if (late !== undefined) return { kind: 'LOST', reason: NOT_SENT }
    const timestamp = await clock.read()
    if (typeof timestamp !== 'number') return timestamp
    const answer = await api.send({ method, path, params, credentials, timestamp })
    // A clock that has drifted is measured again before the next call.
    if (answer.kind === 'ERROR' && /timestamp/i.test(answer.message)) clock.forget()
    if (answer.kind === 'ERROR' && MAINTENANCE.test(answer.message)) onPaused('MAINTENANCE')
    return answer
  }
  return {
    call,
    userId: async (credentials) => {
      const account = accountOf(credentials)
      if (account.userId !== undefined) return account.userId
      const answer = await call(credentials, { method: 'GET', path: '/linear/v1/user/info', params: {} })
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const userId = userIdFromWire(answer.data)
      if (userId === undefined) return unknown('the venue did not return the owner of this key')
      account.userId = userId
      return userId
    },
  }
}
