/**
 * Checks a quote with the server's own rules before it is sent. The market is rebuilt as this desk sees it. Other makers' hidden quotes are not
 * known here, so the server's result may be better and is final. Pure.
 */
import type { Book, BookLevel } from '@parley/client'
import {
  formatPrice,
  formatQuantity,
  isRefusal,
  parsePrice,
  parseQuantity,
  refuse,
  rfqIdOf,
  shardMachine,
  structureKey,
  type Instant,
  type OrderId,
  type Price,
  type Quantity,
  type Refusal,
  type Rfq,
  type Shard,
  type ShardEvent,
  type Structure,
} from '@parley/core'
import type { OrderBookRfq } from '../../../live/audiences.ts'
import { actorOf, arrivedFrom, none, seenShard, US, type SeenOrder } from './seen-shard.ts'

export type Draft = {
  readonly side: 'BUY' | 'SELL'
  readonly legPrices: readonly Price[]
  readonly quantity: string
  readonly isIoc: boolean
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** The desk's own quote that it replaces. */
  readonly replaces: string | undefined
}

export type Verdict = {
  /** The first refusal, in the server's order and with its message. */
  readonly refused: Refusal | undefined
  /** The immediate trades, block by block. */
  readonly deals: readonly { readonly price: string; readonly quantity: string }[]
  readonly rests: string
  readonly canceled: string
}

export type InMarket = { readonly market: OrderBookRfq; readonly structure: Structure; readonly book: Book; readonly now: number }

const THEM = actorOf('THEM')
const nothing = { deals: [], rests: '0', canceled: '0' } as const

export const checkQuote = (draft: Draft, around: InMarket): Verdict => checkQuotes([draft], around)[0]!

/** One result for each, in the order of sending: each is checked against those before it. */
export function checkQuotes(drafts: readonly Draft[], around: InMarket): readonly Verdict[] {
  const shard = shardOf(around)
  return drafts.map((draft, place) => checkIn(shard, draft, around, place))
}

function checkIn(shard: Shard, draft: Draft, around: InMarket, place: number): Verdict {
  const quantity = parseQuantity(draft.quantity)
  if (quantity === undefined || quantity === 0)
    return { ...nothing, refused: refuse('QuantityOffIncrement', '10.3', 'Enter a quantity.', 'quantity') }
  const shared = {
    audience: 'ORDER_BOOK',
    actor: US,
    id: rfqIdOf(around.market.number),
    shard: 0,
    side: draft.side,
    quantity,
    legPrices: draft.legPrices,
    timeInForce: draft.isIoc ? 'IOC' : 'GTD',
    isPostOnly: draft.isPostOnly,
    isHidden: draft.isHidden,
  } as const
  const decided = shardMachine.decide(
    shard,
    draft.replaces === undefined
      ? { kind: 'PlaceOrder', ...shared, as: 'QUOTE', orderId: `o_draft_${place}` as OrderId, account: '' }
      : { kind: 'ReplaceOrder', ...shared, orderId: orderOfId(draft.replaces, around.book) },
    around.now as Instant,
  )
  if (isRefusal(decided)) return { ...nothing, refused: decided }
  for (const event of decided) shardMachine.evolve(shard, event)
  return verdictOf(decided, quantity)
}

/** A quote that has left the book is refused as the server would: quote number zero does not exist. */
const orderOfId = (id: string, { bids, asks }: Book): OrderId => orderIdOf([...bids, ...asks].find((level) => level.id === id)?.number ?? 0)

/** For an order that has just arrived: the parts that trade, rest and are cancelled. */
export function verdictOf(events: readonly ShardEvent[], quantity: Quantity): Verdict {
  const arrived = events.find((event) => event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced')?.order.id
  const { trades, rests, canceled } = arrivedFrom(events, arrived, quantity)
  const deals = trades.map((trade) => ({ price: formatPrice(trade.price), quantity: formatQuantity(trade.quantity) }))
  return { refused: undefined, deals, rests, canceled }
}

const shardOf = ({ market, structure, book }: InMarket): Shard =>
  seenShard(
    {
      id: rfqIdOf(market.number),
      number: market.number,
      audience: 'ORDER_BOOK',
      ...(market.state !== 'OPEN' ? { ending: 'INSTRUMENT_EXPIRED' } : {}),
      venue: market.venue as Rfq['venue'],
      baseCurrency: market.baseCurrency as Rfq['baseCurrency'],
      structure,
      key: structureKey(structure),
      minimumBlock: parseQuantity(market.minBlockSize) ?? none,
      quantityIncrement: parseQuantity(market.quantityIncrement) ?? (1 as Quantity),
      creator: US,
      isTakerAnonymous: false,
      makers: [],
      createdAt: market.createdAt as Instant,
      ...(market.expiresAt === undefined ? {} : { expiresAt: market.expiresAt as Instant }),
      updatedAt: market.updatedAt,
      filled: none,
      pending: none,
    },
    [...book.asks, ...book.bids].map(orderOf),
  )

const orderIdOf = (number: number): OrderId => `o_${number}` as OrderId

function orderOf(level: BookLevel): SeenOrder | undefined {
  const price = parsePrice(level.price)
  const quantity = parseQuantity(level.quantity)
  if (price === undefined || quantity === undefined) return undefined
  return {
    id: orderIdOf(level.number ?? 0),
    ...(level.number === undefined ? {} : { number: level.number }),
    actor: level.isOwn ? US : THEM,
    ...{ kind: 'QUOTE', side: level.side, price, legPrices: [], quantity, isHidden: level.isHidden, account: '' },
    timeInForce: 'GTD',
    createdAt: level.createdAt,
    expiresAt: Infinity as Instant,
  }
}
