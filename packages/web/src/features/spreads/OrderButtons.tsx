import { formatPrice, formatQuantity, priceToNumber } from '@parley/core'
import { useOneClickOf } from '../../live/one-click.ts'
import { useNow } from '../../live/use-live.ts'
import { type OrderLabels, plainLabels } from '../order-entry/order-labels.ts'
import { OrderPair } from '../order-entry/OrderPair.tsx'
import type { Offered } from '../order-entry/trade-press.ts'
import { reach } from '../market-data/depth.ts'
import { type Side, sides } from './model.ts'
import type { OrderForm } from './order-form.ts'
import type { OrderToSend } from './order-to-send.ts'
import { buttonText } from './order-text.ts'
import { ratesOf } from './strategy-text.ts'
import type { OrderEntryState } from './use-order-entry.ts'
import { useValue } from './use-spreads.ts'

/** Both sides, or the side of the order that is being amended. */
export function OrderButtons({ entry }: { readonly entry: OrderEntryState }) {
  const isOneClick = useOneClickOf('SPREADS')
  const { form, drafts, guards, sending } = entry
  const { replaces } = form
  const words = useButtonTexts(entry)
  const shown = replaces === undefined ? sides : [replaces.side]
  return (
    <OrderPair
      sides={shown.map((side) => {
        const { order, reason } = drafts[side]
        return {
          side,
          words: words[side],
          isGuarded: guards[side].says !== undefined,
          reason: reason ?? guards[side].reason,
          offered: order === undefined ? undefined : offered(order, form),
          onSend: () => order !== undefined && void entry.send(order),
        }
      })}
      closed={entry.closed}
      isOneClick={isOneClick}
      sending={sending.sending}
      onKeep={replaces === undefined ? undefined : () => entry.act({ kind: 'replacingStopped' })}
    />
  )
}

/** A pending confirmation belongs to one exact order. If the best price gets worse before the second click, it asks again. */
const offered = (order: OrderToSend, form: OrderForm): Offered => ({
  side: order.side,
  quantity: formatQuantity(order.amount),
  limit: order.price === undefined ? '0' : formatPrice(order.price),
  average: undefined,
  entered: [form.type, form.price, form.amount, form.lifetime, form.minutes, form.isPostOnly, order.own, form.replaces?.id].join(' '),
  stale: undefined,
})

function useButtonTexts({ drafts, market: { strategy, book }, form }: OrderEntryState): Readonly<Record<Side, OrderLabels | undefined>> {
  const near = useValue(strategy.id)?.nearMark
  const now = useNow(60_000)
  const textOf = (order: OrderToSend | undefined) => {
    if (order === undefined) return undefined
    const found = order.price === undefined ? reach(book[order.side === 'BUY' ? 'asks' : 'bids'], order.amount) : undefined
    const spread = order.price === undefined ? found?.average : priceToNumber(order.price)
    const { rate } = ratesOf(spread, strategy, near, now)
    const { title, legs, last } = buttonText(order, strategy, { rate, found, replaced: form.replaces })
    return plainLabels(title, legs, last)
  }
  return { BUY: textOf(drafts.BUY.order), SELL: textOf(drafts.SELL.order) }
}
