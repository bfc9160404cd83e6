/** Who is told what of a decision in the order-book markets, on which channel. */
import { restingOfQuote, type DeskId, type GroupMarket, type Match, type Quantity } from '@parley/core'
import type { BookQuoteView, GroupBase } from '@parley/contracts'
import type { Note } from '../engine/engine.ts'
import type { TouchedMarket, TouchedQuote } from './touched.ts'
import { presentBookQuote, presentMarket, presentOrder, presentQuote, presentTaking, presentTape, presentTrade } from './wire.ts'

type OwnNote = Omit<Note, 'shard' | 'seq'>

/** What the notes of this flow are called inside; each base spells them in its own way. */
export const noted = {
  rfq: 'group.rfq',
  quote: 'group.quote',
  quoteBook: 'group.quote_book',
  quoteStatus: 'ob.quote_status',
  order: { '/v1/ob': 'ob.order', '/v1/grfq': 'group.order' },
  trade: { '/v1/ob': 'ob.trade', '/v1/grfq': 'grfq.trade' },
  tape: 'group.trade_tape',
} as const

const BASES: readonly GroupBase[] = ['/v1/ob', '/v1/grfq']

export const notesOf = (touched: TouchedMarket): readonly OwnNote[] => [
  ...marketNotes(touched),
  ...touched.quotes.flatMap((one) => quoteNotes(touched.market, one, wordsOfVenue(touched, one))),
  ...touched.quotes.flatMap((one) => takingNotes(touched, one)),
  ...touched.quotes.flatMap((one) => bookNotes(touched.market, one)),
  ...touched.matches.flatMap(({ match, isNew }) => matchNotes(touched.market, match, isNew)),
]

/** Why the venue rejected what the quote or order had agreed, where this is about that. */
const wordsOfVenue = (touched: TouchedMarket, { quote: { id } }: TouchedQuote): VenueWords =>
  wordsAbout(touched, ({ makerQuote, takerQuote }) => makerQuote === id || takerQuote === id)

type VenueWords = { readonly venue_error?: string }

function wordsAbout({ matches }: TouchedMarket, isAbout: (match: Match) => boolean): VenueWords {
  const rejected = matches.find(({ match }) => match.rejection !== undefined && isAbout(match))
  return rejected?.match.rejection === undefined ? {} : { venue_error: rejected.match.rejection }
}

function marketNotes({ market, isNew, isEnded, hasTraded, isDeclined }: TouchedMarket): readonly OwnNote[] {
  if (!isNew && !isEnded && !hasTraded && !isDeclined) return []
  const kind = isNew ? 'ADDED' : isEnded ? 'REMOVED' : 'UPDATED'
  return [{ audience: 'everybody', channel: noted.rfq, event: kind, data: { kind, rfq: presentMarket(market) } }]
}

const own = (desk: DeskId, channel: string, event: Note['event'], data: object): OwnNote => ({
  audience: `desk:${desk}`,
  channel,
  event,
  data,
})

const eventOf = (isNew: boolean, isOver: boolean): Note['event'] => (isOver ? 'REMOVED' : isNew ? 'ADDED' : 'UPDATED')

function quoteNotes(market: GroupMarket, touched: TouchedQuote, words: VenueWords): readonly OwnNote[] {
  const { quote, isNew } = touched
  const { desk } = quote.actor
  const isOver = quote.state === 'CLOSED' && quote.pending === 0
  const event = eventOf(isNew, isOver)
  if (quote.form === 'ORDER') {
    const kind = isNew ? 'NEW' : isOver ? 'REMOVED' : 'UPDATED'
    const data = { kind, order: presentOrder(market, quote), ...words }
    return BASES.map((base) => own(desk, noted.order[base], event, data))
  }
  const view = presentQuote(market, quote)
  const told = own(desk, noted.quote, event, { kind: quoteKind(touched), quote: view, ...words })
  const kind = statusKind(touched)
  if (kind === undefined) return [told]
  const status = { kind, quote: view, client_order_id: view.client_order_id, error: null, ...words }
  return [told, own(desk, noted.quoteStatus, event, status)]
}

