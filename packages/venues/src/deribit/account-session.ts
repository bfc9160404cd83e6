/** The authenticated connection of one key: opened on demand and refreshed before its token expires. */
import { createHmac } from 'node:crypto'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { FRESH_MS, HEARTBEAT_S, REFRESH_AT_FRACTION } from './limits.ts'
import type { RpcAnswer } from './frames.ts'
import { openRpc, type Rpc, type SessionOptions } from './rpc.ts'
import { asList, asObject } from '../adapter/wire-object.ts'

/** The longest delay that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1

const ENDED: RpcAnswer = { kind: 'LOST', reason: 'the venue adapter is closed' }

/** The permissions of a key at the venue. */
export type Granted = {
  readonly scopes: readonly string[]
  /** Features that are enabled for the key, such as `block_trade_approval`. */
  readonly features: readonly string[]
}
export type OpenSession = Granted & { readonly rpc: Rpc; readonly authenticatedAt: number }

/** For sessions that receive notifications; most only carry calls. */
export type SessionEvents = { onNotification(channel: string, data: unknown): void; onClosed(): void }

const CALLS_ONLY: SessionEvents = { onNotification: () => undefined, onClosed: () => undefined }

export class AccountSession {
  readonly #options: SessionOptions
  readonly #credentials: VenueCredentials
  readonly #events: SessionEvents
  #opening: Promise<OpenSession | RpcAnswer> | undefined
  #open: OpenSession | undefined
  #refreshTimer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(options: SessionOptions, credentials: VenueCredentials, events = CALLS_ONLY) {
    this.#options = options
    this.#credentials = credentials
    this.#events = events
  }

  /** The open connection, or the reason why there is none. */
  ensure(): Promise<OpenSession | RpcAnswer> {
    if (this.#open !== undefined) return Promise.resolve(this.#open)
    this.#opening ??= this.#openAnew()
      .catch((error: unknown): RpcAnswer => ({
        kind: 'LOST',
        reason: `the venue cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      }))
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }

  /** The key's current permissions at the venue. Those of an hour ago prove nothing. */
  async prove(): Promise<Granted | RpcAnswer> {
    const open = await this.ensure()
    if ('kind' in open || this.#options.now() - open.authenticatedAt < FRESH_MS) return open
    const answer = await this.#signIn(open.rpc)
    if (answer.kind === 'RESULT') return this.#signedIn(open.rpc, answer.result)
    if (answer.kind === 'ERROR') this.close(open)
    return answer
  }

  /** Final: a connection that is still being opened is closed once it is open. */
  end(): void {
    this.#hasEnded = true
    this.close()
  }

  /** Closes the connection if it is still this one. The next call opens another. */
  close(session: OpenSession | undefined = this.#open): void {
    if (this.#open !== session) return
    clearTimeout(this.#refreshTimer)
    this.#open = undefined
    session?.rpc.close()
  }

  async #openAnew(): Promise<OpenSession | RpcAnswer> {
    const rpc = await openRpc({
      ...this.#options,
      onNotification: this.#events.onNotification,
      onMessage: () => undefined,
      onClosed: () => {
        if (this.#open?.rpc === rpc) this.close()
        this.#events.onClosed()
      },
    })
    const answer = this.#hasEnded ? ENDED : await this.#signIn(rpc)
    if (answer.kind !== 'RESULT') {
      rpc.close()
      return answer
    }
    await rpc.call('public/set_heartbeat', { interval: HEARTBEAT_S })
    if (this.#hasEnded) {
      rpc.close()
      return ENDED
    }
    return this.#signedIn(rpc, answer.result)
  }

  #signedIn(rpc: Rpc, result: unknown): OpenSession {
    const granted = asObject(result)
    this.#open = {
      rpc,
      scopes: String(granted?.['scope'] ?? '').split(' '),
      features: asList(granted?.['enabled_features']).map(String),
      authenticatedAt: this.#options.now(),
    }
    this.#refreshLater(rpc, result)
    return this.#open
  }

  /**
   * Signs in with a signature, so that the secret itself is never sent. Uses the venue's time, because the venue would refuse a clock that is a
   * minute off.
   */
  async #signIn(rpc: Rpc): Promise<RpcAnswer> {
    const time = await rpc.call('public/get_time', {})
    if (time.kind !== 'RESULT') return time
    const timestamp = typeof time.result === 'number' ? time.result : this.#options.now()
    const nonce = Array.from({ length: 16 }, () => Math.floor(this.#options.random() * 36).toString(36)).join('')
    const signature = createHmac('sha256', this.#credentials.clientSecret).update(`${timestamp}\n${nonce}\n`).digest('hex')
    return rpc.call('public/auth', {
      grant_type: 'client_signature',
      client_id: this.#credentials.clientId,
      timestamp,
      nonce,
      data: '',
      signature,
    })
  }

  #refreshLater(rpc: Rpc, granted: unknown): void {
    const lifeS = Number(asObject(granted)?.['expires_in'])
    if (!Number.isFinite(lifeS)) return
    clearTimeout(this.#refreshTimer)
    const refreshToken = asObject(granted)?.['refresh_token']
    this.#refreshTimer = setTimeout(() => void this.#refresh(rpc, refreshToken), Math.min(MAX_TIMER_MS, lifeS * REFRESH_AT_FRACTION * 1000))
    this.#refreshTimer.unref()
  }

  async #refresh(rpc: Rpc, refreshToken: unknown): Promise<void> {
    const answer = await rpc.call('public/auth', { grant_type: 'refresh_token', refresh_token: refreshToken })
    if (answer.kind === 'RESULT') return this.#refreshLater(rpc, answer.result)
    const reason = answer.kind === 'ERROR' ? answer.message : answer.reason
    this.#options.log('a session at the venue could not be refreshed; the next call opens another', { reason })
    if (this.#open?.rpc === rpc) this.close()
  }
}
