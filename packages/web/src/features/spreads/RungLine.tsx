import { type CellKind, formatPrice, isSettled, type Price } from '@parley/core'
import { type DragEvent, memo, useRef } from 'react'
import { X } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { useOneClickOf } from '../../live/one-click.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { useCancelReason } from '../../live/trade-reasons.ts'
import styles from './Ladder.module.css'
import { type Cell, type CellHistory, cellHistory, cellKey, impliedAt, type Rung } from './ladder.ts'
import { restingOf, type Side, type SpreadOrder, type Strategy, type Top } from './model.ts'
import { cellText, sideWord } from './order-text.ts'
import { shortAmount, spreadPriceText } from './strategy-text.ts'
import { focusSide, type OrderEntryState } from './use-order-entry.ts'
import { useSpreadCancelling } from './use-order-sending.ts'

/** The actions of the rungs. The functions keep their identity, so that only the changed cells of eighty are redrawn. */
type RungActions = {
  /** With 1-click, a click sends the order. Without it, the click puts the price into the order entry. */
  readonly sends: boolean
  readonly cancelReason: string | undefined
  readonly isCancelling: (orders: readonly SpreadOrder[]) => boolean
  readonly press: (side: Side, rung: Price) => void
  /** Cancels all orders of the desk at a price. */
  readonly cancel: (side: Side, price: Price) => void
  /** Moves the desk's only order at a price to another price. */
  readonly drop: (id: string, rung: Price) => void
}

export type RungFacts = {
  readonly rungs: readonly Rung[]
  readonly step: Price
  /** When the ladder last moved on its own. */
  readonly movedAt: () => number | undefined
  readonly entry: OrderEntryState
  readonly onIgnored: (isIgnored: boolean) => void
}

/** A click counts if the cell has not just changed its meaning or its place (rulebook 21.11). */
export function useRungActions(facts: RungFacts): RungActions {
  const { rungs, step, entry } = facts
  const isOneClick = useOneClickOf('SPREADS')
  const cancelReason = useCancelReason()
  const cancelling = useSpreadCancelling()
  const sends = isOneClick && entry.form.type === 'LIMIT' && entry.form.replaces === undefined
  const history = useCellHistory(rungs, step)
  const latest = useRef({ ...facts, sends, cancelling, history })
  latest.current = { ...facts, sends, cancelling, history }
  const steady = useRef<Pick<RungActions, 'press' | 'cancel' | 'drop'>>(undefined)
  steady.current ??= {
    press: (side, price) => {
      const { rungs: shown, entry: to, ...now } = latest.current
      const cell = shown.find((one) => one.price === price)?.[side === 'BUY' ? 'buys' : 'sells']
      const at = performance.now()
      const counts = isSettled(now.history.get(cellKey(side, price))?.changedAt, at) && isSettled(now.movedAt(), at)
      now.onIgnored(!counts)
      if (cell === undefined || !counts) return
      if (!now.sends) {
        to.act({ kind: 'rungPicked', price: cell.price })
        focusSide(side)
        return
      }
      const { order } = to.draftAt(side, cell)
      if (to.closed === undefined && order !== undefined) void to.send(order)
    },
    cancel: (side, price) => {
      const rung = latest.current.rungs.find((one) => one.price === price)
      for (const order of rung?.[side === 'BUY' ? 'myBids' : 'myAsks'] ?? []) void latest.current.cancelling.one(order)
    },
    drop: (id, price) => latest.current.entry.move(id, price, latest.current.sends ? 'SEND' : 'LOAD'),
  }
  return { sends, cancelReason, isCancelling: (orders) => orders.some(({ id }) => cancelling.isBusy(id)), ...steady.current }
}

