/** What one client believes from its sockets alone, by door, and what the server says over REST. */
import { directBooks, marketBooks, type Client, type Socket } from '@parley/client'
import {
  directRfqCalls,
  grfqCalls,
  obCalls,
  protectionCalls,
  type GroupQuoteView,
  type OrderView,
  type RfqView,
  type TradingStopChangeView,
} from '@parley/contracts'

type Kept = Map<string, string>
export type Views = {
  readonly sockets: readonly Socket[]
  /** What differs from the server now; empty where nothing does. */
  differences(): Promise<readonly string[]>
  close(): void
}

type Message<Data> = { readonly event: string | undefined; readonly data: Data | readonly Data[] }

/** Keeps what is alive, by id, as a text of what matters. */
const keeper =
  <Data>(kept: Kept, read: (data: Data) => { readonly id: string; readonly text: string | undefined }) =>
  ({ event, data }: Message<Data>): void => {
    if (event === 'SNAPSHOT') kept.clear()
    for (const one of Array.isArray(data) ? (data as readonly Data[]) : [data as Data]) {
      const { id, text } = read(one)
      if (text === undefined) kept.delete(id)
      else kept.set(id, text)
    }
  }

const orderText = (order: OrderView) => ({
  id: order.id,
  text: order.state === 'CLOSED' ? undefined : `${order.price} ${order.quantity} ${order.pending_fill_quantity} ${order.filled_quantity}`,
})
const rfqText = (rfq: RfqView) => ({ id: rfq.id, text: rfq.state === 'OPEN' ? 'OPEN' : undefined })
const stopWords = ({ user, why }: { readonly user: string | null; readonly why: string | null }) => `${user ?? 'desk'} ${why ?? ''}`
const stopText = (stop: TradingStopChangeView) => ({
  id: `${stop.seq_group} ${stop.user ?? ''}`,
  text: stop.kind === 'STOPPED' ? stopWords(stop) : undefined,
})
const quoteText = (quote: GroupQuoteView) => ({
  id: String(quote.id),
  text: quote.status === 'OPEN' ? `${quote.price} ${quote.quantity} ${quote.remaining_quantity}` : undefined,
})

export function openViews(heard: Client, asked: Client, markets: () => readonly number[], own: () => readonly string[]): Views {
  const direct = heard.socket({ door: '/v2/drfq' })
  const grfq = heard.socket({ door: '/v1/grfq' })
  const ob = heard.socket({ door: '/v1/ob' })
  const [orders, rfqs, stops, grfqQuotes, obQuotes] = [new Map(), new Map(), new Map(), new Map(), new Map()] as [
    Kept,
    Kept,
    Kept,
    Kept,
    Kept,
  ]
  const whole = { snapshot: true, resume: true } as const
  direct.subscribe<OrderView>('orders', keeper(orders, orderText), whole)
  direct.subscribe<RfqView>('rfqs', keeper(rfqs, rfqText), { snapshot: true })
  grfq.subscribe<TradingStopChangeView>('trading_stop', keeper(stops, stopText), whole)
  const quoteOf = ({ quote }: { readonly quote: GroupQuoteView }) => quoteText(quote)
  grfq.subscribe('quote', keeper(grfqQuotes, quoteOf), whole)
  ob.subscribe('quote', keeper(obQuotes, quoteOf), { snapshot: true })
  const books = [
    { name: 'grfq', of: marketBooks(heard, grfq, '/v1/grfq') },
    { name: 'ob', of: marketBooks(heard, ob, '/v1/ob') },
  ]
  const taken = directBooks(heard, direct)

  return {
    sockets: [direct, grfq, ob],
    close: () => [direct, grfq, ob].forEach((socket) => socket.close()),
    async differences() {
      if ([direct, grfq, ob].some((socket) => socket.state() !== 'OPEN')) return ['not connected']
      const differences: string[] = []
      const compare = (what: string, here: readonly string[], there: readonly string[]) => {
        const [mine, theirs] = [[...here].sort().join('\n'), [...there].sort().join('\n')]
        if (mine !== theirs) differences.push(`${what}: here\n${mine}\nthere\n${theirs}`)
      }
      const lines = (kept: Kept) => [...kept].map(([id, text]) => `${id} ${text}`)
      const alive = (texts: readonly { id: string; text: string | undefined }[]) => texts.flatMap(({ id, text }) => (text === undefined ? [] : [`${id} ${text}`])) // prettier-ignore
      const openOrders = await asked.call(directRfqCalls.listOrders, { query: { state: ['OPEN'], page_size: 1000 } })
      compare('orders', lines(orders), alive(openOrders.results.map(orderText)))
      const openRfqs = await asked.call(directRfqCalls.listRfqs, { query: { state: ['OPEN'], page_size: 1000 } })
      compare('rfqs', lines(rfqs), alive(openRfqs.results.map(rfqText)))
      const openQuotes = await asked.call(obCalls.listQuotes, { query: { status: ['OPEN'], page_size: 1000 } })
      for (const [name, kept] of [['grfq', grfqQuotes], ['ob', obQuotes]] as const) compare(`quotes at ${name}`, lines(kept), alive(openQuotes.results.map(quoteText))) // prettier-ignore
      const standing = await asked.call(protectionCalls.getProtection, {})
      compare('stops', [...new Set(stops.values())], standing.stops.map(stopWords))
      const level = (one: { id: string | number; price: string; quantity: string }) => `${one.id} ${one.price} ${one.quantity}`
      for (const id of markets()) {
        const { asks, bids } = await asked.call(grfqCalls.getRfqQuotes, { params: { id } })
        const there = [...asks, ...bids].map((one) => level({ ...one, quantity: one.remaining_quantity }))
        for (const { name, of } of books) compare(`the book of ${id} at ${name}`, [...of.of(id).asks, ...of.of(id).bids].map(level), there)
      }
      for (const id of own()) {
        const { asks, bids } = await asked.call(directRfqCalls.getRfqOrders, { params: { id } })
        compare(`the orders in ${id}`, [...taken.of(id).asks, ...taken.of(id).bids].map(level), [...asks, ...bids].map(level))
      }
      return differences
    },
  }
}
