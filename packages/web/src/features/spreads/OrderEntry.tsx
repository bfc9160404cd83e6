import { basisPointValue, carriedMs, formatPrice, type OwnOrders, ownOrderPolicies } from '@parley/core'
import { Checkbox, Toggle } from '../../components/Choice.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Select } from '../../components/Select.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { clockText } from '../../components/time-text.ts'
import { setOneClick, useOneClickOf } from '../../live/one-click.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { groupedText } from '../../components/figure-text.ts'
import { AccountChoice } from '../order-entry/AccountChoice.tsx'
import { AskedAgain, LongReason } from '../order-entry/OrderPair.tsx'
import { cancelReasonText, nothingKnown } from '../rfq/cancel-reasons.ts'
import { OnItsWayLine } from '../order-entry/OnItsWayLine.tsx'
import { NetYield } from './NetYield.tsx'
import { OrderFields } from './OrderFields.tsx'
import { type Lifetime, sides, type SpreadOrder, type Strategy } from './model.ts'
import { OrderButtons } from './OrderButtons.tsx'
import styles from './OrderEntry.module.css'
import { type EnteredBy, type OrderType, sidesOf } from './order-form.ts'
import { outcomeText } from './order-text.ts'
import { useSpreadMarket } from './spread-store.ts'
import { amountText, amountUnit, rejectionOf } from './strategy-text.ts'
import { useValue } from './use-spreads.ts'
import type { OrderEntryState } from './use-order-entry.ts'

const types: readonly { readonly value: OrderType; readonly label: string }[] = [
  { value: 'LIMIT', label: 'Limit' },
  { value: 'MARKET', label: 'Market' },
]
const entered = [
  { value: 'PRICE', label: 'Price' },
  { value: 'YIELD', label: 'Yield' },
] as const satisfies readonly { readonly value: EnteredBy; readonly label: string }[]
const lifetimes: readonly { readonly value: Lifetime; readonly label: string }[] = [
  { value: 'GOOD_TILL_CANCELED', label: 'GTC' },
  { value: 'GOOD_TILL_EXPIRES', label: 'GTD (minutes)' },
  { value: 'IMMEDIATE_OR_CANCEL', label: 'IOC' },
]

type EntryProps = { readonly strategy: Strategy; readonly entry: OrderEntryState }

/** Each button states what it sends. Without 1-click, a second click sends it. */
export function OrderEntry({ strategy, entry }: EntryProps) {
  const { form, act } = entry
  const isOneClick = useOneClickOf('SPREADS')
  const isNarrow = useIsNarrow()
  const settings = (
    <div className={styles['line']}>
      <Segmented label="Order type" value={form.type} options={types} onChange={(type) => act({ kind: 'typeChosen', type })} />
      <Segmented
        label="Enter by"
        value={form.enteredBy}
        options={entered}
        onChange={(enteredBy) => act({ kind: 'enteredByChosen', enteredBy })}
      />
      {!isNarrow && (
        <Toggle checked={isOneClick} onChange={(isOn) => setOneClick('SPREADS', isOn)}>
          1-click
        </Toggle>
      )}
    </div>
  )
  const sending = (
    <>
      <OrderButtons entry={entry} />
      {sidesOf(form).map((side) => (
        <LongReason key={side} of={entry.drafts[side].reason} />
      ))}
      <AskedAgain entry={entry} sides={sidesOf(form)} step={formatPrice(strategy.tick)} />
      <Outcome strategy={strategy} entry={entry} />
    </>
  )
  const figures = (
    <>
      <NetYield strategy={strategy} entry={entry} />
      <Foot strategy={strategy} entry={entry} />
    </>
  )
  if (isNarrow)
    return (
      <section className={styles['onPhone']} aria-label="Order">
        <div className={styles['settings']}>
          {settings}
          <How entry={entry} />
          {figures}
        </div>
        <div className={styles['thumb']}>
          <OrderFields strategy={strategy} entry={entry} />
          {sending}
        </div>
      </section>
    )
  return (
    <section className={styles['entry']} aria-label="Order">
      {settings}
      <OrderFields strategy={strategy} entry={entry} />
      <How entry={entry} />
      {sending}
      {figures}
    </section>
  )
}

const ownNames: Readonly<Record<OwnOrders, string>> = {
  REFUSE: 'Self-trade: reject',
  CANCEL_RESTING: 'Self-trade: cancel resting',
  CANCEL_ARRIVING: 'Self-trade: cancel incoming',
}
const ownTitles: Readonly<Record<OwnOrders, string>> = {
  REFUSE: 'If this order would trade with an order of your own desk, it is rejected.',
  CANCEL_RESTING: 'If this order would trade with a resting order of your own desk, the resting order is cancelled first.',
  CANCEL_ARRIVING: 'This order fills until it reaches an order of your own desk. The rest of it is then cancelled.',
}
const AS_DESK = 'AS_DESK'

