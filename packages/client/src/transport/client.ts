/** The interface of the SDK: every call of contracts through one method, every channel through another. */
import type {
  AnswerOf,
  BodyOf,
  Call,
  ChannelEvent,
  channels,
  ErrorName,
  groupChannels,
  ParamsOf,
  QueryOf,
  RollingRate,
  spreadChannels,
  vaultChannels,
} from '@parley/contracts'

export type Credentials =
  | { readonly kind: 'key'; readonly accessKey: string; readonly secretKey: string }
  /** `token` is read at every use. `onToken` receives refreshed tokens, and undefined when the session has ended. */
  | {
      readonly kind: 'session'
      readonly token: () => string | undefined
      readonly onToken: (token: string | undefined, reason?: string) => void
    }

/** `false` never waits. The rates can be those that were set for the desk. */
export type Pacing =
  | false
  | {
      readonly calls?: RollingRate
      readonly rfqs?: RollingRate
      readonly spreadReads?: RollingRate
      readonly spreadWrites?: RollingRate
    }

export type ClientOptions = {
  /** `http://localhost:4000`; empty in a browser on the same origin. */
  readonly baseUrl: string
  /**
   * Additional hosts, if they are separate: `api` serves `/v1` and `/v2` with their sockets, `spreads` serves `/v1/fs`. If one is omitted, its calls
   * go to the base address.
   */
  readonly hosts?: { readonly api?: string | undefined; readonly spreads?: string | undefined }
  readonly credentials?: Credentials
  readonly timeoutMs?: number
  /** The total number of times that a read, or a write with a key, is sent while no response arrives within the timeout. The default is one. */
  readonly tries?: number
  /** Wraps every call of the program, including the tickets of its sockets. It can wait before sending, observe the result, or refuse. */
  readonly around?: <Answer>(call: Call, send: () => Promise<Answer>) => Promise<Answer>
  /**
   * Waits for its turn instead of being refused: calls are sent no faster than the published rates, and a call refused with Retry-After is sent again
   * after that time. Default for keys. A person gets the refusal immediately.
   */
  readonly pacing?: Pacing
  /** Called with harmless anomalies: a message on an unknown channel, a frame that is not JSON. The default is the console. */
  readonly warn?: ((words: string, about: unknown) => void) | undefined
  /** A WebSocket class to use instead of the platform's own, for Node before 22 and for tests. */
  readonly WebSocket?: typeof globalThis.WebSocket
}

type Given<Name extends string, T> = [T] extends [never]
  ? unknown
  : undefined extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T }
export type CallInput<C> = Given<'params', ParamsOf<C>> &
  Given<'query', QueryOf<C>> &
  Given<'body', BodyOf<C>> & {
    readonly idempotencyKey?: string
    readonly signal?: AbortSignal
    /** Replaces the client's own number of `tries` for this call. */
    readonly tries?: number
    /** In a browser, the request continues when its page is closed. Its body must be at most 64 KiB. */
    readonly keepalive?: boolean
  }

/** Failures that did not come from the server. */
export type LocalError = 'NetworkError' | 'Timeout' | 'Aborted' | 'NotJson'

/** The published service of the failed call. The two base paths of the order book are one service. */
export type Service = 'drfq' | 'grfq' | 'fs'
/** How serious a failure is in error reports. Network failures are warnings; an invalid request should never have been sent. */
export type Severity = 'WARNING' | 'ERROR' | 'FATAL'

/** Every failure of a call, caused by the server or the network. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly status: number
  readonly code: number | undefined
  readonly error: ErrorName | LocalError | undefined
  /** The invalid field, if the server named one. */
  readonly member: string | undefined
  /** The rest of the refusal: the rule of the rulebook and the object that it concerns. */
  readonly data: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  /** Field errors of /account/ calls. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Undefined for calls that belong to no flow. */
  readonly service: Service | undefined
  /** The refusal's `data` if it is a text. */
  readonly dataText: string | undefined

  constructor(
    message: string,
    about: {
      status: number
      code?: number | undefined
      error?: ErrorName | LocalError | undefined
      member?: string | undefined
      data?: Readonly<Record<string, unknown>> | undefined
      cause?: unknown
      retryAfterMs?: number | undefined
      requestId?: string | undefined
      fields?: Readonly<Record<string, readonly string[]>> | undefined
      service?: Service | undefined
      dataText?: string | undefined
    },
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.status = about.status
    this.code = about.code
    this.error = about.error
    this.member = about.member
    this.data = about.data ?? {}
    this.retryAfterMs = about.retryAfterMs
    this.requestId = about.requestId
    this.fields = about.fields ?? {}
    this.service = about.service
    this.dataText = about.dataText
  }

  get severity(): Severity {
    if (this.status === 0 || this.error === 'NotJson') return 'WARNING'
    return this.status === 400 ? 'FATAL' : 'ERROR'
  }
}

