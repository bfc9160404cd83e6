/** The live connection as seen by its user: it reconnects automatically, with all its subscriptions. */
import { queryText, socketAddress } from './address.ts'
import { waitMs } from './back-off.ts'
import { checkChannel, hasChannel } from './channel-names.ts'
import { ClientError, type ChannelMessage, type ClientOptions, type Socket, type SocketDoor, type SocketState } from './client.ts'
import { openConnection, type Connection } from './connection.ts'
import { limits } from './limits.ts'
import { refusesKeyForGood } from './refused.ts'
import { createRequestStamps } from './request-stamps.ts'
import { Subscriptions } from './subscriptions.ts'

const BACK_OFF = { firstMs: limits.reconnectFirstMs, factor: limits.reconnectFactor, longestMs: limits.reconnectLongestMs }

/** Calls in addition to the socket, because a refused handshake gives no reason. */
export type Proofs = {
  /** An ordinary call: its response ends the session if the session is over. */
  readonly askTicket: () => Promise<string>
  /** The headers of a signature over GET and the path with its query. */
  readonly signHandshake: (path: string) => Promise<Readonly<Record<string, string>>>
  /** Fails with the refusal of the key, if there is one. */
  readonly checkKey: () => Promise<unknown>
}

export type SocketSetting = { readonly cancelOnDisconnect: boolean; readonly door: SocketDoor; readonly heartbeatMs?: number | undefined }
type StateListener = Parameters<Socket['onState']>[0]

export class LiveSocket implements Socket {
  readonly door: SocketDoor
  readonly #options: ClientOptions
  readonly #cancelOnDisconnect: boolean
  readonly #heartbeatMs: number
  readonly #proofs: Proofs
  readonly #subscriptions: Subscriptions
  readonly #stateListeners = new Set<StateListener>()
  #state: SocketState = 'CONNECTING'
  #connection: Connection | undefined
  #failures = 0
  /** A refusal that may pass is reported once until the socket is open again. */
  #hasWarned = false
  #latencyMs: number | undefined
  #receivedAt: number | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  /** Counts attempts, so that a ticket that arrives too late opens nothing. */
  #begun = 0

