import { formatPrice, formatQuantity, orderNow } from '@parley/core'
import { useOneClickOf } from '../../live/one-click.ts'
import type { LevelBook } from '../market-data/depth.ts'
import { plainLabels } from '../order-entry/order-labels.ts'
import { OrderPair } from '../order-entry/OrderPair.tsx'
import type { Offered } from '../order-entry/trade-press.ts'
import { sides } from './model.ts'
import type { OrderForm } from './order-form.ts'
import { type OrderToSend, type OwnOrder, ownMetBy } from './order-to-send.ts'
import { buttonText } from './order-text.ts'
import { useCosts } from './use-costs.ts'
import type { OrderEntryState } from './use-order-entry.ts'

/** Both sides, or the side of the order that is being amended. */
export function OrderButtons({ entry }: { readonly entry: OrderEntryState }) {
  const isOneClick = useOneClickOf('SPREADS')
  const { form } = entry
  const { replaces } = form
  return (
    <OrderPair
      entry={entry}
      sides={replaces === undefined ? sides : [replaces.side]}
      wordsOf={useButtonText(entry)}
      offeredOf={(order) => offered(order, form)}
      isOneClick={isOneClick}
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
  entered: [
    form.type,
    form.price,
    form.amount,
    form.lifetime,
    form.minutes,
    form.isPostOnly,
    form.isMmp,
    order.own,
    form.replaces?.id,
  ].join(' '),
  stale: undefined,
})

function useButtonText({ market: { strategy, book, own }, form }: OrderEntryState) {
  const costs = useCosts(strategy)
  return (order: OrderToSend) => {
    const now = orderNow(stoppedAtOwn(order, own ?? [], book), book)
    const { gross, net } = costs(order, now)
    const { title, does, last } = buttonText(order, strategy, { rate: gross, net, now, replaced: form.replaces })
    return plainLabels(title, does, last)
  }
}

/** An order that stops at own orders takes only what is before them (rulebook 17.5). */
function stoppedAtOwn(order: OrderToSend, own: readonly OwnOrder[], book: LevelBook): OrderToSend {
  const met = order.own === 'CANCEL_ARRIVING' ? ownMetBy(order, own, book) : undefined
  return met === undefined ? order : { ...order, price: met.price }
}
