/**
 * Checks a maker's quotes in a direct RFQ with the server's own rules before they are sent. The RFQ is rebuilt as this maker sees it. Hidden limits
 * of the taker are not known here, so the server's result is final. Pure.
 */
import type { Level, Order } from '@parley/client'
import {
  isRefusal,
  parsePrice,
  parseQuantity,
  refuse,
  shardMachine,
  type Instant,
  type OrderId,
  type Price,
  type Quantity,
  type Rfq,
  type RfqId,
  type Shard,
  type Structure,
} from '@parley/core'
import type { DirectRfq } from '../../../live/audiences.ts'
import { type Verdict, verdictOf } from './check-quote.ts'
import { actorOf, none, seenShard, US, type SeenOrder } from './seen-shard.ts'

export type MakerDraft = {
  readonly side: 'BUY' | 'SELL'
  readonly legPrices: readonly Price[]
  /** The quantity of the whole order, as it is sent. */
  readonly quantity: string
  /** The desk's own quote that it replaces. */
  readonly replaces: string | undefined
}

export type InDirectRfq = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly minimum: string
  readonly increment: string
  /** The maker's resting quotes. */
  readonly open: readonly Order[]
  /** The taker's limits that the maker can see (rulebook 8.4). */
  readonly limits: readonly Level[]
  readonly now: number
}

const TAKER = actorOf('TAKER')
const nothing = { deals: [], rests: '0', canceled: '0' } as const

/** One result for each, in the order of sending: each is checked against those before it. */
export function checkMakerQuotes(drafts: readonly MakerDraft[], facts: InDirectRfq): readonly Verdict[] {
  const shard = shardOf(facts)
  return drafts.map((draft, place) => {
    const quantity = parseQuantity(draft.quantity)
    if (quantity === undefined || quantity === 0)
      return { ...nothing, refused: refuse('QuantityOffIncrement', '5.4', 'Enter a quantity.', 'quantity') }
    const shared = {
      audience: 'DIRECT',
      actor: US,
      id: facts.rfq.id as RfqId,
      shard: 0,
      side: draft.side,
      quantity,
      legPrices: draft.legPrices,
      timeInForce: 'GTC',
      isPostOnly: false,
    } as const
    const decided = shardMachine.decide(
      shard,
      draft.replaces === undefined
        ? { kind: 'PlaceOrder', ...shared, isHidden: false, orderId: `o_draft_${place}` as OrderId, account: 'any' }
        : { kind: 'ReplaceOrder', ...shared, orderId: draft.replaces as OrderId },
      facts.now as Instant,
    )
    if (isRefusal(decided)) return { ...nothing, refused: decided }
    for (const event of decided) shardMachine.evolve(shard, event)
    return verdictOf(decided, quantity)
  })
}

const shardOf = ({ rfq, structure, minimum, increment, open, limits }: InDirectRfq): Shard =>
  seenShard(
    {
      id: rfq.id as RfqId,
      audience: 'DIRECT',
      venue: rfq.venue,
      baseCurrency: rfq.baseCurrency as Rfq['baseCurrency'],
      structure,
      quantity: parseQuantity(rfq.quantity) ?? none,
      minimumBlock: parseQuantity(minimum) ?? none,
      quantityIncrement: parseQuantity(increment) ?? (1 as Quantity),
      creator: TAKER,
      isTakerAnonymous: rfq.isTakerAnonymous,
      ...(rfq.takerSide === undefined ? {} : { side: rfq.takerSide }),
      account: 'any',
      makers: [US.desk],
      createdAt: rfq.createdAt as Instant,
      expiresAt: rfq.expiresAt as Instant,
      updatedAt: rfq.updatedAt,
      filled: parseQuantity(rfq.filled ?? '0') ?? none,
      pending: parseQuantity(rfq.pending ?? '0') ?? none,
    },
    [...open.map((order) => quoteOf(order)), ...limits.map((level) => limitOf(level))],
  )

const bare = { isHidden: false, account: 'any', createdAt: 0 } as const

function quoteOf(order: Order): SeenOrder | undefined {
  const [price, quantity, resting] = [parsePrice(order.price), parseQuantity(order.quantity), parseQuantity(order.resting)]
  if (price === undefined || quantity === undefined || resting === undefined) return undefined
  const legPrices = order.legPrices?.map((leg) => parsePrice(leg.price) ?? (0 as Price)) ?? []
  // Everything that no longer rests counts as cancelled, because the rules ask only how much rests.
  const canceled = (quantity - resting) as Quantity
  const { side, isHidden } = order
  return { ...bare, id: order.id as OrderId, actor: US, kind: 'QUOTE', side, price, legPrices, quantity, canceled, isHidden }
}

function limitOf({ id, side, price: text, quantity: size }: Level): SeenOrder | undefined {
  const [price, quantity] = [parsePrice(text), parseQuantity(size)]
  return price === undefined || quantity === undefined
    ? undefined
    : { ...bare, id: id as OrderId, actor: TAKER, kind: 'CROSS', side, price, quantity }
}
