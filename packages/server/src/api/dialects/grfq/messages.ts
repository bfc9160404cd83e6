/** The messages of a decision about the order book: their audience, channel and data. */
import { restingQuantity, type DeskId, type Quantity, type Rfq, type Trade } from '@parley/core'
import type { BookQuoteView, GroupBase } from '@parley/contracts'
import { publicAt } from '../../../calls/offer.ts'
import type { Message } from '../../../engine/engine.ts'
import type { OrderChange, RfqChange } from '../../../rfq/changes.ts'
import { presentBookQuote, presentMarket, presentOrder, presentQuote, presentAggressorOrder, presentTape, presentTrade } from './present.ts'

/** Internal names of these messages. Each base path has its own names for them. */
export const outbox = {
  rfq: 'group.rfq',
  quote: 'group.quote',
  quoteBook: 'group.quote_book',
  quoteStatus: 'ob.quote_status',
  order: { '/v1/ob': 'ob.order', '/v1/grfq': 'group.order' },
  trade: { '/v1/ob': 'ob.trade', '/v1/grfq': 'grfq.trade' },
  tape: 'group.trade_tape',
} as const

const BASES: readonly GroupBase[] = ['/v1/ob', '/v1/grfq']

export const messagesOf = (change: RfqChange): readonly Message[] => [
  ...rfqMessages(change),
  ...change.orders.flatMap((one) => orderMessages(change.rfq, one, wordsOfVenue(change, one))),
  ...change.orders.flatMap((one) => aggressorOrderMessages(change, one)),
  ...change.orders.flatMap((one) => bookMessages(change.rfq, one)),
  ...change.trades.flatMap(({ trade, isNew }) => tradeMessages(change.rfq, trade, isNew)),
]

/** The venue's reason, if the change rejects one of the order's trades. */
const wordsOfVenue = (change: RfqChange, { order: { id } }: OrderChange): VenueWords =>
  wordsAbout(change, ({ makerOrder, takerOrder }) => makerOrder === id || takerOrder === id)

type VenueWords = { readonly venue_error?: string }

function wordsAbout({ trades }: RfqChange, isAbout: (trade: Trade) => boolean): VenueWords {
  const rejected = trades.find(({ trade }) => trade.rejection !== undefined && isAbout(trade))
  return rejected?.trade.rejection === undefined ? {} : { venue_error: rejected.trade.rejection }
}

function rfqMessages({ rfq, isNew, isEnding, hasSettled, declined }: RfqChange): readonly Message[] {
  if (!isNew && !isEnding && !hasSettled && declined.size === 0) return []
  const kind = isNew ? 'ADDED' : isEnding ? 'REMOVED' : 'UPDATED'
  return [{ audience: publicAt(rfq.venue), channel: outbox.rfq, event: kind, data: { kind, rfq: presentMarket(rfq) } }]
}

const own = (desk: DeskId, channel: string, event: Message['event'], data: object): Message => ({
  audience: `desk:${desk}`,
  channel,
  event,
  data,
})

const eventOf = (isNew: boolean, isOver: boolean): Message['event'] => (isOver ? 'REMOVED' : isNew ? 'ADDED' : 'UPDATED')

function orderMessages(market: Rfq, change: OrderChange, words: VenueWords): readonly Message[] {
  const { order: quote, isNew } = change
  const { desk } = quote.actor
  const isOver = quote.state === 'CLOSED' && quote.pending === 0
  const event = eventOf(isNew, isOver)
  if (quote.kind === 'CROSS') {
    const kind = isNew ? 'NEW' : isOver ? 'REMOVED' : 'UPDATED'
    const data = { kind, order: presentOrder(market, quote), ...words }
    return BASES.map((base) => own(desk, outbox.order[base], event, data))
  }
  const view = presentQuote(market, quote)
  const sent = own(desk, outbox.quote, event, { kind: quoteKind(change), quote: view, ...words })
  const kind = statusKind(change)
  if (kind === undefined) return [sent]
  const status = { kind, quote: view, client_order_id: view.client_order_id, error: null, ...words }
  return [sent, own(desk, outbox.quoteStatus, event, status)]
}

