import { formatPrice, formatQuantity } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../theme/class-names.ts'
import { TradeButton } from '../rfq/ticket/TradeButton.tsx'
import type { Offered } from '../rfq/ticket/trade-press.ts'
import { type Arm, useArm } from '../rfq/ticket/use-arm.ts'
import type { Side } from './model.ts'
import { type OrderForm, sidesOf } from './order-form.ts'
import type { OrderToSend } from './order-facts.ts'
import { orderText, sideWord } from './order-text.ts'
import styles from './PerpetualTicket.module.css'
import type { PerpetualEntry } from './use-perpetual-entry.ts'

type ButtonsProps = { readonly entry: PerpetualEntry }

/** Both sides, or the side of the order that is being amended. The first click asks, the second sends. */
export function PerpetualButtons({ entry }: ButtonsProps) {
  const arm = useArm()
  const { amends } = entry.form
  return (
    <div className={classNames(styles['pair'], amends !== undefined && styles['changing'])}>
      {sidesOf(entry.form).map((side) => (
        <SideButton key={side} side={side} entry={entry} arm={arm} />
      ))}
      {amends !== undefined && <Button onClick={() => entry.act({ kind: 'amendingStopped' })}>Keep order</Button>}
    </div>
  )
}

const nobodyLooks = (): void => undefined

function SideButton({ side, entry, arm }: ButtonsProps & { readonly side: Side; readonly arm: Arm }) {
  const { order, reason } = entry.drafts[side]
  const guard = entry.guards[side]
  const now = offered(side, order, entry.form)
  const words = order === undefined ? undefined : wordsFor(order, entry)
  return (
    <TradeButton
      side={side}
      words={words}
      title={sideWord(side)}
      reason={entry.closed ?? reason ?? guard.reason}
      isReasonSaid={entry.closed !== undefined}
      state={arm.stateOf(now)}
      worse={arm.wordsOf(now)}
      isOneClick={false}
      isGuarded={guard.says !== undefined}
      isSending={entry.sending.sending?.side === side}
      armedAt={arm.asked}
      onFocus={nobodyLooks}
      onPress={() => order !== undefined && arm.press(now, 'TWO', () => void entry.send(order))}
      onAttention={nobodyLooks}
    />
  )
}

/** A pending confirmation belongs to one exact order. If the best price gets worse before the second click, it asks again. */
const offered = (side: Side, order: OrderToSend | undefined, form: OrderForm): Offered => ({
  side,
  quantity: order === undefined ? '' : formatQuantity(order.quantity),
  limit: order?.price === undefined ? '0' : formatPrice(order.price),
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
  return { title, again: `Again: ${title}`, busy: `${title}…`, money: meeting, last: terms, sentence: [title, meeting, terms].join(', ') }
}
