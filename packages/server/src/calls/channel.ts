/** A channel of the socket, as a feature offers it. */
import type { Refusal } from '@parley/core'
import type { Caller } from './route.ts'

/** Fed by the engine's notifications of that channel, filtered by audience; lossless, can be resumed. */
export type NotificationChannel = {
  readonly kind: 'notifications'
  /** `rfqs`. */
  readonly name: string
  /** The name of its notifications, where that is not its own: flows use the same words for different things. */
  readonly notifications?: string
  /** Other spellings that clients use; the subscribed one is echoed. */
  readonly also: readonly string[]
  /** The current list, for a newcomer. */
  readonly snapshot: (caller: Caller) => Promise<readonly object[]>
  /** Completes the data when it is sent, where names are looked up then rather than when it was stored. */
  readonly whenSent?: (data: object) => object
}

/** Fed by a source of its own; data not read in time is replaced by newer data. */
export type StreamChannel = {
  readonly kind: 'stream'
  /** With `{name}` for parameters: `bbo.{rfq_id}`. */
  readonly pattern: string
  /** Starts pushing (the first value at once, where there is one) or refuses. Answers the function that ends it. */
  readonly open: (caller: Caller, params: Readonly<Record<string, string>>, push: (data: object) => void) => Promise<Refusal | (() => void)>
  /** For data that are changes rather than the whole: merges two of them for a slow reader. */
  readonly merge?: (older: object, newer: object) => object
}

export type Channel = NotificationChannel | StreamChannel
