/** A new order as its sender sent it, and the command that places it. */
import {
  expiredLegRefusal,
  refuse,
  roleOf,
  type Instant,
  type OrderId,
  type OrderKind,
  type PlaceOrder,
  type Price,
  type Quantity,
  type Refusal,
  type Rfq,
  type Side,
  type TimeInForce,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import { actorOf } from './actor.ts'
import { clientOrderIdOf } from './client-order-ids.ts'
import { accountFor, allocationsOf, blocklistsOf, bothGiven, figuresOf, type AskedPart } from './facts.ts'
import type { AudienceNeeds } from './audience-needs.ts'

export type Prices = { readonly price?: Price; readonly legPrices?: readonly Price[] }
export type Named = { readonly account?: string | null | undefined; readonly clientOrderId?: string | number | null | undefined }

/** Members that must be looked up are still as sent. */
export type NewOrder = Named & {
  /** Needed if the desk's role in the RFQ does not determine it. */
  readonly as?: OrderKind
  readonly side: Side
  readonly quantity: Quantity
  readonly prices: Prices
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  readonly allocations?: readonly AskedPart[] | null | undefined
  readonly label?: string | null | undefined
  /** Self-trade prevention for this order, if its audience lets orders choose (rulebook 17.5). */
  readonly ownOrders?: PlaceOrder['ownOrders']
  /** Sent without a price, in an audience with market orders (rulebook 17.3). */
  readonly isMarket?: true | undefined
  /** Market maker protection does not cover it, in an audience whose orders choose (rulebook 17.10). */
  readonly isOutsideMmp?: true | undefined
  /** How long a GTD order rests, in an audience whose orders have no fixed lifetime (rulebook 17.3). */
  readonly restsMs?: number | undefined
  /** The desk's own order that this one replaces (rulebook 17.7). */
  readonly replaces?: OrderId | undefined
  /** The latest time at which it may be decided (rulebook 5.25). */
  readonly notAfter?: number | undefined
}

export const kindOf = (rfq: Rfq, caller: Caller, { as = 'QUOTE' }: Pick<NewOrder, 'as'>): OrderKind => {
  const seat = roleOf(rfq, caller.desk)
  return seat === 'ANYONE' ? as : seat === 'TAKER' ? 'CROSS' : 'QUOTE'
}

export function placeCommand(
  { audience, guards, eligibility, directory, marketData, ids, now }: AudienceNeeds,
  caller: Caller,
  rfq: Rfq,
  order: NewOrder,
): PlaceOrder | Refusal {
  const { desk } = caller
  const ineligible = eligibility(caller, audience, rfq.structure) ?? guards.paused(rfq.venue) ?? expiredLegRefusal(rfq.structure, now())
  if (ineligible !== undefined) return ineligible
  const kind = kindOf(rfq, caller, order)
  const both = bothGiven(order.allocations, order.account)
  if (both !== undefined) return both
  const allocations = allocationsOf({ desk, venue: rfq.venue }, order.allocations, directory)
  if (allocations !== undefined && 'refused' in allocations) return allocations
  // The taker named its account in the RFQ.
  const isAsked = rfq.account === undefined || kind === 'QUOTE' || (order.account ?? '') !== ''
  const account = isAsked ? accountFor(desk, rfq.venue, order.account, directory) : undefined
  if (typeof account === 'object') return account
  // A desk that has disconnected the account of its RFQ still trades with it (rulebook 2.13).
  const unsettled = isAsked ? undefined : directory.accounts(desk, rfq.venue).find(({ name }) => name === rfq.account)?.refusal
  if (unsettled !== undefined && allocations === undefined) return unsettled
  if (account === undefined && rfq.account === undefined) return noAccount(rfq)
  const clientOrderId = clientOrderIdOf(order.clientOrderId, audience)
  if (typeof clientOrderId === 'object') return clientOrderId
  const { quantity, prices, as, side, timeInForce, isPostOnly, isHidden, label, replaces } = order
  const unbounded =
    guards.bounded(caller, rfq, { quantity, ...prices }) ??
    guards.guarded(desk, rfq, side, prices) ??
    (kind === 'QUOTE' ? guards.quotable(desk) : undefined)
  if (unbounded !== undefined) return unbounded
  // A replacement moves one side first, so its width is not checked.
  const mostWidth = kind === 'QUOTE' && replaces === undefined ? guards.mostWidth(desk, rfq.structure) : undefined
  return {
    kind: 'PlaceOrder',
    actor: actorOf(caller),
    audience,
    id: rfq.id,
    orderId: ids.order(now()),
    ...(as === undefined ? {} : { as }),
    side,
    timeInForce,
    isPostOnly,
    isHidden,
    quantity,
    ...prices,
    ...(account === undefined ? {} : { account }),
    ...(allocations === undefined ? {} : { allocations }),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(label ? { label } : {}),
    ...(mostWidth === undefined ? {} : { mostWidth }),
    ...choicesOf(order),
    ...figuresOf(rfq, marketData),
    ...blocklistsOf(audience, desk, directory),
  }
}

/** The choices that an order can make, if it makes them. */
const choicesOf = ({ ownOrders, isMarket, isOutsideMmp, restsMs, replaces, notAfter }: NewOrder) => ({
  ...(ownOrders === undefined ? {} : { ownOrders }),
  ...(isMarket === undefined ? {} : { isMarket }),
  ...(isOutsideMmp === undefined ? {} : { isOutsideMmp }),
  ...(restsMs === undefined ? {} : { restsMs }),
  ...(replaces === undefined ? {} : { replaces }),
  ...(notAfter === undefined ? {} : { notAfter: notAfter as Instant }),
})

const noAccount = ({ venue }: Rfq): Refusal =>
  refuse('AccountUnknown', '10.3', `Your desk has no account at ${venue}; add one first.`, 'account_name')
