/** A channel of the socket, as a feature offers it. */
import type { Refusal } from '@parley/core'
import type { Caller } from '../http/route.ts'

/** Fed by the engine's notes of that channel, filtered by audience; lossless, can be resumed. */
export type NoteChannel = {
  readonly kind: 'notes'
  /** `rfqs`. */
  readonly name: string
  /** What its notes are called, where that is not its name: flows use the same words for different things. */
  readonly notes?: string
  /** Other spellings that clients use; the subscribed one is echoed. */
  readonly also: readonly string[]
  /** What a newcomer has to know: the current list. */
  readonly snapshot: (caller: Caller) => Promise<readonly object[]>
  /** What is told of a note, where its words are looked up when it is told and not when it was written. */
  readonly whenTold?: (data: object) => object
}

/** Fed by a source of its own; what is not read in time is replaced by newer data. */
export type StreamChannel = {
  readonly kind: 'stream'
  /** With `{name}` for parameters: `bbo.{rfq_id}`. */
  readonly pattern: string
  /** Starts pushing (the first value at once, where there is one) or refuses. Answers the function that ends it. */
  readonly open: (caller: Caller, params: Readonly<Record<string, string>>, push: (data: object) => void) => Promise<Refusal | (() => void)>
  /** Where data are changes rather than the whole: one that says both, for a client that reads slowly. */
  readonly merge?: (older: object, newer: object) => object
}

export type Channel = NoteChannel | StreamChannel
