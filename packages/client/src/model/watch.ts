/** Changes of the market in the types of the model: one function for each list, over the sockets of all opened dialects. */
import type {
  BboView,
  BookQuoteView,
  GroupBboView,
  GroupOrderView,
  GroupQuoteView,
  GroupRfqView,
  GroupTapeTradeView,
  GroupTradeView,
} from '@parley/contracts'
import type { ChannelMessage, Socket, Subscription } from '../transport/client.ts'
import type { Level } from './book.ts'
import { numberOf } from './command.ts'
import { levelFromDrfq, orderFromDrfq, rfqFromDrfq, tapeTradeFromDrfq, tradeFromDrfq } from './from-drfq.ts'
import { levelFromGrfq, orderFromQuote, orderFromGroupOrder, rfqFromGrfq, tapeTradeFromGrfq, tradeFromGrfq } from './from-grfq.ts'
import type { Order } from './order.ts'
import type { Audience, Rfq, RfqRef, TradingFlow } from './rfq.ts'
import { screenFromDrfq, screenFromGrfq, type Screen } from './screen.ts'
import type { TapeTrade, Trade } from './trade.ts'

type Position<Flow> = { readonly audience: Flow; readonly seqGroup: number; readonly seqNum: number }

export type ModelChange<T, Flow extends TradingFlow = Audience> =
  /**
   * The list of one channel. `gone` were on it before and are no longer in it. If a list was truncated, `gone` is empty, because absence then proves
   * nothing.
   */
  | (Position<Flow> & { readonly event: 'SNAPSHOT'; readonly data: readonly T[]; readonly gone: readonly string[]; readonly isCut?: true })
  | (Position<Flow> & { readonly event: 'ADDED' | 'UPDATED' | 'REMOVED'; readonly data: T })

export type WatchOptions<Flow extends TradingFlow = Audience> = {
  /** If true, missed changes are sent one by one after a lost connection. Otherwise the whole list is sent again. */
  readonly resume?: boolean
  /** Called with a channel that the server does not allow, and the reason. */
  readonly onRefused?: (message: string, audience: Flow, channel: string) => void
}

export type Listener<T, Flow extends TradingFlow = Audience> = (change: ModelChange<T, Flow>) => void

/** How one dialect provides the data: on which channel, and how it is converted. Undefined if a message contains nothing new. */
export type Source<T, Flow extends TradingFlow = Audience> = {
  readonly audience: Flow
  readonly channel: string
  readonly read: (data: never) => T | undefined
  /** Nothing is removed from a list that only grows, so its ids do not have to be stored. */
  readonly onlyGrows?: boolean
}

type Sources<T> = { readonly drfq: Source<T>; readonly grfq: readonly Source<T>[] }

const direct = <View, T>(channel: string, read: (view: View) => T): Source<T> => ({ audience: 'DIRECT', channel, read })
const book = <Data, T>(channel: string, read: (data: Data) => T | undefined): Source<T> => ({ audience: 'ORDER_BOOK', channel, read })
const growing = <T>(source: Source<T>): Source<T> => ({ ...source, onlyGrows: true })

const rfqs: Sources<Rfq> = {
  drfq: direct('rfqs', rfqFromDrfq),
  grfq: [book('rfq', ({ rfq }: { rfq: GroupRfqView }) => rfqFromGrfq(rfq))],
}
const orders: Sources<Order> = {
  drfq: direct('orders', orderFromDrfq),
  grfq: [
    book('quote', ({ quote }: { quote: GroupQuoteView }) => orderFromQuote(quote)),
    book('order', ({ order }: { order: GroupOrderView }) => (order.quote_id === null ? orderFromGroupOrder(order) : undefined)),
  ],
}
const trades: Sources<Trade> = {
  drfq: direct('trades', tradeFromDrfq),
  grfq: [book('trade', ({ trade }: { trade: GroupTradeView }) => tradeFromGrfq(trade))],
}
const tape: Sources<TapeTrade> = {
  drfq: growing(direct('trade_tape', tapeTradeFromDrfq)),
  grfq: [growing(book('trade_tape', ({ trade }: { trade: GroupTapeTradeView }) => tapeTradeFromGrfq(trade)))],
}
const levels: Sources<Level> = {
  drfq: direct('rfq_orders', levelFromDrfq),
  grfq: [book('quote_book', ({ quote }: { quote: BookQuoteView }) => levelFromGrfq(quote))],
}

/** RFQs of the desk, and every order book. REMOVED ones are closed. */
export const watchRfqs = (sockets: readonly Socket[], listener: Listener<Rfq>, options?: WatchOptions): Subscription =>
  watch(sockets, rfqs, listener, options)

