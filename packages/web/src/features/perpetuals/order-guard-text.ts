/** Texts of the guard of a perpetual order (rulebook 21.2). Pure. */
import { formatPrice, guardPerpetual, type GuardedPerpetual, orderNow, priceFromNumber, priceToNumber } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import { priceDecimals } from './market-text.ts'
import type { Facts, OrderToSend } from './order-facts.ts'
import type { SideGuard } from '../order-entry/side-guard.ts'

const nothing: SideGuard = { says: undefined, reason: undefined, again: undefined }

/** A market order is measured at the average that it would fill at now. */
export function guardOf(order: OrderToSend | undefined, facts: Facts, isTypedAgain: (price: string) => boolean): SideGuard {
  if (order === undefined) return nothing
  const { market } = facts
  const price = order.price ?? averageNow(order, facts)
  if (price === undefined) return nothing
  const judged = guardPerpetual(
    order.side,
    { kind: order.kind, price, triggerPrice: order.trigger },
    { mark: market.mark, tick: priceToNumber(market.tick) },
  )
  if (judged.guard === 'FREE') return nothing
  const says = saysOf(order, groupedText(priceToNumber(price), priceDecimals(market)), judged)
  if (judged.guard !== 'TYPE_TWICE') return { ...nothing, says }
  if (order.price === undefined) return { ...nothing, says, reason: `${says}. Send a limit order.` }
  const again = formatPrice(order.price)
  return { says, again, reason: isTypedAgain(again) ? undefined : `${says}. Type the price again.` }
}

/** The average price of a market order that fills now. */
function averageNow({ side, kind, quantity }: OrderToSend, { book }: Facts) {
  const average = kind === 'MARKET' ? orderNow({ side, price: undefined, amount: quantity }, book).average : undefined
  return average === undefined ? undefined : priceFromNumber(average)
}

function saysOf({ side, trigger }: OrderToSend, price: string, { percent }: GuardedPerpetual): string {
  if (percent === undefined) return `No mark to compare ${price} with`
  return `${price} is ${groupedText(percent, 1)} % ${side === 'BUY' ? 'above' : 'below'} ${trigger === undefined ? 'the mark' : 'its trigger price'}`
}
