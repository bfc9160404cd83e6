/** The SDK's surface: every call of contracts through one method, every channel through one other. */
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
  /** `token` is asked at every use; `onToken` is given refreshed ones, undefined when the session has ended. */
  | {
      readonly kind: 'session'
      readonly token: () => string | undefined
      readonly onToken: (token: string | undefined, reason?: string) => void
    }

/** `false` never waits; rates may be those that the desk has been given. */
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
   * Hosts beside it, where they are apart: `api` answers `/v1` and `/v2` with their sockets, `spreads` `/v1/fs`; each is asked for what another
   * has where it is not given.
   */
  readonly hosts?: { readonly api?: string | undefined; readonly spreads?: string | undefined }
  readonly credentials?: Credentials
  readonly timeoutMs?: number
  /** How often a read, or a write with a key, is sent in all while no answer comes within the time-out; once where nothing is said. */
  readonly tries?: number
  /** Makes every call of the program, the tickets of its sockets among them: it may wait before it sends, follow what it has sent, or refuse. */
  readonly around?: <Answer>(call: Call, send: () => Promise<Answer>) => Promise<Answer>
  /**
   * Waits its turn rather than being refused: calls go out no faster than the published rates, and one that was refused with Retry-After is
   * sent again after it. By default for keys; a person reads the refusal at once.
   */
  readonly pacing?: Pacing
  /** Called with what is odd and hurts nobody: a message on an unknown channel, a frame that is not JSON. The console where nothing is said. */
  readonly warn?: ((words: string, about: unknown) => void) | undefined
  /** Socket in place of the platform's own, for Node before 22 and for tests. */
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
    /** In a browser the request goes on when its page is left; its body is at most 64 KiB. */
    readonly keepalive?: boolean
  }

/** Failures that the server did not name. */
export type LocalError = 'NetworkError' | 'Timeout' | 'Aborted' | 'NotJson'

/** The published service whose call has failed; the order book's two bases are one. */
export type Service = 'drfq' | 'grfq' | 'fs'
/** How bad a failure is for whoever reads reports of them: the network's are warnings, a request that was wrong should never have been sent. */
export type Severity = 'WARNING' | 'ERROR' | 'FATAL'

/** Every failure of a call, the server's or the network's. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly status: number
  readonly code: number | undefined
  readonly error: ErrorName | LocalError | undefined
  /** The field at fault, where the server named one. */
  readonly member: string | undefined
  /** The rest of the refusal: the rule of the rulebook, the object it speaks of. */
  readonly data: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  /** Field errors of /account/ calls. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Undefined for calls of neither flow. */
  readonly service: Service | undefined
  /** The refusal's `data` where it is a text. */
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

/** The dialect of a socket: each has a door of its own. */
export type SocketDoor = '/v2/drfq' | '/v1/grfq' | '/v1/ob' | '/v1/fs' | '/v1/vrfq'

type Described = Readonly<Record<string, { readonly data: { readonly _output: unknown } }>>
type DataIn<Channels extends Described> = { readonly [Name in keyof Channels]: Channels[Name]['data']['_output'] }
/** The data of each channel of a dialect, by the channel's name: `DirectData['rfqs']`, `GroupData['quote_book']`, `SpreadData['orders.{venue}.{kind}.{strategy_id}']`. */
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
      /** The list had no room for everything: the rest is read from its REST list. */
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
  /** Asks for the whole list again, where the listener wants one. */
  readonly refresh: () => void
}

export interface Socket {
  /** Names the dialect it speaks. */
  readonly door: SocketDoor
  readonly state: () => SocketState
  /** Milliseconds of the last heartbeat's round trip. */
  readonly latencyMs: () => number | undefined
  /** Milliseconds since anything was last received; undefined before the first time. */
  readonly silentMs: () => number | undefined
  /** `cause` says why a socket closed by itself: its key is not known, or no longer. */
  onState(listener: (state: SocketState, cause?: ClientError) => void): () => void
  /**
   * With `snapshot` the listener first receives the whole list, again after every reconnect, so that what it holds is always whole.
   * With `resume` it receives after a cut or a gap what it missed, one by one and in order; the list only where the server no longer keeps
   * that. Both together: the list first, then every change, none left out and none twice. A channel that the door does not have is an
   * error, thrown at once. `onRefused` is called when the server does not allow the channel; without it a warning is written to the console.
   */
  subscribe<Data>(
    channel: string,
    listener: (message: ChannelMessage<Data>) => void,
    options?: {
      readonly snapshot?: boolean
      readonly resume?: boolean
      readonly onRefused?: (message: string) => void
      /** Called whenever the server has confirmed the channel, again after every reconnect: nothing that is published from then on is missed. */
      readonly onSubscribed?: () => void
    },
  ): Subscription
  /** Drops the connection now and connects again: the *Try now* button. */
  reconnect(): void
  /**
   * For a program that has learned that its network is back, or that somebody looks at its page again: connects now instead of after the wait
   * that grows with every failure. A connection that works is left alone; one that has been silent for too long to be believed is dropped.
   */
  retry(): void
  close(): void
}

export interface Client {
  call<C extends Call>(call: C, input: CallInput<C>): Promise<AnswerOf<C>>
  /** One page after another until there is none. */
  pages<C extends Call>(call: C, input: CallInput<C>): AsyncIterable<AnswerOf<C>>
  /**
   * Through the door of the direct dialect where none is named. Orders that rest are cancelled when the last socket of the key is gone, unless
   * `cancelOnDisconnect: false` says otherwise: a program that only reads, with the key of one that quotes, takes nothing of that away.
   * Heartbeats are sent every 5 seconds where nothing else is said.
   */
  socket(options?: { readonly cancelOnDisconnect?: boolean; readonly door?: SocketDoor; readonly heartbeatMs?: number }): Socket
  /** The server's clock minus ours, from the answers' Date headers, ms. */
  clockSkewMs(): number
}