/** The desk's own. REMOVED orders have ended: they do not rest and have nothing pending. */
export const watchOrders = (sockets: readonly Socket[], listener: Listener<Order>, options?: WatchOptions): Subscription =>
  watch(sockets, orders, listener, options)

/** The desk's own, from their agreement to the venue's answer. */
export const watchTrades = (sockets: readonly Socket[], listener: Listener<Trade>, options?: WatchOptions): Subscription =>
  watch(sockets, trades, listener, options)

/** All settled trades. */
export const watchTape = (sockets: readonly Socket[], listener: Listener<TapeTrade>, options?: WatchOptions): Subscription =>
  watch(sockets, tape, listener, options)

/** Quotes that are visible to the desk: the makers' in its own RFQs, and all of every order book. */
export const watchLevels = (sockets: readonly Socket[], listener: Listener<Level>, options?: WatchOptions): Subscription =>
  watch(sockets, levels, listener, options)

/** The venue's screen prices of one RFQ's structure, at most twice a second. */
export function watchScreen(sockets: readonly Socket[], rfq: RfqRef, listener: (screen: Screen) => void): Subscription {
  const { audience } = rfq
  const socket = sockets.find((one) => audienceOf(one) === audience)
  if (socket === undefined) throw new TypeError(`${rfq.id} needs a socket of its dialect.`)
  if (audience === 'DIRECT')
    return socket.subscribe<BboView>(`bbo.${rfq.id}`, ({ event, data }) => event !== 'SNAPSHOT' && listener(screenFromDrfq(data)))
  return socket.subscribe<GroupBboView>(`bbo.${numberOf(rfq)}`, ({ event, data }) => event !== 'SNAPSHOT' && listener(screenFromGrfq(data)))
}

const audienceOf = ({ door }: Socket): Audience => (door === '/v2/drfq' ? 'DIRECT' : 'ORDER_BOOK')

/** In `/v1/ob` every order is also a quote. */
const sourcesAt = <T>({ door }: Socket, { drfq, grfq }: Sources<T>): readonly Source<T>[] =>
  door === '/v2/drfq' ? [drfq] : door === '/v1/ob' ? grfq.filter(({ channel }) => channel !== 'order') : grfq

function watch<T extends { readonly id: string }>(
  sockets: readonly Socket[],
  sources: Sources<T>,
  listener: Listener<T>,
  options: WatchOptions = {},
): Subscription {
  const all = sockets.flatMap((socket) => sourcesAt(socket, sources).map((source) => subscribe(socket, source, listener, options)))
  return {
    unsubscribe: () => all.forEach((one) => one.unsubscribe()),
    refresh: () => all.forEach((one) => one.refresh()),
  }
}

/** One list of one dialect on its socket. */
export function subscribe<T extends { readonly id: string }, Flow extends TradingFlow>(
  socket: Socket,
  source: Source<T, Flow>,
  listener: Listener<T, Flow>,
  { resume = false, onRefused }: WatchOptions<Flow>,
): Subscription {
  const { audience, channel } = source
  const toChange = source.onlyGrows ? changeOf(source) : remembering(changeOf(source))
  return socket.subscribe<never>(
    channel,
    (message) => {
      const change = toChange(message)
      if (change !== undefined) listener(change)
    },
    { snapshot: true, resume, ...(onRefused === undefined ? {} : { onRefused: (words: string) => onRefused(words, audience, channel) }) },
  )
}

type Reader<T, Flow extends TradingFlow> = (message: ChannelMessage<never>) => ModelChange<T, Flow> | undefined

const changeOf =
  <T, Flow extends TradingFlow>({ audience, read }: Source<T, Flow>): Reader<T, Flow> =>
  (message) => {
    const { event = 'UPDATED', data, seqGroup, seqNum } = message
    if (event === 'SNAPSHOT') {
      const list = (data as readonly never[]).flatMap((one) => read(one) ?? [])
      return { event, audience, seqGroup, seqNum, data: list, gone: [], ...('isCut' in message ? { isCut: true } : {}) }
    }
    const one = read(data as never)
    return one === undefined ? undefined : { event, audience, seqGroup, seqNum, data: one }
  }

/** Stores the current ids, so that a new list can report which are gone. */
function remembering<T extends { readonly id: string }, Flow extends TradingFlow>(toChange: Reader<T, Flow>): Reader<T, Flow> {
  let known = new Set<string>()
  return (message) => {
    const change = toChange(message)
    if (change === undefined) return undefined
    if (change.event === 'SNAPSHOT') {
      const before = known
      known = new Set([...(change.isCut === true ? before : []), ...change.data.map(({ id }) => id)])
      return { ...change, gone: [...before].filter((id) => !known.has(id)) }
    }
    if (change.event === 'REMOVED') known.delete(change.data.id)
    else known.add(change.data.id)
    return change
  }
}
