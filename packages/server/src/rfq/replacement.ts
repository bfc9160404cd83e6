/** A replacement as its sender sent it, and the command that executes it. */
import {
  expiredLegRefusal,
  isRefusal,
  type Instant,
  type Order,
  type Quantity,
  type Refusal,
  type ReplaceOrder,
  type Rfq,
  type Side,
  type TimeInForce,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import { actorOf } from './actor.ts'
import { newNameOf } from './client-order-ids.ts'
import { accountFor, blocklistsOf, figuresOf } from './facts.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import type { Named, Prices } from './new-order.ts'

/** The members of a replacement. An absent one stays unchanged (rulebook 5.22, 10.20). */
export type Replacement = Named & {
  readonly quantity: Quantity
  readonly prices: Prices
  readonly side?: Side | undefined
  readonly timeInForce?: TimeInForce | undefined
  readonly isPostOnly?: boolean | null | undefined
  readonly isHidden?: boolean | null | undefined
  readonly label?: string | null | undefined
  /** The latest time at which it may be decided (rulebook 5.25). */
  readonly notAfter?: number | undefined
  /** The refusal by the flag that forbids it, unless the order is already hidden. */
  readonly hiddenRefusal?: Refusal | undefined
}
/** The order before the replacement, read only if the result depends on it. */
export type Before = () => Promise<Order | undefined>

/** The complete command except for the order that it applies to. */
export async function replacementOf(
  needs: AudienceNeeds,
  caller: Caller,
  rfq: Rfq,
  replacement: Replacement,
  before: Before,
): Promise<Omit<ReplaceOrder, 'orderId'> | Refusal> {
  const { audience, guards, eligibility, marketData } = needs
  const ineligible =
    eligibility(caller, audience, rfq.structure) ?? guards.paused(rfq.venue) ?? expiredLegRefusal(rfq.structure, needs.now())
  if (ineligible !== undefined) return ineligible
  const brought = await broughtBy(needs, caller, rfq, replacement, before)
  if (isRefusal(brought)) return brought
  const { quantity, prices, notAfter } = replacement
  const bounded = guards.bounded(caller, rfq, { quantity, ...prices })
  const isSmaller = bounded?.refused === 'ApprovalRequired' && onlyShrinks(replacement, await before())
  const unbounded = (isSmaller ? undefined : bounded) ?? (await guardedBy(needs, caller, rfq, replacement, before))
  if (unbounded !== undefined) return unbounded
  return {
    kind: 'ReplaceOrder',
    actor: actorOf(caller),
    audience,
    id: rfq.id,
    quantity,
    ...prices,
    ...brought,
    ...(notAfter === undefined ? {} : { notAfter: notAfter as Instant }),
    ...figuresOf(rfq, marketData),
    ...blocklistsOf(audience, caller.desk, needs.directory),
  }
}

/** The same side and price with at most the quantity of before (rulebook 11.14). */
const onlyShrinks = ({ quantity, prices, side }: Replacement, order: Order | undefined): boolean =>
  order !== undefined &&
  quantity <= order.quantity &&
  (side === undefined || side === order.side) &&
  (prices.price === undefined || prices.price === order.price) &&
  (prices.legPrices === undefined || prices.legPrices.every((price, at) => price === order.legPrices?.[at]))

/** Without a given side, the side of the order is used, which is looked up only if needed. */
async function guardedBy(
  { guards }: AudienceNeeds,
  { desk }: Caller,
  rfq: Rfq,
  { side, prices }: Replacement,
  before: Before,
): Promise<Refusal | undefined> {
  const refusedOn = (each: Side) => guards.guarded(desk, rfq, each, prices)
  if (side !== undefined) return refusedOn(side)
  if (refusedOn('BUY') === undefined && refusedOn('SELL') === undefined) return undefined
  const order = await before()
  return order === undefined ? undefined : refusedOn(order.side)
}

type Brought = Partial<Pick<ReplaceOrder, 'side' | 'timeInForce' | 'isPostOnly' | 'isHidden' | 'account' | 'clientOrderId' | 'label'>>

/** A member that repeats the current value is accepted, whatever has happened to the account or the flag. */
async function broughtBy(
  { audience, directory }: AudienceNeeds,
  { desk }: Caller,
  { venue }: Rfq,
  replacement: Replacement,
  orderBefore: Before,
): Promise<Brought | Refusal> {
  const clientOrderId = newNameOf(replacement.clientOrderId, audience)
  if (typeof clientOrderId === 'object') return clientOrderId
  const account = replacement.account ? accountFor(desk, venue, replacement.account, directory) : undefined
  const { hiddenRefusal } = replacement
  if (typeof account === 'object' || hiddenRefusal !== undefined) {
    const before = await orderBefore()
    if (typeof account === 'object' && before?.account !== replacement.account) return account
    if (hiddenRefusal !== undefined && before?.isHidden !== true) return hiddenRefusal
  }
  const { side, timeInForce, isPostOnly, isHidden, label } = replacement
  return {
    ...(side === undefined ? {} : { side }),
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(isPostOnly === undefined || isPostOnly === null ? {} : { isPostOnly }),
    ...(isHidden === undefined || isHidden === null ? {} : { isHidden }),
    ...(typeof account === 'string' ? { account } : {}),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(label === undefined || label === null ? {} : { label }),
  }
}
