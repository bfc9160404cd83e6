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
  const { form, drafts, guards, sending } = entry
  return (
    <OrderPair
      sides={sidesOf(form).map((side) => {
        const { order, reason } = drafts[side]
        return {
          side,
          words: order === undefined ? undefined : wordsFor(order, entry),
          isGuarded: guards[side].says !== undefined,
          reason: reason ?? guards[side].reason,
          offered: order === undefined ? undefined : offered(order, form),
          onSend: () => order !== undefined && void entry.send(order),
        }
      })}
      closed={entry.closed}
      isOneClick={false}
      sending={sending.sending?.side}
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
  entered: [form.kind, form.price, form.trigger, form.size, form.unit, form.how, form.isReduceOnly, form.amends?.id].join(' '),
  stale: undefined,
})

function wordsFor(order: OrderToSend, { facts }: PerpetualEntry) {
  const { title, meeting, terms } = orderText(order, facts)
  return plainLabels(title, meeting, terms)
}
