/** One authenticated connection per key, opened when it is needed, kept fresh, closed when nobody asks. */
import { createHmac } from 'node:crypto'
import type { VenueCredentials } from '../venue-port.ts'
import { IDLE_ACCOUNT_MS, HEARTBEAT_S, MAX_ACCOUNT_CONNECTIONS, REFRESH_AT_FRACTION } from './limits.ts'
import type { StreamOptions } from './market-stream.ts'
import { createPacer, type Pacer, type PACES } from './pacing.ts'
import { openRpc, type Rpc, type RpcAnswer } from './rpc.ts'
import { asObject } from './wire.ts'

export interface AccountConnections {
  call(credentials: VenueCredentials, method: string, params: object, pace: keyof typeof PACES): Promise<RpcAnswer>
  /** What the venue lets the key do. */
  scopes(credentials: VenueCredentials): Promise<RpcAnswer & { readonly scopes?: readonly string[] }>
  close(): void
}

type Open = { readonly rpc: Rpc; readonly scopes: readonly string[]; readonly authenticatedAt: number }
type Account = {
  readonly pacer: Pacer
  opening: Promise<Open | RpcAnswer> | undefined
  open: Open | undefined
  refreshTimer: NodeJS.Timeout | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** Codes that say the token is no longer good. */
const UNAUTHORISED = [10000, 13009]

export function createAccountConnections(options: StreamOptions): AccountConnections {
  const { now, random, log } = options
  const accounts = new Map<string, Account>()
  let isClosed = false

  const accountOf = ({ clientId, clientSecret }: VenueCredentials): Account => {
    const key = JSON.stringify([clientId, clientSecret])
    const account = accounts.get(key) ?? {
      pacer: createPacer(now),
      opening: undefined,
      open: undefined,
      refreshTimer: undefined,
      idleTimer: undefined,
    }
    accounts.delete(key)
    accounts.set(key, account)
    if (accounts.size > MAX_ACCOUNT_CONNECTIONS) {
      const [oldest, left] = accounts.entries().next().value!
      shut(left)
      accounts.delete(oldest)
    }
    clearTimeout(account.idleTimer)
    account.idleTimer = setTimeout(() => shut(account), IDLE_ACCOUNT_MS)
    account.idleTimer.unref()
    return account
  }

  const shut = (account: Account): void => {
    clearTimeout(account.refreshTimer)
    clearTimeout(account.idleTimer)
    account.open?.rpc.close()
    account.open = undefined
  }

  const open = async (account: Account, credentials: VenueCredentials): Promise<Open | RpcAnswer> => {
    const rpc = await openRpc({
      ...options,
      onNotification: () => undefined,
      onHeard: () => undefined,
      onClosed: () => {
        if (account.open?.rpc === rpc) shut(account)
      },
    })
    const answer = await signIn(rpc, credentials)
    if (answer.kind !== 'RESULT') {
      rpc.close()
      return answer
    }
    await rpc.call('public/set_heartbeat', { interval: HEARTBEAT_S })
    const result = asObject(answer.result)
    account.open = { rpc, scopes: String(result?.['scope'] ?? '').split(' '), authenticatedAt: now() }
    refreshLater(account, rpc, result)
    return account.open
  }

  /** By signature, so that the secret itself never travels; the venue's clock decides, not ours. */
  const signIn = async (rpc: Rpc, { clientId, clientSecret }: VenueCredentials): Promise<RpcAnswer> => {
    const time = await rpc.call('public/get_time', {})
    if (time.kind !== 'RESULT') return time
    const timestamp = typeof time.result === 'number' ? time.result : now()
    const nonce = Array.from({ length: 16 }, () => Math.floor(random() * 36).toString(36)).join('')
    const signature = createHmac('sha256', clientSecret).update(`${timestamp}\n${nonce}\n`).digest('hex')
    return rpc.call('public/auth', { grant_type: 'client_signature', client_id: clientId, timestamp, nonce, data: '', signature })
  }

  const refreshLater = (account: Account, rpc: Rpc, result: ReturnType<typeof asObject>): void => {
    const [token, lifeS] = [result?.['refresh_token'], Number(result?.['expires_in'])]
    if (!Number.isFinite(lifeS)) return
    // A timer cannot wait longer than 2^31 ms.
    const afterMs = Math.min(lifeS * REFRESH_AT_FRACTION * 1000, 2 ** 31 - 1)
    clearTimeout(account.refreshTimer)
    account.refreshTimer = setTimeout(() => void refresh(account, rpc, token), afterMs)
    account.refreshTimer.unref()
  }

  const refresh = async (account: Account, rpc: Rpc, token: unknown): Promise<void> => {
    const answer = await rpc.call('public/auth', { grant_type: 'refresh_token', refresh_token: token })
    if (answer.kind === 'RESULT') return refreshLater(account, rpc, asObject(answer.result))
    log('a venue session could not be refreshed; it is opened anew when needed', {
      reason: answer.kind === 'ERROR' ? answer.message : answer.reason,
    })
    if (account.open?.rpc === rpc) shut(account)
  }

  const ensure = (account: Account, credentials: VenueCredentials): Promise<Open | RpcAnswer> => {
    if (isClosed) return Promise.resolve({ kind: 'LOST', reason: 'the venue adapter is closed' })
    if (account.open !== undefined) return Promise.resolve(account.open)
    account.opening ??= open(account, credentials)
      .catch(
        (error: unknown): RpcAnswer => ({
          kind: 'LOST',
          reason: `the venue cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
        }),
      )
      .finally(() => {
        account.opening = undefined
      })
    return account.opening
  }

  return {
    call: async (credentials, method, params, pace) => {
      const account = accountOf(credentials)
      await account.pacer.turn(pace)
      const session = await ensure(account, credentials)
      if ('kind' in session) return session
      const answer = await session.rpc.call(method, params)
      if (answer.kind !== 'ERROR' || !UNAUTHORISED.includes(answer.code)) return answer
      const wasFresh = now() - session.authenticatedAt < FRESH_MS
      if (account.open === session) shut(account)
      // A session of some age may just have run out, and the next call opens a new one; a fresh one was truly refused.
      return wasFresh ? answer : { kind: 'LOST', reason: 'the session at the venue had run out' }
    },
    scopes: async (credentials) => {
      const account = accountOf(credentials)
      const session = await ensure(account, credentials)
      return 'kind' in session ? session : { kind: 'RESULT', result: undefined, venueNow: undefined, scopes: session.scopes }
    },
    close: () => {
      isClosed = true
      accounts.forEach(shut)
    },
  }
}

const FRESH_MS = 10_000
