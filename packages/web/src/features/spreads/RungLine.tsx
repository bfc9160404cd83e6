import { formatPrice, type Price } from '@parley/core'
import { memo, useRef } from 'react'
import { X } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { useOneClickOf } from '../../live/one-click.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { useCancelReason } from '../protection/use-protection.ts'
import styles from './Ladder.module.css'
import type { Rung } from './ladder.ts'
import { restingOf, type Side, type SpreadOrder, type Strategy, type Top } from './model.ts'
import { rungText, sideWord } from './order-text.ts'
import { shortAmount, spreadPriceText } from './strategy-text.ts'
import type { OrderEntryState } from './use-order-entry.ts'
import { useSpreadCancelling } from './use-order-sending.ts'

type How = 'TAKES' | 'RESTS'

/** The actions of the rungs. The functions keep their identity, so that only the changed cells of eighty are redrawn. */
type RungActions = {
  /** With 1-click, a click sends the order. Without it, the click puts the price into the order entry. */
  readonly sends: boolean
  readonly cancelReason: string | undefined
  readonly isCancelling: (orders: readonly SpreadOrder[]) => boolean
  readonly press: (side: Side, price: Price, how: How) => void
  /** Cancels all orders of the desk at a price. */
  readonly cancel: (side: Side, price: Price) => void
}

export function useRungActions(rungs: readonly Rung[], entry: OrderEntryState): RungActions {
  const isOneClick = useOneClickOf('SPREADS')
  const cancelReason = useCancelReason()
  const cancelling = useSpreadCancelling()
  const sends = isOneClick && entry.form.type === 'LIMIT' && entry.form.replaces === undefined
  const latest = useRef({ rungs, entry, sends, cancelling })
  latest.current = { rungs, entry, sends, cancelling }
  const steady = useRef<Pick<RungActions, 'press' | 'cancel'>>(undefined)
  steady.current ??= {
    press: (side, price, how) => {
      const now = latest.current
      if (!now.sends) {
        now.entry.act({ kind: 'rungPicked', price })
        document.querySelector<HTMLElement>(`[data-ticket-side="${side.toLowerCase()}"]`)?.focus()
        return
      }
      const { order } = now.entry.draftAt(side, price, how)
      if (now.entry.closed === undefined && order !== undefined) void now.entry.send(order)
    },
    cancel: (side, price) => {
      const rung = latest.current.rungs.find((one) => one.price === price)
      for (const order of rung?.[side === 'BUY' ? 'myBids' : 'myAsks'] ?? []) void latest.current.cancelling.one(order)
    },
  }
  return { sends, cancelReason, isCancelling: (orders) => orders.some(({ id }) => cancelling.isBusy(id)), ...steady.current }
}

type RungLineProps = {
  readonly rung: Rung
  readonly strategy: Strategy
  readonly entry: OrderEntryState
  readonly most: number
  readonly step: Price
  readonly implied: Top | undefined
  readonly actions: RungActions
  /** Tab reaches one rung, and the arrow keys move on from there. */
  readonly isFirstStop: boolean
}

