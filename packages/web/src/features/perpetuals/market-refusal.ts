/** The checks of an order that need only its market. The server applies the same rules with the same messages. Pure. */
import { perpetualGuardRefusal, type PerpetualOrderTerms, perpetualOrderRefusal, priceToNumber } from '@parley/core'
import type { Market } from './model.ts'
import type { OrderToSend } from './order-facts.ts'

/** Rulebook 18.3, 21.2, 21.3 and 21.22, with the messages of core. */
export function marketRefusal(
  { side, kind, quantity, price, trigger, instruction, isReduceOnly }: OrderToSend,
  market: Market,
): string | undefined {
  const { tick, increment, leastNotional, largestOrder, takes, mark } = market
  const terms = { tickSize: tick, quantityIncrement: increment, leastNotional, largestOrder, takes }
  const effect = isReduceOnly ? 'REDUCE_ONLY' : 'OPEN_OR_CLOSE'
  const order: PerpetualOrderTerms = { kind, quantity, price, triggerPrice: trigger, instruction, effect }
  return (perpetualOrderRefusal(terms, order, mark) ?? perpetualGuardRefusal(side, order, { mark, tick: priceToNumber(tick) }))?.message
}
