import { formatPrice, formatQuantity } from '@parley/core'
import { plainLabels } from '../order-entry/order-labels.ts'
import { OrderPair } from '../order-entry/OrderPair.tsx'
import type { Offered } from '../order-entry/trade-press.ts'
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
      offeredOf={(order) => offered(order, form)}
      isOneClick={false}
      onKeep={form.amends === undefined ? undefined : () => entry.act({ kind: 'amendingStopped' })}
    />
  )
}

/** A pending confirmation belongs to one exact order. If the best price gets worse before the second click, it asks again. */
const offered = (order: OrderToSend, form: OrderForm): Offered => ({
  side: order.side,
  quantity: formatQuantity(order.quantity),
  limit: order.price === undefined ? '0' : formatPrice(order.price),
  average: undefined,
  entered: [
    form.kind,
    form.price,
    form.trigger,
    form.size,
    form.unit,
    form.how,
    form.isReduceOnly,
    form.amends?.id,
    form.hasExits,
    form.takeProfit,
    form.stopLoss,
  ].join(' '),
  stale: undefined,
})

function wordsFor(order: OrderToSend, { facts }: PerpetualEntry) {
  const { title, meeting, terms } = orderText(order, facts)
  return plainLabels(title, meeting, terms)
}
