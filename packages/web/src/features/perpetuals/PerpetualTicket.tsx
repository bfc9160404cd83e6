import { formatPrice, formatQuantity, waitsForRise } from '@parley/core'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { AccountFigures } from './AccountFigures.tsx'
import { AskMakers } from './AskMakers.tsx'
import { OnItsWayLine } from '../order-entry/OnItsWayLine.tsx'
import { AskedAgain, LongReason } from '../order-entry/OrderPair.tsx'
import { Bracket } from './ExitFields.tsx'
import { MarginControls } from './MarginControls.tsx'
import type { Market, Side } from './model.ts'
import { NoAccount } from './NoAccount.tsx'
import { isWaiting, sidesOf } from './order-form.ts'
import { afterOrder } from './after-order.ts'
import { beforeAfter } from './before-after.ts'
import { BeforeAfter } from './BeforeAfter.tsx'
import { feeOf, feeText, holdingText, outcomeText, sideWord } from './order-text.ts'
import { PerpetualButtons } from './PerpetualButtons.tsx'
import { PerpetualFields } from './PerpetualFields.tsx'
import styles from './PerpetualTicket.module.css'
import { usePerpetuals } from './perpetual-store.ts'
import type { PerpetualEntry } from './use-perpetual-entry.ts'

type TicketProps = { readonly market: Market; readonly entry: PerpetualEntry }

/** The ticket of one market: margin settings, order entry, the effect of the order, and the account. */
export function PerpetualTicket({ market, entry }: TicketProps) {
  const hasNone = usePerpetuals(({ account }) => account.line === 'NO_ACCOUNT')
  return (
    <>
      <header className={styles['head']}>
        <h2>{market.name}</h2>
        <span className={styles['muted']}>
          tick {formatPrice(market.tick)} · size step {formatQuantity(market.increment)}
        </span>
      </header>
      {hasNone ? (
        <NoAccount />
      ) : (
        <>
          <MarginControls market={market} />
          <PerpetualOrder market={market} entry={entry} />
          <AccountFigures />
          <AskMakers market={market} />
        </>
      )}
    </>
  )
}

/** The order entry, which a phone shows without the rest. */
export function PerpetualOrder({ market, entry }: TicketProps) {
  return (
    <section className={styles['entry']} aria-label="Order" data-ticket data-exits={entry.form.hasExits || undefined}>
      <PerpetualFields market={market} entry={entry} />
      <Bracket market={market} entry={entry} />
      <PerpetualButtons entry={entry} />
      <Instead entry={entry} />
      <AskedAgain entry={entry} sides={sidesOf(entry.form)} step={formatPrice(market.tick)} />
      <Outcome market={market} entry={entry} />
      <After market={market} entry={entry} />
    </section>
  )
}

const insteadLabels = { STOP: 'Stop', TAKE_PROFIT: 'Take profit' } as const

/** If a trigger would trade immediately, the type that waits there is one click away. */
function Instead({ entry: { drafts, form, act } }: Pick<TicketProps, 'entry'>) {
  return sidesOf(form).map((side) => {
    const { instead, reason } = drafts[side]
    if (instead === undefined) return <LongReason key={side} of={reason} />
    if (!isWaiting(instead)) return null
    return (
      <p key={side} className={styles['instead']}>
        {`A ${sideWord(side).toLowerCase()} ${isWaiting(form.kind) ? insteadLabels[form.kind].toLowerCase() : ''} would trade immediately at this trigger.`}{' '}
        <Button size="small" onClick={() => act({ kind: 'kindChosen', to: instead })}>
          {`${insteadLabels[instead]}: ${sideWord(side).toLowerCase()} when the mark ${waitsForRise(side, `${instead}_MARKET`) ? 'rises' : 'falls'} to it`}
        </Button>
      </p>
    )
  })
}

/**
 * The reason why nothing can be sent, or the outcome of the last order, updated by the venue. It always takes the same space, so that nothing moves.
 */
function Outcome({ market, entry: { closed, sending, form } }: TicketProps) {
  const { last } = sending
  const id = last?.placed?.id
  const order = usePerpetuals(({ account }) => (id === undefined ? undefined : account.orders.get(id))) ?? last?.placed?.order
  if (closed === undefined && sending.unanswered !== undefined) return <OnItsWayLine className={styles['outcome']} of={sending} />
  return (
    <p className={styles['outcome']} role="status">
      {closed !== undefined ? (
        <StatusBadge tone="warn">{closed}</StatusBadge>
      ) : form.note !== undefined ? (
        <span className={styles['refused']}>{form.note}</span>
      ) : (
        last !== undefined && (
          <span className={last.words !== undefined ? styles['refused'] : undefined}>
            {last.what}: {last.words ?? (order === undefined ? 'Sent to Paradex.' : outcomeText(order, market))}
          </span>
        )
      )}
    </p>
  )
}

const doneLabels = { BUY: 'If bought', SELL: 'If sold' } as const

/** The figures before and after each order that can be sent, and what it costs. */
function After({ market, entry }: TicketProps) {
  const { drafts, guards, facts, form } = entry
  const leverage = facts.margin?.leverage
  const outcomes = sidesOf(form).flatMap((side) => {
    const { order } = drafts[side]
    const after = order === undefined ? undefined : afterOrder(order, facts)
    return order === undefined || after === undefined || leverage === undefined
      ? []
      : [{ side, order, after, leverage, fee: feeOf(order, facts)?.fee }]
  })
  const rows = outcomes.length === 0 ? undefined : beforeAfter(facts, outcomes)
  const words = (side: Side) => (outcomes.length > 1 ? `${sideWord(side)}: ` : '')
  return (
    <div className={styles['after']}>
      {rows !== undefined && (
        <BeforeAfter label="Before and after the fill" heads={['Now', ...outcomes.map(({ side }) => doneLabels[side])]} rows={rows} />
      )}
      {outcomes.map(({ side, order, after }) => (
        <p key={side}>
          {words(side)}
          {guards[side].says !== undefined && <b className={styles['far']}>{`${guards[side].says}. `}</b>}
          {[feeText(order, facts), holdingText(after.quantity, market)].filter((one) => one !== undefined).join(' ')}
        </p>
      ))}
    </div>
  )
}
