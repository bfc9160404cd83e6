/** The refusal of an order with the terms that its sender asked for, which the history of its desk lists (rulebook 8.17). */
import {
  isRefusal,
  rfqFor,
  structurePrice,
  type OrderKind,
  type Price,
  type Quantity,
  type Refusal,
  type Rfq,
  type Side,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import type { Prices } from './new-order.ts'

/** An order as it was sent. */
export type AskedOrder = {
  readonly rfq: Rfq
  readonly kind: OrderKind
  /** A replacement without a side keeps the side of the order that it replaces. */
  readonly side?: Side | undefined
  /** The order that it replaces. */
  readonly orderId?: string
  readonly quantity: Quantity
  readonly prices: Prices
}

export type RefusedTerms = Pick<AskedOrder, 'rfq' | 'kind' | 'orderId' | 'quantity'> & {
  readonly side: Side
  readonly price: Price | undefined
  readonly idempotency: Idempotency | undefined
}
export type RefusedOrder = Refusal & { readonly terms: RefusedTerms }

export const isRefusedOrder = (refusal: Refusal): refusal is RefusedOrder => 'terms' in refusal

/** The answer. A refusal gets the terms of the order, unless only the other side of a two-way quote was refused. */
export async function withTerms<Answer extends object>(
  needs: Pick<AudienceNeeds, 'store'>,
  caller: Caller,
  asked: AskedOrder,
  answer: Promise<Answer | Refusal>,
  idempotency?: Idempotency,
): Promise<Answer | Refusal> {
  const decided = await answer
  if (!isRefusal(decided) || decided.refused === 'OtherSideRefused') return decided
  const terms = await termsOf(needs, caller, asked, idempotency)
  if (terms === undefined) return decided
  const refused: RefusedOrder = { ...decided, terms }
  return refused
}

/** Undefined if the desk cannot see the RFQ, because its history would reveal that it exists. */
async function termsOf(
  { store }: Pick<AudienceNeeds, 'store'>,
  { desk }: Caller,
  { prices, side, ...asked }: AskedOrder,
  idempotency: Idempotency | undefined,
): Promise<RefusedTerms | undefined> {
  const { rfq, orderId } = asked
  if (rfqFor(rfq, desk) === undefined) return undefined
  // If the database is unavailable, the response is the same.
  const before = orderId === undefined ? undefined : await store.order(orderId).catch(() => undefined)
  const own = before?.order.actor.desk === desk ? before.order : undefined
  const known = side ?? own?.side
  if (known === undefined) return undefined
  const { price = prices.legPrices === undefined ? own?.price : structurePrice(rfq.structure.legs, prices.legPrices) } = prices
  return { ...asked, side: known, price, idempotency }
}