const TAKING_KIND = { BEGUN: 'NEW', GOES_ON: 'UPDATED', OVER: 'REMOVED' } as const
const TAKING_EVENT = { BEGUN: 'ADDED', GOES_ON: 'UPDATED', OVER: 'REMOVED' } as const

/** What a quote took is an order of its desk in `/v1/ob` (decision 414). */
function takingNotes(touched: TouchedMarket, { quote, taking }: TouchedQuote): readonly OwnNote[] {
  if (taking === undefined) return []
  const words = wordsAbout(touched, ({ takerQuote }) => takerQuote === quote.id)
  const order = presentTaking(touched.market, quote, taking === 'OVER' ? 'CLOSED' : 'OPEN')
  return [own(quote.actor.desk, noted.order['/v1/ob'], TAKING_EVENT[taking], { kind: TAKING_KIND[taking], order, ...words })]
}

type QuoteKind = 'NEW' | 'UPDATED' | 'PENDING_FILL' | 'CANCELED' | 'FILLED'

/** What this decision did to it. Published are NEW with OPEN, CANCELED with CLOSED, and PENDING_FILL with CLOSED once nothing rests. */
function quoteKind({ quote: { state, pending, canceled }, isNew, isMatched, canceledFor }: TouchedQuote): QuoteKind {
  if (isNew && state === 'OPEN') return 'NEW'
  if (isMatched) return 'PENDING_FILL'
  if (state === 'OPEN') return 'UPDATED'
  // Called back, it is over for its desk, whatever the venue will say of another part.
  if (canceledFor !== undefined && canceledFor !== 'SettlementRejected') return 'CANCELED'
  if (pending > 0) return 'UPDATED'
  return canceled > 0 ? 'CANCELED' : 'FILLED'
}

/** What became of a command, or what the venue or a protection took from the quote; what trades and settles is no command of the desk's. */
function statusKind({ quote, isNew, isReplaced, canceledFor }: TouchedQuote): 'ACCEPTED' | 'REPLACED' | 'CANCELED' | undefined {
  if (isNew) return 'ACCEPTED'
  if (canceledFor === undefined) return isReplaced ? 'REPLACED' : undefined
  return quote.state === 'CLOSED' ? 'CANCELED' : 'REPLACED'
}

/**
 * Nothing of what is hidden, and nothing of what was never in the book; what is hidden from now on leaves it as it stood there. What stands there
 * otherwise than before is ADDED under the id that it had: a reader of the published words knows no other (decision 413).
 */
function bookNotes(market: GroupMarket, { quote, isNew, isBookChanged, lastShown, isNowShown }: TouchedQuote): readonly OwnNote[] {
  if (lastShown !== undefined) return [inBook('REMOVED', presentBookQuote(market, { ...quote, ...lastShown, remaining: NOTHING }))]
  const isComing = isNew || isNowShown
  if (!isBookChanged || quote.isHidden || quote.form === 'ORDER' || (isComing && quote.state === 'CLOSED')) return []
  return [inBook(quote.state === 'CLOSED' ? 'REMOVED' : 'ADDED', presentBookQuote(market, { ...quote, remaining: restingOfQuote(quote) }))]
}

const NOTHING = 0 as Quantity
const inBook = (kind: Note['event'], quote: BookQuoteView): OwnNote => ({
  audience: 'everybody',
  channel: noted.quoteBook,
  event: kind,
  data: { kind, quote },
})

const TRADE_KIND = { PENDING_SETTLEMENT: 'PENDING', FILLED: 'COMPLETED', REJECTED: 'REJECTED' } as const
function matchNotes(market: GroupMarket, match: Match, isNew: boolean): readonly OwnNote[] {
  const told = BASES.flatMap((base) =>
    [match.taker, match.maker].map((desk) => {
      const trade = presentTrade(market, match, desk, base)
      const error = match.rejection === undefined ? {} : { venue_error: match.rejection }
      return own(desk, noted.trade[base], isNew ? 'ADDED' : 'UPDATED', { kind: TRADE_KIND[match.state], trade, ...error })
    }),
  )
  const tape = presentTape(market, match)
  if (tape === undefined) return told
  return [...told, { audience: 'everybody', channel: noted.tape, event: 'ADDED', data: { kind: 'ADDED', trade: tape } }]
}
