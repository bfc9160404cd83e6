/**
 * What would become of a quote, by the server's own rules, before it is sent: the market as this desk sees it is built anew and asked. Others'
 * hidden quotes are not known here, so the answer of the server may be better than this one, and is the one that counts. Pure.
 */
import type { GroupRfqView } from '@parley/contracts'
import {
  decideWholeMarket,
  emptyWholeMarket,
  evolveWholeMarket,
  formatPrice,
  formatQuantity,
  isRefusal,
  parsePrice,
  parseQuantity,
  refuse,
  structureKey,
  type DeskId,
  type GroupMarket,
  type GroupQuote,
  type Instant,
  type Market,
  type MarketEvent,
  type MarketId,
  type Price,
  type Quantity,
  type QuoteId,
  type Refusal,
  type Structure,
  type UserId,
} from '@parley/core'
import type { BookLevel, MarketBook } from './book.ts'

export type Draft = {
  readonly side: 'BUY' | 'SELL'
  readonly legPrices: readonly Price[]
  readonly quantity: string
  readonly isIoc: boolean
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** An own quote that it takes the place of. */
  readonly replaces: number | undefined
}

export type Verdict = {
  /** The first refusal, in the server's order and words. */
  readonly refused: Refusal | undefined
  /** What would trade at once, block by block. */
  readonly deals: readonly { readonly price: string; readonly quantity: string }[]
  readonly rests: string
  readonly canceled: string
}

export type InMarket = { readonly market: GroupRfqView; readonly structure: Structure; readonly book: MarketBook; readonly now: number }

const US = { desk: 'US' as DeskId, user: '' as UserId, via: '' }
const THEM = { ...US, desk: 'THEM' as DeskId }
const nothing = { deals: [], rests: '0', canceled: '0' } as const

export function checkQuote(draft: Draft, around: InMarket): Verdict {
  const quantity = parseQuantity(draft.quantity)
  if (quantity === undefined || quantity === 0)
    return { ...nothing, refused: refuse('QuantityOffIncrement', '10.3', 'Enter a quantity.', 'quantity') }
  const shared = {
    actor: US,
    market: around.market.id as MarketId,
    quantity,
    legPrices: draft.legPrices,
    isIoc: draft.isIoc,
    isPostOnly: draft.isPostOnly,
    shard: 0,
    nonce: '',
  }
  const { side, isHidden } = draft
  const decided = decideWholeMarket(
    marketOf(around),
    draft.replaces === undefined
      ? { kind: 'PlaceQuote', ...shared, side, isHidden, form: 'QUOTE', account: '' }
      : { kind: 'ReplaceQuote', ...shared, side, isHidden, quoteId: draft.replaces as QuoteId },
    around.now as Instant,
  )
  return isRefusal(decided) ? { ...nothing, refused: decided } : verdictOf(decided, quantity)
}

function verdictOf(events: readonly MarketEvent[], quantity: Quantity): Verdict {
  const arrived = events.find((event) => event.kind === 'QuotePlaced' || event.kind === 'QuoteReplaced')?.quote.id
  const matches = events.flatMap((event) => (event.kind === 'MatchAgreed' ? [event.match] : []))
  const canceled = events.reduce(
    (sum, event) => (event.kind === 'QuoteCanceled' && event.quoteId === arrived ? sum + event.quantity : sum),
    0,
  )
  const dealt = matches.reduce((sum, match) => sum + match.quantity, 0)
  return {
    refused: undefined,
    deals: matches.map((match) => ({ price: formatPrice(match.price), quantity: formatQuantity(match.quantity) })),
    rests: formatQuantity((quantity - dealt - canceled) as Quantity),
    canceled: formatQuantity(canceled as Quantity),
  }
}

/** As the events would have made it that led to the book we see. */
function marketOf({ market, structure, book }: InMarket): Market {
  const id = market.id as MarketId
  const head: GroupMarket = {
    id,
    state: market.status,
    venue: market.venue,
    baseCurrency: market.base_currency as GroupMarket['baseCurrency'],
    structure,
    key: structureKey(structure),
    minimumBlock: parseQuantity(market.min_block_size) ?? (0 as Quantity),
    quantityIncrement: parseQuantity(market.min_order_size_increment) ?? (1 as Quantity),
    createdBy: US,
    createdAt: market.created as Instant,
    latestActivityAt: market.latest_activity as Instant,
    ...(market.expires_at === null ? {} : { expiresAt: market.expires_at as Instant }),
  }
  const events: readonly MarketEvent[] = [
    { kind: 'MarketOpened', market: head },
    ...[...book.asks, ...book.bids].flatMap((level, place) => {
      const quote = quoteOf(level, place)
      return quote === undefined ? [] : [{ kind: 'QuotePlaced' as const, market: id, quote }]
    }),
  ]
  return events.reduce(evolveWholeMarket, emptyWholeMarket())
}

function quoteOf(level: BookLevel, place: number): GroupQuote | undefined {
  const price = parsePrice(level.price)
  const quantity = parseQuantity(level.quantity)
  if (price === undefined || quantity === undefined) return undefined
  const none = 0 as Quantity
  return {
    id: level.id as QuoteId,
    actor: level.isOwn ? US : THEM,
    form: 'QUOTE',
    side: level.side,
    price,
    legPrices: [],
    quantity,
    filled: none,
    pending: none,
    canceled: none,
    state: 'OPEN',
    isIoc: false,
    isPostOnly: false,
    isHidden: level.isHidden,
    account: '',
    priority: place + 1,
    createdAt: level.createdAt as Instant,
    lastUpdatedAt: level.createdAt as Instant,
    lapsesAt: Infinity as Instant,
  }
}
