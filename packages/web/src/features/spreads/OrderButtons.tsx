import { orderNow, quantityToNumber } from '@parley/core'
import { useOneClickOf } from '../../live/one-click.ts'
import { useIsAbove } from '../../live/ticket-limits.ts'
import type { LevelBook } from '../market-data/depth.ts'
import { plainLabels } from '../order-entry/order-labels.ts'
import { OrderPair } from '../order-entry/OrderPair.tsx'
import { type Replaced, sidesOf } from './order-form.ts'
import { type OrderToSend, type OwnOrder, ownMetBy } from './order-to-send.ts'
import { buttonText } from './order-text.ts'
import { useCosts } from './use-costs.ts'
import { useValue } from './use-spreads.ts'
import type { OrderEntryState } from './use-order-entry.ts'

/** Both sides, or the side of the order that is being amended. */
export function OrderButtons({ entry }: { readonly entry: OrderEntryState }) {
  const { form } = entry
  const { type, price, amount, lifetime, minutes, isPostOnly, isMmp, own = entry.market.ownOfDesk, replaces } = form
  const { id, margin } = entry.market.strategy
  const isAbove = useIsAbove()
  const index = useValue(id)?.index ?? Infinity
  // An inverse future is counted in dollars.
  const unit = margin === 'INVERSE' ? 1 : index
  return (
    <OrderPair
      entry={entry}
      sides={sidesOf(form)}
      wordsOf={useButtonText(entry)}
      sizeOf={(order) => order.amount}
      entered={[type, price, amount, lifetime, minutes, isPostOnly, isMmp, own, replaces?.id]}
      isOneClick={useOneClickOf('SPREADS')}
      needsApproval={(order) => isAbove(quantityToNumber(order.amount) * unit) && !isOnlySmaller(order, replaces)}
      onKeep={replaces && (() => entry.act({ kind: 'replacingStopped' }))}
    />
  )
}

/** A market order has no price, so it is never only smaller. */
const isOnlySmaller = ({ price, amount }: OrderToSend, replaced: Replaced | undefined): boolean =>
  replaced !== undefined && price === replaced.price && amount <= replaced.amount

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
