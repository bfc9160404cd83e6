import { plainLabels } from '../order-entry/order-labels.ts'
import { quantityToNumber } from '@parley/core'
import { useIsAbove } from '../../live/ticket-limits.ts'
import { OrderPair } from '../order-entry/OrderPair.tsx'
import { sidesOf } from './order-form.ts'
import type { OrderToSend } from './order-facts.ts'
import type { Order } from './model.ts'
import { orderText } from './order-text.ts'
import type { PerpetualEntry } from './use-perpetual-entry.ts'

/** An amendment at the same prices with at most the size of before, or an order that only reduces a position (rulebook 11.14). */
const onlySmaller = ({ isReduceOnly, quantity, price, trigger }: OrderToSend, amended: Order | undefined): boolean =>
  isReduceOnly || (amended !== undefined && price === amended.price && trigger === amended.trigger && quantity <= amended.quantity)

/** Both sides, or the side of the order that is being amended. */
export function PerpetualButtons({ entry }: { readonly entry: PerpetualEntry }) {
  const { form, facts } = entry
  const { kind, price, trigger, size, unit, how, isReduceOnly, amends, hasExits, takeProfit, stopLoss } = form
  const isAbove = useIsAbove()
  const mark = facts.market.mark ?? Infinity
  const labelsOf = (order: OrderToSend) => {
    const { title, meeting, terms } = orderText(order, facts)
    return plainLabels(title, meeting, terms)
  }
  return (
    <OrderPair
      entry={entry}
      sides={sidesOf(form)}
      wordsOf={labelsOf}
      sizeOf={({ quantity }) => quantity}
      entered={[kind, price, trigger, size, unit, how, isReduceOnly, amends?.id, hasExits, takeProfit, stopLoss]}
      needsApproval={(order) => isAbove(quantityToNumber(order.quantity) * mark) && !onlySmaller(order, amends)}
      onKeep={amends && (() => entry.act({ kind: 'amendingStopped' }))}
    />
  )
}
