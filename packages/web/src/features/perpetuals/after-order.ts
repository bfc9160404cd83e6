/** The liquidity that an order meets now, and the position after it. Pure. */
import { orderNow, priceToNumber, quantityAfter, quantityToNumber } from '@parley/core'
import { afterFill, type AfterFill } from './liquidation.ts'
import type { Facts, OrderToSend } from './order-facts.ts'

/** The part of an order that would fill now. */
export function met({ side, price, quantity }: Pick<OrderToSend, 'side' | 'price' | 'quantity'>, book: Facts['book']) {
  const { takes, average } = orderNow({ side, price, amount: quantity }, book)
  return average === undefined ? undefined : { amount: takes, average }
}

/** The position after the order, if it fills completely. Undefined while a figure for it is unknown. */
export function afterOrder(order: OrderToSend, facts: Facts): AfterFill | undefined {
  const { market, position, summary, margin } = facts
  const { mark, largestLeverage } = market
  if (summary === undefined || margin === undefined || mark === undefined || largestLeverage === undefined) return undefined
  const price = averageOf(order, facts)
  if (price === undefined) return undefined
  const held = position === undefined ? 0 : quantityToNumber(position.quantity)
  return afterFill({
    before: { quantity: held, entry: position?.entry ?? 0 },
    quantity: quantityAfter(order, held) - held,
    price,
    mark,
    mode: margin.mode,
    leverage: margin.leverage,
    largestLeverage,
    equity: summary.equity,
    maintenance: summary.maintenance,
  })
}

/** The part that fills now counts at its average, and the rest at the limit. A stop fills at its limit, or at its trigger price. */
function averageOf(order: OrderToSend, { book }: Facts): number | undefined {
  const { price, trigger, quantity } = order
  if (trigger !== undefined) return priceToNumber(price ?? trigger)
  const found = met(order, book)
  if (price === undefined) return found?.average
  if (found === undefined) return priceToNumber(price)
  const rest = quantity - found.amount
  return (found.amount * found.average + rest * priceToNumber(price)) / quantity
}