/** Another step is asked for, so its cells have not changed. */
function useCellHistory(rungs: readonly Rung[], step: Price): CellHistory {
  const held = useRef<{ readonly rungs: readonly Rung[]; readonly step: Price; readonly history: CellHistory }>(undefined)
  if (held.current?.rungs !== rungs) {
    const before = held.current?.step === step ? held.current.history : new Map()
    held.current = { rungs, step, history: cellHistory(before, rungs, performance.now()) }
  }
  return held.current.history
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
  const { price, buys, sells, myBids, myAsks } = rung
  const mark = implied && impliedAt(price, step, implied)
  const tone = buys.size > 0 && buys.kind !== 'TAKE' ? 'bid' : sells.size > 0 && sells.kind !== 'TAKE' ? 'ask' : 'blank'
  const cell = { price, isFirstStop, onPress: actions.press }
  const onDrop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    actions.drop(event.dataTransfer.getData('text/plain'), price)
  }
  return (
    <li className={styles['rung']} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Mine side="BUY" price={price} onCancel={actions.cancel} {...restingText(myBids, strategy, actions)} />
      <Press {...cell} side="BUY" {...pressText('BUY', buys)} />
      <span className={classNames(styles['price'], styles[tone], mark !== undefined && styles['implied'], ink.market)} title={mark}>
        {spreadPriceText(price, strategy)}
        {mark !== undefined && <span className="visually-hidden">{mark}</span>}
      </span>
      <Press {...cell} side="SELL" {...pressText('SELL', sells)} />
      <Mine side="SELL" price={price} onCancel={actions.cancel} {...restingText(myAsks, strategy, actions)} />
    </li>
  )

  function pressText(side: Side, cellOf: Cell): PressText {
    const { kind, size, takes } = cellOf
    const { order, reason } = entry.draftAt(side, cellOf)
    const refused = actions.sends ? (entry.closed ?? reason) : undefined
    const at = spreadPriceText(cellOf.price, strategy)
    const words = order === undefined ? `${sideWord(side)} @ ${at}` : cellText(side, cellOf, shortAmount(order.amount), strategy)
    const name = actions.sends ? words : `Use price ${formatPrice(cellOf.price)} to ${sideWord(side).toLowerCase()}`
    const there = kind === 'TAKE' ? `; ${shortAmount(takes)} available` : size === 0 ? '' : `; ${shortAmount(size)} resting`
    const title = refused ?? (actions.sends ? words : 'Use this price in the order')
    const share = kind === 'TAKE' ? 0 : (size / most) * 100
    return { kind, sized: size === 0 ? '' : shortAmount(size), share, label: name + there, title, isRefused: refused !== undefined }
  }
}

type PressText = {
  readonly kind: CellKind
  readonly sized: string
  /** In percent of the largest visible amount. */
  readonly share: number
  readonly label: string
  readonly title: string
  readonly isRefused: boolean
}

type PressProps = PressText & {
  readonly side: Side
  readonly price: Price
  readonly isFirstStop: boolean
  readonly onPress: RungActions['press']
}

const columns = { BUY: 'bid', SELL: 'ask' } as const

const Press = memo(({ side, kind, sized, share, label, title, isRefused, price, isFirstStop, onPress }: PressProps) => (
  <button
    type="button"
    className={classNames(styles[columns[side]], styles['press'], styles[kind.toLowerCase()], sized !== '' && ink.market)}
    data-rung={columns[side]}
    aria-label={label}
    aria-disabled={isRefused || undefined}
    title={title}
    tabIndex={isFirstStop ? 0 : -1}
    onClick={() => onPress(side, price)}
  >
    {share > 0 && <i style={{ width: `${share}%` }} aria-hidden="true" />}
    <span aria-hidden="true">{sized}</span>
  </button>
))

type RestingText = {
  readonly sum: string
  readonly what: string
  readonly reason: string | undefined
  readonly isBusy: boolean
  /** The only order at the price, which can be dragged to another one. */
  readonly dragged: string | undefined
}
const nothing: RestingText = { sum: '', what: '', reason: undefined, isBusy: false, dragged: undefined }

function restingText(orders: readonly SpreadOrder[], strategy: Strategy, { cancelReason, isCancelling }: RungActions): RestingText {
  const [first] = orders
  if (first === undefined) return nothing
  const sum = shortAmount(orders.reduce((all, order) => all + restingOf(order), 0) as SpreadOrder['amount'])
  const many = orders.length === 1 ? '' : ` in ${orders.length} orders`
  return {
    sum,
    what: `${sum} @ ${spreadPriceText(first.price!, strategy)}${many}`,
    reason: cancelReason,
    isBusy: isCancelling(orders),
    dragged: orders.length === 1 ? first.id : undefined,
  }
}

type MineProps = RestingText & { readonly side: Side; readonly price: Price; readonly onCancel: RungActions['cancel'] }

/** The desk's own orders at the price, with a button that cancels all of them. */
const Mine = memo(({ sum, what, reason, isBusy, dragged, side, price, onCancel }: MineProps) => {
  if (sum === '') return <span className={styles['mine']} />
  return (
    <span className={styles['mine']}>
      <b
        draggable={dragged !== undefined}
        title={dragged === undefined ? undefined : 'Drag to another price'}
        onDragStart={({ dataTransfer }) => dataTransfer.setData('text/plain', dragged ?? '')}
      >
        {sum}
      </b>
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
