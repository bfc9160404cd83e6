/** Keeps a session for each key and makes calls with it. */
import type { VenueCredentials } from '../port/venue-answers.ts'
import { NOT_SENT, type Urgency } from '../adapter/pacing.ts'
import type { Pause } from '../adapter/pauses.ts'
import { AccountSession, type Granted } from './account-session.ts'
import { FRESH_MS, IDLE_ACCOUNT_MS, MAX_ACCOUNT_CONNECTIONS } from './limits.ts'
import type { SessionOptions } from './rpc.ts'
import { createDeribitPacer, type DeribitPacer, type PACES } from './paces.ts'
import type { RpcAnswer } from './frames.ts'

export interface AccountPool {
  /** Reads for a screen wait for everything else, and are refused if that takes too long. */
  call(credentials: VenueCredentials, method: string, params: object, pace: keyof typeof PACES, urgency?: Urgency): Promise<RpcAnswer>
  /** The current permissions of the key, or the reason why they are unknown. */
  prove(credentials: VenueCredentials): Promise<Granted | RpcAnswer>
  close(): void
}

type Account = { readonly pacer: DeribitPacer; readonly session: AccountSession; idleTimer: NodeJS.Timeout | undefined }

/** Codes that mean that the token has expired, or that the key is invalid. */
const UNAUTHORISED = [10000, 13009]

/** Codes that explain why the venue is not accepting calls. */
const PAUSED: Readonly<Record<number, Pause>> = { 10041: 'SETTLEMENT', 11051: 'MAINTENANCE' }

export type AccountPoolOptions = SessionOptions & { readonly onPaused: (pause: Pause) => void }

export function createAccountPool(options: AccountPoolOptions): AccountPool {
  const accounts = new Map<string, Account>()
  let isClosed = false

  /** In order of use, so that the least recently used session is closed first. */
  const accountOf = (credentials: VenueCredentials): Account => {
    const key = JSON.stringify([credentials.clientId, credentials.clientSecret])
    const account = accounts.get(key) ?? {
      pacer: createDeribitPacer(options.now),
      session: new AccountSession(options, credentials),
      idleTimer: undefined,
    }
    accounts.delete(key)
    accounts.set(key, account)
    if (accounts.size > MAX_ACCOUNT_CONNECTIONS) drop(accounts.keys().next().value!)
    clearTimeout(account.idleTimer)
    account.idleTimer = setTimeout(() => account.session.close(), IDLE_ACCOUNT_MS)
    account.idleTimer.unref()
    return account
  }

  const drop = (key: string): void => {
    clearTimeout(accounts.get(key)?.idleTimer)
    accounts.get(key)?.session.end()
    accounts.delete(key)
  }

  const closed: RpcAnswer = { kind: 'LOST', reason: 'the venue adapter is closed' }

  return {
    call: async (credentials, method, params, pace, urgency = 'COMMON') => {
      if (isClosed) return closed
      const { pacer, session } = accountOf(credentials)
      if ((await pacer.turn(pace, { urgency })) !== undefined) return { kind: 'LOST', reason: NOT_SENT }
      const open = await session.ensure()
      if ('kind' in open) return open
      const answer = await open.rpc.call(method, params)
      const pause = answer.kind === 'ERROR' ? PAUSED[answer.code] : undefined
      if (pause !== undefined) options.onPaused(pause)
      if (answer.kind !== 'ERROR' || !UNAUTHORISED.includes(answer.code)) return answer
      session.close(open)
      // An old session may just have expired, and the next call opens a new one. If the session is fresh, the refusal is final.
      const wasFresh = options.now() - open.authenticatedAt < FRESH_MS
      return wasFresh ? answer : { kind: 'LOST', reason: 'the session at the venue had expired' }
    },
    prove: async (credentials) => (isClosed ? closed : accountOf(credentials).session.prove()),
    close: () => {
      isClosed = true
      ;[...accounts.keys()].forEach(drop)
    },
  }
}
