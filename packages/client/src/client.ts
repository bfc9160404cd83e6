/** The SDK's surface: every call of contracts through one method, every channel through one other. */
import type { AnswerOf, BodyOf, Call, ErrorName, ParamsOf, QueryOf, ChannelEvent } from '@parley/contracts'

export type Credentials =
  | { readonly kind: 'key'; readonly accessKey: string; readonly secretKey: string }
  /** `token` is asked at every use; `onToken` hears refreshed ones, undefined when the session has ended. */
  | {
      readonly kind: 'session'
      readonly token: () => string | undefined
      readonly onToken: (token: string | undefined, reason?: string) => void
    }

export type ClientOptions = {
  /** `http://localhost:4000`; empty in a browser on the same origin. */
  readonly baseUrl: string
  readonly credentials?: Credentials
  readonly timeoutMs?: number
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
  Given<'body', BodyOf<C>> & { readonly idempotencyKey?: string; readonly signal?: AbortSignal }

/** Every failure of a call, the server's or the network's. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly status: number
  readonly code: number | undefined
  readonly error: ErrorName | 'NetworkError' | 'Timeout' | 'Aborted' | undefined
  /** The field at fault, where the server named one. */
  readonly member: string | undefined
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  /** Field errors of /account/ calls. */
  readonly fields: Readonly<Record<string, readonly string[]>>

  constructor(
    message: string,
    about: {
      status: number
      code?: number | undefined
      error?: ErrorName | 'NetworkError' | 'Timeout' | 'Aborted' | undefined
      member?: string | undefined
      retryAfterMs?: number | undefined
      requestId?: string | undefined
      fields?: Readonly<Record<string, readonly string[]>> | undefined
    },
  ) {
    super(message)
    this.status = about.status
    this.code = about.code
    this.error = about.error
    this.member = about.member
    this.retryAfterMs = about.retryAfterMs
    this.requestId = about.requestId
    this.fields = about.fields ?? {}
  }
}

/** Which flow a socket speaks of: each has a door of its own. */
export type SocketDoor = '/v2/drfq' | '/v1/grfq' | '/v1/ob'

export type SocketState = 'CONNECTING' | 'OPEN' | 'RECONNECTING' | 'CLOSED'

export type ChannelMessage<Data> =
  | { readonly event: 'SNAPSHOT'; readonly data: readonly Data[]; readonly seqGroup: number; readonly seqNum: number }
  | {
      readonly event: Exclude<ChannelEvent, 'SNAPSHOT'> | undefined
      readonly data: Data
      readonly seqGroup: number
      readonly seqNum: number
    }

export type Subscription = { readonly unsubscribe: () => void }

export interface Socket {
  readonly state: () => SocketState
  /** Milliseconds of the last heartbeat's round trip. */
  readonly latencyMs: () => number | undefined
  onState(listener: (state: SocketState) => void): () => void
  /**
   * With `snapshot` the listener first hears the whole list, again after every reconnect, so that what it holds is always whole.
   * `onRefused` hears when the server does not allow the channel.
   */
  subscribe<Data>(
    channel: string,
    listener: (message: ChannelMessage<Data>) => void,
    options?: { readonly snapshot?: boolean; readonly onRefused?: (message: string) => void },
  ): Subscription
  /** Drops the connection now and connects again: the *Try now* button. */
  reconnect(): void
  close(): void
}

export interface Client {
  call<C extends Call>(call: C, input: CallInput<C>): Promise<AnswerOf<C>>
  /** One page after another until there is none. */
  pages<C extends Call>(call: C, input: CallInput<C>): AsyncIterable<AnswerOf<C>>
  /** Through the door of the direct flow where none is named. */
  socket(options?: { readonly cancelOnDisconnect?: boolean; readonly door?: SocketDoor }): Socket
  /** The server's clock minus ours, from the answers' Date headers, ms. */
  clockSkewMs(): number
}
