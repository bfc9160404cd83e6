import { formatPrice, formatQuantity, orderNow } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { useOneClickOf } from '../../live/one-click.ts'
import { classNames } from '../../theme/class-names.ts'
import { TradeButton } from '../rfq/ticket/TradeButton.tsx'
import type { Offered } from '../rfq/ticket/trade-press.ts'
import { type Arm, useArm } from '../rfq/ticket/use-arm.ts'
import type { LevelBook } from '../market-data/depth.ts'
import { type Side, sides } from './model.ts'
import styles from './OrderEntry.module.css'
import type { OrderForm } from './order-form.ts'
import { type Market, type OrderToSend, type OwnOrder, ownMetBy } from './order-to-send.ts'
import { buttonText, sideWord } from './order-text.ts'
import { useCosts } from './use-costs.ts'
import type { OrderEntryState } from './use-order-entry.ts'

type OrderButtonsProps = { readonly entry: OrderEntryState }

/** Both sides, or the side of the order that is being amended. */
export function OrderButtons({ entry }: OrderButtonsProps) {
  const { replaces } = entry.form
  const arm = useArm()
  const shown = replaces === undefined ? sides : [replaces.side]
  return (
    <div className={classNames(styles['pair'], replaces !== undefined && styles['changing'])}>
      {shown.map((side) => (
        <SideButton key={side} side={side} entry={entry} arm={arm} />
      ))}
      {replaces !== undefined && <Button onClick={() => entry.act({ kind: 'replacingStopped' })}>Keep order</Button>}
    </div>
  )
}

const nobodyLooks = (): void => undefined

function SideButton({ side, entry, arm }: OrderButtonsProps & { readonly side: Side; readonly arm: Arm }) {
  const isOneClick = useOneClickOf('SPREADS')
  const { order, reason } = entry.drafts[side]
  const guard = entry.guards[side]
  // A far price needs confirmation, even with 1-click.
  const isAtOnce = isOneClick && guard.says === undefined
  const now = offered(side, order, entry.form)
  const words = useButtonText(order, entry.market, entry.form)
  return (
    <TradeButton
      side={side}
      words={words}
      title={sideWord(side)}
      reason={entry.closed ?? reason ?? guard.reason}
      isReasonSaid={entry.closed !== undefined}
      state={arm.stateOf(now)}
      worse={arm.wordsOf(now)}
      isOneClick={isAtOnce}
      isGuarded={guard.says !== undefined}
      isSending={entry.sending.sending === side}
      armedAt={arm.asked}
      onFocus={nobodyLooks}
      onPress={() => order !== undefined && arm.press(now, isAtOnce ? 'ONE' : 'TWO', () => void entry.send(order))}
      onAttention={nobodyLooks}
    />
  )
}

/** A pending confirmation belongs to one exact order. If the best price gets worse before the second click, it asks again. */
const offered = (side: Side, order: OrderToSend | undefined, form: OrderForm): Offered => ({
  side,
  quantity: order === undefined ? '' : formatQuantity(order.amount),
  limit: order?.price === undefined ? '0' : formatPrice(order.price),
  average: undefined,
  entered: [form.type, form.price, form.amount, form.lifetime, form.minutes, form.isPostOnly, order?.own, form.replaces?.id].join(' '),
  stale: undefined,
})

function useButtonText(order: OrderToSend | undefined, { strategy, book, own }: Market, { replaces }: OrderForm) {
  const costs = useCosts(strategy)
  if (order === undefined) return undefined
  const now = orderNow(stoppedAtOwn(order, own ?? [], book), book)
  const { gross, net } = costs(order, now)
  const { title, does, last } = buttonText(order, strategy, { rate: gross, net, now, replaced: replaces })
  return { title, again: `Again: ${title}`, busy: `${title}…`, money: does, last, sentence: [title, does, last].join(', ') }
}

/** An order that stops at own orders takes only what is before them (rulebook 17.5). */
function stoppedAtOwn(order: OrderToSend, own: readonly OwnOrder[], book: LevelBook): OrderToSend {
  const met = order.own === 'CANCEL_ARRIVING' ? ownMetBy(order, own, book) : undefined
  return met === undefined ? order : { ...order, price: met.price }
}
