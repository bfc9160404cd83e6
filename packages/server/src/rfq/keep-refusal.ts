/** Writes a refused order into the history of its desk, with what its sender asked for. */
import { isRefusal, type OrderKind, type Quantity, type Refusal, type Rfq, type Side, structurePrice } from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import type { Prices } from './new-order.ts'

export type AskedOrder = {
  readonly rfq: Rfq
  readonly kind: OrderKind
  /** Of a replacement the order's own where it is not said. */
  readonly side?: Side | undefined
  readonly orderId?: string
  readonly quantity: Quantity
  readonly prices: Prices
}
type Sent = { readonly idempotency: Idempotency | undefined }
type KeepNeeds = Pick<AudienceNeeds, 'refusedOrders' | 'store'>

/** The answer as it was. A side that only the other side's refusal refuses has no reason of its own, and is left out. */
export async function keepingRefusal<Answer>(
  needs: KeepNeeds,
  caller: Caller,
  asked: AskedOrder,
  answer: Promise<Answer | Refusal>,
  sent?: Sent,
): Promise<Answer | Refusal> {
  const decided = await answer
  if (isRefusedAlone(decided)) await keepRefusal(needs, caller, { ...asked, idempotency: sent?.idempotency }, decided)
  return decided
}

const isRefusedAlone = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && isRefusal(answer) && answer.refused !== 'OtherSideRefused'

async function keepRefusal(
  { refusedOrders, store }: KeepNeeds,
  { desk, name: sender }: Caller,
  { rfq, orderId, kind, side: said, quantity, prices, idempotency }: AskedOrder & Sent,
  refusal: Refusal,
): Promise<void> {
  if (refusedOrders === undefined) return
  // A database that is away changes no answer.
  const before = orderId === undefined ? undefined : await store.order(orderId).catch(() => undefined)
  const own = before?.order.actor.desk === desk ? before.order : undefined
  const side = said ?? own?.side
  if (side === undefined) return
  const { price = prices.legPrices === undefined ? own?.price : structurePrice(rfq.structure.legs, prices.legPrices) } = prices
  refusedOrders.keep(
    { ...{ desk, sender, rfq, kind, side, price, quantity, idempotency }, ...(orderId === undefined ? {} : { orderId }) },
    refusal,
  )
}
