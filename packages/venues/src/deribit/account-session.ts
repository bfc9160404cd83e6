/** One key's authenticated connection: opened when it is needed, refreshed before it runs out. */
import { createHmac } from 'node:crypto'
import type { VenueCredentials } from '../venue-port.ts'
import { HEARTBEAT_S, REFRESH_AT_FRACTION } from './limits.ts'
import type { ConnectionOptions } from './market-stream.ts'
import type { RpcAnswer } from './frames.ts'
import { openRpc, type Rpc } from './rpc.ts'
import { asObject } from '../adapter/wire-object.ts'

/** A timer cannot wait longer. */
const MAX_TIMER_MS = 2 ** 31 - 1

const ENDED: RpcAnswer = { kind: 'LOST', reason: 'the venue adapter is closed' }

export type OpenSession = { readonly rpc: Rpc; readonly scopes: readonly string[]; readonly authenticatedAt: number }

export class AccountSession {
  readonly #options: ConnectionOptions
  readonly #credentials: VenueCredentials
  #opening: Promise<OpenSession | RpcAnswer> | undefined
  #open: OpenSession | undefined
  #refreshTimer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(options: ConnectionOptions, credentials: VenueCredentials) {
    this.#options = options
    this.#credentials = credentials
  }

  /** The open connection, or why there is none. */
  ensure(): Promise<OpenSession | RpcAnswer> {
    if (this.#open !== undefined) return Promise.resolve(this.#open)
    this.#opening ??= this.#openAnew()
      .catch(
        (error: unknown): RpcAnswer => ({
          kind: 'LOST',
          reason: `the venue cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
        }),
      )
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }

  /** For good: a connection that is just being opened is closed when it is open. */
  end(): void {
    this.#hasEnded = true
    this.close()
  }

  /** Closes the connection, if it is still this one; the next call opens another. */
  close(session: OpenSession | undefined = this.#open): void {
    if (this.#open !== session) return
    clearTimeout(this.#refreshTimer)
    this.#open = undefined
    session?.rpc.close()
  }

  async #openAnew(): Promise<OpenSession | RpcAnswer> {
    const rpc = await openRpc({
      ...this.#options,
      onNotification: () => undefined,
      onMessage: () => undefined,
      onClosed: () => {
        if (this.#open?.rpc === rpc) this.close()
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
    const granted = asObject(answer.result)
    this.#open = { rpc, scopes: String(granted?.['scope'] ?? '').split(' '), authenticatedAt: this.#options.now() }
    this.#refreshLater(rpc, answer.result)
    return this.#open
  }

  /** By signature, so that the secret itself never travels; at the venue's time, because a clock of ours that is a minute off would be refused. */
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