export function RungLine({ rung, strategy, entry, most, step, implied, actions, isFirstStop }: RungLineProps) {
  const { price, bid, ask } = rung
  const isImplied = (at: Price | undefined) => at !== undefined && at <= price && at > price - step
  const mark = isImplied(implied?.bid?.price) ? 'Implied bid' : isImplied(implied?.ask?.price) ? 'Implied offer' : undefined
  const tone = bid > 0 ? 'bid' : ask > 0 ? 'ask' : 'blank'
  const cell = { price, isFirstStop, onPress: actions.press }
  return (
    <li className={styles['rung']}>
      <Mine side="BUY" price={price} onCancel={actions.cancel} {...restingText(rung.myBids, strategy, actions)} />
      <Press {...cell} column="bid" {...pressText(bid > 0 ? 'SELL' : 'BUY', bid > 0 ? rung.sells : rung.buys, bid)} />
      <span className={classNames(styles['price'], styles[tone], mark !== undefined && styles['implied'], ink.market)} title={mark}>
        {spreadPriceText(price, strategy)}
        {mark !== undefined && <span className="visually-hidden">{mark}</span>}
      </span>
      <Press {...cell} column="ask" {...pressText(ask > 0 ? 'BUY' : 'SELL', ask > 0 ? rung.buys : rung.sells, ask)} />
      <Mine side="SELL" price={price} onCancel={actions.cancel} {...restingText(rung.myAsks, strategy, actions)} />
    </li>
  )

  function pressText(side: Side, how: How | undefined, size: Rung['bid']): PressText {
    const resting = size === 0 ? '' : shortAmount(size)
    const share = (size / most) * 100
    if (how === undefined) return { side, how, resting, share, label: '', title: '', isRefused: false }
    const { order, reason } = entry.draftAt(side, price, how)
    const refused = actions.sends ? (entry.closed ?? reason) : undefined
    const words =
      order === undefined
        ? `${sideWord(side)} @ ${spreadPriceText(price, strategy)}`
        : rungText(side, price, how, shortAmount(order.amount), strategy)
    const name = actions.sends ? words : `Use price ${formatPrice(price)} to ${sideWord(side).toLowerCase()}`
    const label = resting === '' ? name : `${name}; ${resting} resting`
    const title = refused ?? (actions.sends ? words : 'Use this price in the order')
    return { side, how, resting, share, label, title, isRefused: refused !== undefined }
  }
}

type PressText = {
  readonly side: Side
  /** Undefined if an order at this price would fill at another price. The cell then cannot be clicked. */
  readonly how: How | undefined
  readonly resting: string
  /** In percent of the largest visible amount. */
  readonly share: number
  readonly label: string
  readonly title: string
  readonly isRefused: boolean
}

type PressProps = PressText & {
  readonly price: Price
  readonly column: 'bid' | 'ask'
  readonly isFirstStop: boolean
  readonly onPress: RungActions['press']
}

const Press = memo(({ side, how, resting, share, label, title, isRefused, price, column, isFirstStop, onPress }: PressProps) => {
  if (how === undefined) return <span className={styles[column]}>{resting}</span>
  return (
    <button
      type="button"
      className={classNames(styles[column], styles['press'], resting !== '' && ink.market)}
      data-rung={column}
      aria-label={label}
      aria-disabled={isRefused || undefined}
      title={title}
      tabIndex={isFirstStop ? 0 : -1}
      onClick={() => onPress(side, price, how)}
    >
      {resting !== '' && <i style={{ width: `${share}%` }} aria-hidden="true" />}
      <span aria-hidden="true">{resting}</span>
    </button>
  )
})

type RestingText = { readonly sum: string; readonly what: string; readonly reason: string | undefined; readonly isBusy: boolean }
const nothing: RestingText = { sum: '', what: '', reason: undefined, isBusy: false }

function restingText(orders: readonly SpreadOrder[], strategy: Strategy, { cancelReason, isCancelling }: RungActions): RestingText {
  const [first] = orders
  if (first === undefined) return nothing
  const sum = shortAmount(orders.reduce((all, order) => all + restingOf(order), 0) as SpreadOrder['amount'])
  const many = orders.length === 1 ? '' : ` in ${orders.length} orders`
  return { sum, what: `${sum} @ ${spreadPriceText(first.price!, strategy)}${many}`, reason: cancelReason, isBusy: isCancelling(orders) }
}

type MineProps = RestingText & { readonly side: Side; readonly price: Price; readonly onCancel: RungActions['cancel'] }

/** The desk's own orders at the price, with a button that cancels all of them. */
const Mine = memo(({ sum, what, reason, isBusy, side, price, onCancel }: MineProps) => {
  if (sum === '') return <span className={styles['mine']} />
  return (
    <span className={styles['mine']}>
      <b>{sum}</b>
      <Button
        kind="quiet"
        size="small"
        className={styles['cancel']}
        isBusy={isBusy}
        disabledReason={reason}
        aria-label={`Cancel ${sideWord(side).toLowerCase()} ${what}`}
        title={`Cancel ${what}`}
        onClick={() => onCancel(side, price)}
      >
        <X size={12} aria-hidden="true" />
      </Button>
    </span>
  )
})
