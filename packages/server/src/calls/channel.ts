/** A socket channel, as a feature offers it. */
import type { Refusal } from '@parley/core'
import type { Caller } from './route.ts'

/** The whole list, or as much as fits in one frame, which `truncated` tells the reader. */
export type ChannelList = readonly object[] | { readonly cut: readonly object[] }

/** `rows` were requested with one more than `most`, to distinguish a complete list from a cut one. */
export const atMost = <Row>(rows: readonly Row[], most: number): { readonly rows: readonly Row[]; readonly isCut: boolean } => ({
  rows: rows.length > most ? rows.slice(0, most) : rows,
  isCut: rows.length > most,
})

export const channelList = (list: readonly object[], isCut: boolean): ChannelList => (isCut ? { cut: list } : list)

export const rowsOf = (list: ChannelList): readonly object[] => ('cut' in list ? list.cut : list)

/** Fed by the engine's notifications of that channel, filtered by audience. Lossless and resumable. */
export type NotificationChannel = {
  readonly kind: 'notifications'
  /** `rfqs`; with `{name}` for parameters if a subscription takes a part of the notifications. */
  readonly name: string
  /** The name of its notifications if it differs, because flows use the same names for different things. */
  readonly notifications?: string
  /** Other spellings that clients use. The subscribed one is echoed. */
  readonly also: readonly string[]
  /** The current list for a new subscriber. */
  readonly snapshot: (caller: Caller) => Promise<ChannelList>
  /** Completes the data at the time of sending, for names that are looked up then and not when it was stored. */
  readonly whenSent?: (data: object) => object
  /** For a name with parameters: which of its notifications and rows a subscription takes, or a refusal if there is no such name. */
  readonly select?: Select
}

export type Select = (params: Readonly<Record<string, string>>) => Refusal | Wants
/** Whether a subscription takes these data. */
export type Wants = (data: object) => boolean

/** Fed by a source of its own. Data that is not read in time is replaced by newer data. */
export type StreamChannel = {
  readonly kind: 'stream'
  /** With `{name}` for parameters: `bbo.{rfq_id}`. */
  readonly pattern: string
  /** Starts pushing (the first value immediately, if there is one) or refuses. Returns the function that ends it. */
  readonly open: (caller: Caller, params: Readonly<Record<string, string>>, push: (data: object) => void) => Promise<Refusal | (() => void)>
  /** For data that are changes and not the whole state: merges two of them for a slow reader. */
  readonly merge?: (older: object, newer: object) => object
  /** How many changes of an object a slightly late reader still gets one by one before they are merged; none by default. */
  readonly keptApart?: number
  /** For a name that covers several objects: the newest data of each object are kept, and they are sent one by one. */
  readonly thingOf?: (data: object) => string
}

export type Channel = NotificationChannel | StreamChannel

/** The style of a socket address, for flows whose published clients expect a different one. */
export type SocketStyle = {
  /** A subscription is answered with a list of its one channel, or with an object that names it. */
  readonly answersWith: 'LIST' | 'OBJECT'
  /** Responses come in the order of the requests, and subscribed channels start once the client has sent nothing for this long. */
  readonly quietMs?: number
}
