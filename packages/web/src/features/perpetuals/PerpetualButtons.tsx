import { plainLabels } from '../order-entry/order-labels.ts'
import { OrderPair } from '../order-entry/OrderPair.tsx'
import { type OrderForm, sidesOf } from './order-form.ts'
import type { OrderToSend } from './order-facts.ts'
import { orderText } from './order-text.ts'
import type { PerpetualEntry } from './use-perpetual-entry.ts'

/** Both sides, or the side of the order that is being amended. */
export function PerpetualButtons({ entry }: { readonly entry: PerpetualEntry }) {
  const { form } = entry
  return (
    <OrderPair
      entry={entry}
      sides={sidesOf(form)}
      wordsOf={(order) => wordsFor(order, entry)}
      sizeOf={({ quantity }) => quantity}
      enteredOf={() => entered(form)}
      isOneClick={false}
      onKeep={form.amends === undefined ? undefined : () => entry.act({ kind: 'amendingStopped' })}
    />
  )
}

const entered = ({ kind, price, trigger, size, unit, how, isReduceOnly, amends, hasExits, takeProfit, stopLoss }: OrderForm): string =>
  [kind, price, trigger, size, unit, how, isReduceOnly, amends?.id, hasExits, takeProfit, stopLoss].join(' ')

function wordsFor(order: OrderToSend, { facts }: PerpetualEntry) {
  const { title, meeting, terms } = orderText(order, facts)
  return plainLabels(title, meeting, terms)
}
