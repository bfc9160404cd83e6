import { basisPointValue, carriedMs, formatPrice, formatQuantity, ownOrderPolicies, type OwnOrders, type Price } from '@parley/core'
import { Checkbox, Toggle } from '../../components/Choice.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Select } from '../../components/Select.tsx'
import { clockText } from '../../components/time-text.ts'
import { setOneClick, useOneClickOf } from '../../live/one-click.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { groupedText } from '../market-data/figure-text.ts'
import { AccountChoice } from '../order-entry/AccountChoice.tsx'
import { PriceOnceMore } from '../order-entry/PriceOnceMore.tsx'
import { type Lifetime, sides, type Strategy } from './model.ts'
import { OrderButtons } from './OrderButtons.tsx'
import styles from './OrderEntry.module.css'
import type { OrderType } from './order-form.ts'
import { amountUnit, carryText, ratesAt } from './strategy-text.ts'
import { useValue } from './use-spreads.ts'
import type { OrderEntryState } from './use-order-entry.ts'

const types: readonly { readonly value: OrderType; readonly label: string }[] = [
  { value: 'LIMIT', label: 'Limit' },
  { value: 'MARKET', label: 'Market' },
]
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
  return (
    <section className={styles['entry']} aria-label="Order">
      <div className={styles['line']}>
        <Segmented label="Order type" value={form.type} options={types} onChange={(type) => act({ kind: 'typeChosen', type })} />
        <Toggle checked={isOneClick} onChange={(isOn) => setOneClick('SPREADS', isOn)}>
          1-click
        </Toggle>
      </div>
      <Fields strategy={strategy} entry={entry} />
      <How entry={entry} />
      <OrderButtons entry={entry} />
      <Again strategy={strategy} entry={entry} />
      <Outcome entry={entry} />
      <Foot strategy={strategy} entry={entry} />
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

function Fields({ strategy, entry }: EntryProps) {
  const { form, act, market } = entry
  const value = useValue(strategy.id)
  const now = useNow(60_000)
  const isMarket = form.type === 'MARKET'
  const typed =
    form.price === '' || form.price === undefined ? undefined : (entry.drafts.BUY.order?.price ?? entry.drafts.SELL.order?.price)
  const rate = typed === undefined ? undefined : ratesAt(typed, strategy, value?.nearMark, now).rate
  const stepFrom = market.book.asks[0]?.price ?? market.book.bids[0]?.price
  return (
    <div className={styles['fields']}>
      <NumberField
        label={`Price (${strategy.quoteCurrency})`}
        value={isMarket ? '' : form.price}
        step={formatPrice(strategy.tick)}
        stepFrom={stepFrom === undefined ? nearestTick(value?.mark, strategy) : formatPrice(stepFrom)}
        placeholder={isMarket ? 'market' : 'best'}
        disabled={isMarket}
        hint={rate === undefined ? undefined : carryText('BUY', rate)?.replace(/^\w+ /, '')}
        onChange={(price) => act({ kind: 'priceTyped', price })}
      />
      <NumberField
        label={`Amount (${amountUnit(strategy)})`}
        value={form.amount}
        step={formatQuantity(strategy.increment)}
        isRounded
        hint={coinText(strategy, entry.amount, value?.nearMark)}
        onChange={(amount) => act({ kind: 'amountTyped', amount })}
      />
    </div>
  )
}

/** The starting price for the step buttons if there are no quotes. */
function nearestTick(mark: number | undefined, { tick }: Strategy): string | undefined {
  return mark === undefined ? undefined : formatPrice((Math.round((mark * 1e8) / tick) * tick) as Price)
}

/** `= 1.093 BTC` for an inverse amount, `= $91.6k` for a linear one. */
function coinText({ margin, currency }: Strategy, amount: number, near: number | undefined): string | undefined {
  if (near === undefined || near <= 0) return undefined
  return margin === 'INVERSE' ? `= ${groupedText(amount / near, 3)} ${currency}` : `= $${groupedText(amount * near, 0)}`
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
      <OwnChoice entry={entry} />
      <Checkbox checked={form.isPostOnly} onChange={(isOn) => act({ kind: 'postOnlySet', isOn })}>
        Post-only
      </Checkbox>
    </div>
  )
}

/** Below the buttons, which keep their place when it appears. */
function Again({ strategy, entry: { form, guards, typed } }: EntryProps) {
  const shown = form.replaces === undefined ? sides : [form.replaces.side]
  return shown.some((side) => guards[side].again !== undefined) ? (
    <PriceOnceMore of="Price" typed={typed} step={formatPrice(strategy.tick)} />
  ) : null
}

/** The outcome of the last order, or how far the typed price is from the mark. It always takes the same space. */
function Outcome({ entry }: Pick<EntryProps, 'entry'>) {
  const { last } = entry.sending
  const says = sides.map((side) => entry.guards[side].says).find((one) => one !== undefined)
  return (
    <p className={classNames(styles['outcome'], last?.isRefused === true && styles['refused'])} role="status">
      {entry.closed ?? says ?? (last === undefined ? '' : `${clockText(last.at)} ${last.what}: ${last.words}`)}
    </p>
  )
}

function Foot({ strategy, entry }: EntryProps) {
  const now = useNow(60_000)
  const near = useValue(strategy.id)?.nearMark
  const overMs = carriedMs(strategy.near, strategy.far, now)
  const value = near === undefined ? undefined : basisPointValue({ amount: entry.amount, margin: strategy.margin, near, carriedMs: overMs })
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