const AGGRESSOR_KIND = { BEGUN: 'NEW', GOES_ON: 'UPDATED', OVER: 'REMOVED' } as const
const AGGRESSOR_EVENT = { BEGUN: 'ADDED', GOES_ON: 'UPDATED', OVER: 'REMOVED' } as const

/** A quote that crossed is an order of its desk in `/v1/ob` (decision 0395). */
function aggressorOrderMessages(change: RfqChange, { order: quote, aggressorOrder: stage }: OrderChange): readonly Message[] {
  if (stage === undefined) return []
  const words = wordsAbout(change, ({ takerOrder }) => takerOrder === quote.id)
  const order = presentAggressorOrder(change.rfq, quote)
  return [own(quote.actor.desk, outbox.order['/v1/ob'], AGGRESSOR_EVENT[stage], { kind: AGGRESSOR_KIND[stage], order, ...words })]
}

type QuoteKind = 'NEW' | 'UPDATED' | 'PENDING_FILL' | 'CANCELED' | 'FILLED'

/** The kind is the effect of this decision. The published combinations are NEW with OPEN, CANCELED with CLOSED, and PENDING_FILL with CLOSED once no quantity is resting. */
function quoteKind({ order: { state, pending, canceled }, isNew, isMatched, canceledFor }: OrderChange): QuoteKind {
  if (isNew && state === 'OPEN') return 'NEW'
  if (isMatched) return 'PENDING_FILL'
  if (state === 'OPEN') return 'UPDATED'
  // A cancelled quote is closed for its desk, whatever the venue reports about another part of it.
  if (canceledFor !== undefined && canceledFor !== 'SETTLEMENT_REJECTED') return 'CANCELED'
  if (pending > 0) return 'UPDATED'
  return canceled > 0 ? 'CANCELED' : 'FILLED'
}

/** The outcome of a command, or of a cancellation by the venue or a protection. Trades and settlements are not commands of the desk. */
function statusKind({ order, isNew, isReplaced, canceledFor }: OrderChange): 'ACCEPTED' | 'REPLACED' | 'CANCELED' | undefined {
  if (isNew) return 'ACCEPTED'
  if (canceledFor === undefined) return isReplaced ? 'REPLACED' : undefined
  return order.state === 'CLOSED' ? 'CANCELED' : 'REPLACED'
}

/**
 * Contains nothing hidden and nothing that was never in the book. A quote that becomes hidden is removed as last shown. A changed quote is ADDED
 * under the id that it already had, because readers of the published format know no other event (decision 0395).
 */
function bookMessages(rfq: Rfq, { order, isNew, isBookChanged, lastShown, isNowShown }: OrderChange): readonly Message[] {
  if (lastShown !== undefined) return [inBook(rfq, 'REMOVED', presentBookQuote(rfq, { ...order, ...lastShown, quantity: NO_QUANTITY }))]
  const isComing = isNew || isNowShown
  if (!isBookChanged || order.isHidden || order.kind === 'CROSS' || (isComing && order.state === 'CLOSED')) return []
  return [
    inBook(rfq, order.state === 'CLOSED' ? 'REMOVED' : 'ADDED', presentBookQuote(rfq, { ...order, quantity: restingQuantity(order) })),
  ]
}

const NO_QUANTITY = 0 as Quantity
const inBook = ({ venue }: Rfq, kind: Message['event'], quote: BookQuoteView): Message => ({
  audience: publicAt(venue),
  channel: outbox.quoteBook,
  event: kind,
  data: { kind, quote },
})

const TRADE_KIND = { PENDING_SETTLEMENT: 'PENDING', FILLED: 'COMPLETED', REJECTED: 'REJECTED' } as const
function tradeMessages(market: Rfq, match: Trade, isNew: boolean): readonly Message[] {
  const sent = BASES.flatMap((base) =>
    [match.taker, match.maker].map((desk) => {
      const trade = presentTrade(market, match, desk, base)
      const error = match.rejection === undefined ? {} : { venue_error: match.rejection }
      return own(desk, outbox.trade[base], isNew ? 'ADDED' : 'UPDATED', { kind: TRADE_KIND[match.state], trade, ...error })
    }),
  )
  const tape = presentTape(market, match)
  if (tape === undefined) return sent
  return [...sent, { audience: publicAt(market.venue), channel: outbox.tape, event: 'ADDED', data: { kind: 'ADDED', trade: tape } }]
}