/** The dialect of a socket; each has its own path. */
export type SocketDoor = '/v2/drfq' | '/v1/grfq' | '/v1/ob' | '/v1/fs' | '/v1/vrfq'

type Described = Readonly<Record<string, { readonly data: { readonly _output: unknown } }>>
type DataIn<Channels extends Described> = { readonly [Name in keyof Channels]: Channels[Name]['data']['_output'] }
/**
 * The data of each channel of a dialect, by the channel's name: `DirectData['rfqs']`, `GroupData['quote_book']`,
 * `SpreadData['orders.{venue}.{kind}.{strategy_id}']`.
 */
export type DirectData = DataIn<typeof channels>
export type GroupData = DataIn<typeof groupChannels>
export type SpreadData = DataIn<typeof spreadChannels>
export type VaultData = DataIn<typeof vaultChannels>

export type SocketState = 'CONNECTING' | 'OPEN' | 'RECONNECTING' | 'CLOSED'

export type ChannelMessage<Data> =
  | {
      readonly event: 'SNAPSHOT'
      readonly data: readonly Data[]
      readonly seqGroup: number
      readonly seqNum: number
      /** The list was truncated; read the rest from its REST list. */
      readonly isCut?: true
    }
  | {
      readonly event: Exclude<ChannelEvent, 'SNAPSHOT'> | undefined
      readonly data: Data
      readonly seqGroup: number
      readonly seqNum: number
    }

export type Subscription = {
  readonly unsubscribe: () => void
  /** Requests the whole list again, if the listener needs it. */
  readonly refresh: () => void
}

export interface Socket {
  /** The dialect of the socket. */
  readonly door: SocketDoor
  readonly state: () => SocketState
  /** Milliseconds of the last heartbeat's round trip. */
  readonly latencyMs: () => number | undefined
  /** Milliseconds since anything was last received; undefined before the first time. */
  readonly silentMs: () => number | undefined
  /** `cause` is the reason why a socket closed for good: its key is unknown or was revoked. */
  onState(listener: (state: SocketState, cause?: ClientError) => void): () => void
  /**
   * With `snapshot` the listener first receives the whole list, and again after every reconnect, so that its data is always complete. With `resume`
   * it receives, after a disconnect or a gap, what it missed, one by one and in order, or the list if the server no longer stores that. With both it
   * receives the list first, then every change exactly once. A channel that the door does not have throws at once. `onRefused` is called when the
   * server does not allow the channel; without it a warning is written to the console.
   */
  subscribe<Data>(
    channel: string,
    listener: (message: ChannelMessage<Data>) => void,
    options?: {
      readonly snapshot?: boolean
      readonly resume?: boolean
      readonly onRefused?: (message: string) => void
      /** Called whenever the server has confirmed the channel, and again after every reconnect: nothing published from then on is missed. */
      readonly onSubscribed?: () => void
    },
  ): Subscription
  /** Drops the connection and connects again at once: the *Try now* button. */
  reconnect(): void
  /**
   * For a program that has learned that its network is back, or that its page is visible again: connects at once instead of after the back-off. A
   * working connection is left alone; one that has been silent for too long is dropped.
   */
  retry(): void
  close(): void
}

export interface Client {
  call<C extends Call>(call: C, input: CallInput<C>): Promise<AnswerOf<C>>
  /** All pages, one after the other. */
  pages<C extends Call>(call: C, input: CallInput<C>): AsyncIterable<AnswerOf<C>>
  /**
   * The default is the door of the direct dialect. Resting orders are cancelled when the last socket of the key is closed, unless
   * `cancelOnDisconnect` is false. A program that only reads, with the key of another program that quotes, does not change that. Heartbeats are sent
   * every 5 seconds by default.
   */
  socket(options?: { readonly cancelOnDisconnect?: boolean; readonly door?: SocketDoor; readonly heartbeatMs?: number }): Socket
  /** The server's clock minus ours, from the responses' Date headers, ms. */
  clockSkewMs(): number
}