  constructor(options: ClientOptions, { cancelOnDisconnect, door, heartbeatMs = limits.heartbeatMs }: SocketSetting, proofs: Proofs) {
    this.door = door
    this.#options = options
    const { warn = console.warn } = options
    this.#cancelOnDisconnect = cancelOnDisconnect
    this.#heartbeatMs = heartbeatMs
    this.#proofs = proofs
    this.#subscriptions = new Subscriptions((channel) => {
      // Messages on a channel that was just unsubscribed may still arrive. A channel that the door does not have is an error.
      if (!hasChannel(door, channel)) warn(`${door} sent a message on the unknown channel ${channel}.`, undefined)
    })
    this.#connect()
  }

  readonly state = (): SocketState => this.#state
  readonly latencyMs = (): number | undefined => this.#latencyMs
  readonly silentMs = (): number | undefined => (this.#receivedAt === undefined ? undefined : performance.now() - this.#receivedAt)

  onState(listener: StateListener): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  readonly subscribe: Socket['subscribe'] = (channel, listener, { snapshot = false, resume = false, onRefused, onSubscribed } = {}) => {
    checkChannel(this.door, channel)
    return this.#subscriptions.add(channel, {
      receive: listener as (message: ChannelMessage<unknown>) => void,
      wantsSnapshot: snapshot,
      resumes: resume,
      subscribed: onSubscribed,
      // A refused channel stays silent. Without a listener for refusals, a warning is written.
      refused: onRefused ?? ((message) => (this.#options.warn ?? console.warn)(`${this.door} ${channel}: ${message}`, undefined)),
    })
  }

  reconnect(): void {
    if (this.#state === 'CLOSED') return
    this.#drop()
    this.#failures = 0
    this.#become('RECONNECTING')
    this.#connect()
  }

  retry(): void {
    if (this.#state === 'OPEN' && (this.silentMs() ?? 0) < limits.heartbeatTimeoutMs) return
    this.reconnect()
  }

  close(): void {
    this.#become('CLOSED')
    this.#drop()
  }

  #become(next: SocketState, cause?: ClientError): void {
    if (this.#state === next) return
    this.#state = next
    for (const listener of [...this.#stateListeners]) listener(next, cause)
  }

  #connect(): void {
    clearTimeout(this.#retry)
    const { credentials } = this.#options
    if (credentials?.kind !== 'key' && credentials?.token() === undefined) return this.#awaitToken()
    const mine = (this.#begun += 1)
    const unlessLate =
      <T>(act: (value: T) => void) =>
      (value: T) =>
        mine === this.#begun ? act(value) : undefined
    const wish = { cancel_on_disconnect: this.#cancelOnDisconnect }
    if (credentials?.kind === 'key' && takesHeaders(this.#options))
      return void this.#proofs.signHandshake(`${this.door}/${queryText(wish)}`).then(
        unlessLate((headers) => this.#connectWith(wish, headers)),
        unlessLate((error) => this.#end(error)),
      )
    this.#proofs.askTicket().then(
      unlessLate((ticket) => this.#connectWith({ ticket, ...wish })),
      unlessLate((error) => (credentials?.kind === 'key' && refusesKeyForGood(error) ? this.#end(error) : this.#comeBack())),
    )
  }

  /** A token arrives shortly after the sign-in. If a socket has waited for it in vain, it continues as after any failure. */
  #awaitToken(sinceMs = performance.now()): void {
    if (performance.now() - sinceMs >= limits.tokenWaitMs) return this.#comeBack()
    this.#retry = setTimeout(() => {
      const { credentials } = this.#options
      if (credentials?.kind === 'session' && credentials.token() !== undefined) this.#connect()
      else this.#awaitToken(sinceMs)
    }, limits.tokenLookMs)
  }

  #connectWith(query: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>): void {
    let hasOpened = false
    const means = {
      Socket: this.#options.WebSocket ?? globalThis.WebSocket,
      heartbeatMs: this.#heartbeatMs,
      headers,
      stamp: this.door === '/v1/fs' ? createRequestStamps() : undefined,
      warn: this.#options.warn,
    }
    const opened = openConnection(socketAddress(this.#options, this.door, query), means, {
      onOpen: () => {
        hasOpened = true
        this.#receivedAt = performance.now()
        this.#failures = 0
        this.#hasWarned = false
        this.#become('OPEN')
        this.#subscriptions.use(opened)
      },
      onNotice: (notice) => this.#subscriptions.receive(notice),
      onLatency: (measured) => {
        this.#latencyMs = measured
      },
      onReceived: () => {
        this.#receivedAt = performance.now()
      },
      onEnd: () => {
        if (this.#connection !== opened) return
        this.#comeBack()
        if (!hasOpened && headers !== undefined) this.#askWhy()
      },
    })
    this.#connection = opened
  }

  /** An unknown key will not be known at the next attempt, so the socket closes for good, and gives the reason. */
  #askWhy(): void {
    this.#proofs.checkKey().catch((error: unknown) => {
      if (this.#state !== 'RECONNECTING') return
      if (refusesKeyForGood(error)) return this.#end(error)
      // A suspended key, or an address that it is not for: an administrator can lift it, so the socket goes on trying.
      if (!(error instanceof ClientError) || error.status !== 403 || this.#hasWarned) return
      this.#hasWarned = true
      ;(this.#options.warn ?? console.warn)(`${this.door}: ${error.message}`, error)
    })
  }

  #end(cause: unknown): void {
    this.#become('CLOSED', cause instanceof ClientError ? cause : undefined)
    this.#drop()
  }

  #comeBack(): void {
    this.#connection = undefined
    this.#latencyMs = undefined
    this.#subscriptions.lost()
    if (this.#state === 'CLOSED') return
    this.#become('RECONNECTING')
    this.#retry = setTimeout(() => this.#connect(), waitMs(BACK_OFF, this.#failures, Math.random()))
    this.#failures += 1
  }

  #drop(): void {
    clearTimeout(this.#retry)
    this.#begun += 1
    const dropped = this.#connection
    this.#connection = undefined
    this.#subscriptions.lost()
    dropped?.end()
  }
}

/** A browser cannot set headers on a handshake. It sends a ticket, which a signed call requests, in the query. */
const takesHeaders = ({ WebSocket }: ClientOptions): boolean => WebSocket !== undefined || !('document' in globalThis)