/** The choice of self-trade prevention. The default of the desk comes first (rulebook 17.5). */
function OwnChoice({ entry: { form, act, market } }: Pick<EntryProps, 'entry'>) {
  const { ownOfDesk } = market
  const applies = form.own ?? ownOfDesk
  const policies = ownOrderPolicies.filter((policy) => policy !== ownOfDesk)
  const ofDesk = ownOfDesk === undefined ? 'Self-trade: desk default' : ownNames[ownOfDesk]
  return (
    <span className={styles['own']} title={applies === undefined ? undefined : ownTitles[applies]}>
      <Select
        aria-label="Self-trade prevention"
        size="small"
        value={form.own === undefined || form.own === ownOfDesk ? AS_DESK : form.own}
        options={[{ value: AS_DESK, label: ofDesk }, ...policies.map((value) => ({ value, label: ownNames[value] }))]}
        onChange={(value) => act({ kind: 'ownChosen', own: value === AS_DESK ? undefined : value })}
      />
    </span>
  )
}

function How({ entry }: Pick<EntryProps, 'entry'>) {
  const { form, act } = entry
  if (form.type === 'MARKET')
    return (
      <div className={styles['how']}>
        <span className={styles['market']}>Fills at the best available prices. Any remainder is cancelled.</span>
        <OwnChoice entry={entry} />
      </div>
    )
  return (
    <div className={styles['how']}>
      <Select
        aria-label="Time in force"
        size="small"
        value={form.lifetime}
        options={lifetimes}
        onChange={(lifetime) => act({ kind: 'lifetimeChosen', lifetime })}
      />
      {form.lifetime === 'GOOD_TILL_EXPIRES' && (
        <NumberField
          aria-label="Minutes"
          size="small"
          className={styles['minutes']}
          value={form.minutes}
          step="1"
          hint="min"
          onChange={(minutes) => act({ kind: 'minutesTyped', minutes })}
        />
      )}
      <Checkbox checked={form.isPostOnly} onChange={(isOn) => act({ kind: 'postOnlySet', isOn })}>
        Post-only
      </Checkbox>
      <span title="Market maker protection: cancels your protected orders when two of them trade within a second">
        <Checkbox checked={form.isMmp} onChange={(isOn) => act({ kind: 'mmpSet', isOn })}>
          MMP
        </Checkbox>
      </span>
      <OwnChoice entry={entry} />
    </div>
  )
}

/** The reason against an order, how far the typed price is from the mark, or the last order as it is now. It always takes the same space. */
function Outcome({ strategy, entry }: EntryProps) {
  const { last } = entry.sending
  const says = sides.map((side) => entry.guards[side].says).find((one) => one !== undefined)
  const followed = useFollowed(last?.placed, strategy)
  const words = last === undefined ? '' : `${clockText(last.at)} ${last.what}: ${last.words ?? followed.words}`
  const shown = entry.closed ?? says ?? entry.form.note
  if (entry.sending.unanswered !== undefined) return <OnItsWayLine className={styles['outcome']} of={entry.sending} />
  return (
    <p
      className={classNames(
        styles['outcome'],
        shown === undefined && (last?.words !== undefined || followed.isRejected) && styles['refused'],
      )}
      role="status"
    >
      {shown ?? words}
    </p>
  )
}

/** The order follows its fills, its cancellation and the venue's rejection, however long ago it was sent. */
function useFollowed(sent: SpreadOrder | undefined, strategy: Strategy): { readonly words: string; readonly isRejected: boolean } {
  const held = useSpreadMarket(({ orders }) => (sent === undefined ? undefined : orders.get(sent.id)))
  const rejection = useSpreadMarket(({ trades }) =>
    sent === undefined ? undefined : [...trades.values()].find(({ orderId, state }) => orderId === sent.id && state === 'REJECTED'),
  )
  if (sent === undefined) return { words: '', isRejected: false }
  const order = held ?? sent
  if (rejection === undefined)
    return {
      words: outcomeText(order, strategy, cancelReasonText(order.cancelCause, { ...nothingKnown, name: order.canceledBy })),
      isRejected: false,
    }
  const why = rejectionOf(rejection)
  const words = `${strategy.venue} rejected the trade of ${amountText(rejection.amount)} ${amountUnit(strategy)}${why === undefined ? '' : `: ${why}`}. The order is cancelled.`
  return { words, isRejected: true }
}

function Foot({ strategy, entry }: EntryProps) {
  const now = useNow(60_000)
  const near = useValue(strategy.id)?.nearMark
  const overMs = carriedMs(strategy.near, strategy.far, now)
  const { amount } = entry
  const isKnown = near !== undefined && amount !== undefined
  const value = isKnown ? basisPointValue({ amount, margin: strategy.margin, near, carriedMs: overMs }) : undefined
  return (
    <div className={styles['foot']}>
      <span title="The value of one basis point of annualised yield for this amount">
        Basis DV01 <b>{value === undefined ? '—' : `$${groupedText(value, 2)} / bp`}</b>
      </span>
      <AccountChoice
        accounts={entry.account.accounts}
        usual={{
          words: entry.account.primary === undefined ? 'No default account' : `${entry.account.primary} (default)`,
          account: entry.account.primary,
        }}
        account={entry.account.name}
        chosen={entry.form.account}
        onChoose={(account) => entry.act({ kind: 'accountChosen', account })}
      />
    </div>
  )
}
