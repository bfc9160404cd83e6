/** A channel of the socket, as a feature offers it. */
import type { Refusal } from '@parley/core'
import type { Caller } from './route.ts'

/** The whole of a list, or as much of it as one frame may have, which its reader sees by `truncated`. */
export type ChannelList = readonly object[] | { readonly cut: readonly object[] }

/** `rows` were asked for with one more than `most`, so that a full list is known from a cut one. */
export const atMost = <Row>(rows: readonly Row[], most: number): { readonly rows: readonly Row[]; readonly isCut: boolean } => ({
  rows: rows.length > most ? rows.slice(0, most) : rows,
  isCut: rows.length > most,
})

export const channelList = (list: readonly object[], isCut: boolean): ChannelList => (isCut ? { cut: list } : list)

export const rowsOf = (list: ChannelList): readonly object[] => ('cut' in list ? list.cut : list)

/** Fed by the engine's notifications of that channel, filtered by audience; lossless, can be resumed. */
export type NotificationChannel = {
  readonly kind: 'notifications'
  /** `rfqs`; with `{name}` for parameters, where a subscription takes a part of the notifications. */
  readonly name: string
  /** The name of its notifications, where that is not its own: flows use the same words for different things. */
  readonly notifications?: string
  /** Other spellings that clients use; the subscribed one is echoed. */
  readonly also: readonly string[]
  /** The current list, for a newcomer. */
  readonly snapshot: (caller: Caller) => Promise<ChannelList>
  /** Completes the data when it is sent, where names are looked up then rather than when it was stored. */
  readonly whenSent?: (data: object) => object
  /** Of a name with parameters: which of its notifications and rows a subscription takes, or why there is none of that name. */
  readonly select?: Select
}

export type Select = (params: Readonly<Record<string, string>>) => Refusal | Wants
/** Whether a subscription takes what has these data. */
export type Wants = (data: object) => boolean

/** Fed by a source of its own; data not read in time is replaced by newer data. */
export type StreamChannel = {
  readonly kind: 'stream'
  /** With `{name}` for parameters: `bbo.{rfq_id}`. */
  readonly pattern: string
  /** Starts pushing (the first value at once, where there is one) or refuses. Answers the function that ends it. */
  readonly open: (caller: Caller, params: Readonly<Record<string, string>>, push: (data: object) => void) => Promise<Refusal | (() => void)>
  /** For data that are changes rather than the whole: merges two of them for a slow reader. */
  readonly merge?: (older: object, newer: object) => object
  /** How many changes of a thing a reader that is a moment late still gets one by one, before they are merged; none unless said. */
  readonly keptApart?: number
  /** Where one name speaks of several things: of each of them the newest is kept, and they are sent one by one. */
  readonly thingOf?: (data: object) => string
}

export type Channel = NotificationChannel | StreamChannel

/** How an address of the socket side speaks, where published clients of one flow expect other styles than those of the others. */
export type SocketStyle = {
  /** A subscription is answered with a list of its one channel, or with an object that names it. */
  readonly answersWith: 'LIST' | 'OBJECT'
  /** Answers come in the order of the requests, and what was subscribed begins to speak once the client has asked for nothing more for so long. */
  readonly quietMs?: number
}
