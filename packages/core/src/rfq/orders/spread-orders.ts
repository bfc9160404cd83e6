/** Orders of a listed spread have one price for the whole, and a policy for self-trade prevention (rulebook 17). */
import { crosses } from '../../book/match.ts'
import { formatPrice, type Price } from '../../decimal.ts'
import type { Instant } from '../../ids.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { isWithin, spreadBand, type LegLimits, type SpreadBand } from '../../spread/leg-prices.ts'
import { opposite, type Structure } from '../../structure/structure.ts'
import { ownOrder } from './cancel.ts'
import { canceled } from '../model/cancel-events.ts'
import type { PlaceOrder } from '../model/commands.ts'
import type { RfqEvent } from '../model/events.ts'
import { MAX_SPREAD_ORDER_LIFETIME_MS } from '../model/limits.ts'
import { marketModelOf, restingOf, type LiveRfq } from '../model/live-rfq.ts'
import { restingQuantity, type Order } from '../model/order.ts'
import { ownOrdersOf, type OwnOrders } from '../model/own-orders.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import type { Rfq } from '../model/rfq.ts'

type SpreadTerms = Pick<PlaceOrder, 'price' | 'side' | 'timeInForce' | 'legLimits'>

/** Rulebook 17.2 to 17.4. The price of a market order is the worst that the venue's limits allow on its side. */
export function spreadPrice({ structure, priceTick }: Rfq, { price, side, timeInForce, legLimits }: SpreadTerms): Price | RfqRefusal {
  if (priceTick === undefined) throw new Error('a listed spread must have a price step')
  if (price === undefined && timeInForce !== 'IOC')
    return refuse(
      'OrderPriceMissing',
      '17.3',
      'A resting order needs a price; an order without a price must be IMMEDIATE_OR_CANCEL.',
      'price',
    )
  if (price !== undefined && price % priceTick !== 0)
    return refuse('PriceOffTick', '17.2', `The price must be a multiple of ${formatPrice(priceTick)}.`, 'price')
  if (legLimits === undefined)
    return refuse(
      'PriceOutsideBand',
      '17.4',
      'The venue has no mark price or price limits for one of the legs, so no price could settle. Try again when it has them.',
    )
  const band = pricedBand(structure, priceTick, legLimits)
  const { least, most } = band
  if (price === undefined) return side === 'BUY' ? most : least
  if (isWithin(band, price)) return price
  const words = `The price must be ${formatPrice(least)} to ${formatPrice(most)} to stay within the venue's price limits of the legs.`
  return refuse('PriceOutsideBand', '17.4', words, 'price')
}

/** The outermost prices on the spread's own step for which leg prices currently exist (rulebook 17.4). */
export function pricedBand(structure: Structure, step: Price, limits: readonly LegLimits[]): SpreadBand {
  const { least, most } = spreadBand(structure, limits)
  const onStep = (steps: number) => (steps * step || 0) as Price
  return { least: onStep(Math.ceil(least / step)), most: onStep(Math.floor(most / step)) }
}

/** Rulebook 17.3. */
export function lifetimeRefusal({ timeInForce, restsMs }: Pick<PlaceOrder, 'timeInForce' | 'restsMs'>): RfqRefusal | undefined {
  if (timeInForce !== 'GTD') return undefined
  if (restsMs !== undefined && restsMs > 0 && restsMs <= MAX_SPREAD_ORDER_LIFETIME_MS) return undefined
  const days = MAX_SPREAD_ORDER_LIFETIME_MS / 86_400_000
  return refuse('TypeNotAllowed', '17.3', `GOOD_TILL_EXPIRES needs an expiry within ${days} days.`, 'expires_in')
}

/** Rulebook 17.7. It comes before all checks of the new order (10.16). */
export function replacedRefusal(live: LiveRfq, { actor, replaces, side }: PlaceOrder): RfqRefusal | undefined {
  const old = replaces === undefined ? undefined : ownOrder(live, actor.desk, replaces)
  if (old === undefined || isRefusal(old)) return old
  return old.side === side ? undefined : marketModelOf(live.rfq).wording.sideStays(old.side)
}

/** The desk's own orders that are cancelled as the new one arrives: the one it replaces (17.7), and those that it would match (17.5). */
export function leavingOrders(live: LiveRfq, command: PlaceOrder, price: Price, now: Instant): readonly RfqEvent[] {
  const { rfq } = live
  const { desk } = command.actor
  const old = command.replaces === undefined ? undefined : live.orders.get(command.replaces)
  const leaves = (order: Order, cause: 'REPLACED' | 'OWN_ORDER'): RfqEvent => canceled(rfq, order, restingQuantity(order), cause, now)
  const isMetCanceled = ownPolicyOf(command) === 'CANCEL_RESTING'
  const met = isMetCanceled ? restingOf(live, desk, opposite(command.side)).filter((own) => crosses(command.side, price, own.price)) : []
  return [...(old === undefined ? [] : [leaves(old, 'REPLACED')]), ...met.map((own) => leaves(own, 'OWN_ORDER'))]
}

/** Whether an order that would match one of its own desk's is refused. */
export const isRefusedByOwn = (rfq: Rfq, command: Pick<PlaceOrder, 'ownOrders'>): boolean =>
  marketModelOf(rfq).ownOrders === 'REFUSED' || ownPolicyOf(command) === 'REFUSE'

/** The desk's setting is already in the command: it is read when the order is sent. */
const ownPolicyOf = ({ ownOrders }: Pick<PlaceOrder, 'ownOrders'>): OwnOrders => ownOrdersOf(ownOrders, undefined)
