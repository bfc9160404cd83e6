import { carriedMs, formatPrice, formatQuantity, type Price, priceOfRate, priceToNumber } from '@parley/core'
import { NumberField } from '../../components/NumberField.tsx'
import type { EnteredNumber } from '../../components/number-text.ts'
import { useNow } from '../../live/use-live.ts'
import type { Strategy } from './model.ts'
import styles from './OrderEntry.module.css'
import { amountUnit, amountValueText, carryText, ratesAt, spreadPriceText } from './strategy-text.ts'
import type { OrderEntryState } from './use-order-entry.ts'
import { useValue } from './use-spreads.ts'

type FieldsProps = { readonly strategy: Strategy; readonly entry: OrderEntryState }

/** The price or its yield, and the amount. */
export function OrderFields({ strategy, entry }: FieldsProps) {
  const { form, act } = entry
  const near = useValue(strategy.id)?.nearMark
  return (
    <div className={styles['fields']}>
      {form.enteredBy === 'YIELD' && form.type === 'LIMIT' ? (
        <YieldField strategy={strategy} entry={entry} />
      ) : (
        <PriceField strategy={strategy} entry={entry} />
      )}
      <NumberField
        label={`Amount (${amountUnit(strategy)})`}
        value={form.amount}
        step={formatQuantity(strategy.increment)}
        isRounded
        hint={amountValueText(strategy, entry.amount, near)}
        onChange={(amount) => act({ kind: 'amountTyped', amount })}
      />
    </div>
  )
}

function PriceField({ strategy, entry: { form, act, market, price } }: FieldsProps) {
  const value = useValue(strategy.id)
  const now = useNow(60_000)
  const isMarket = form.type === 'MARKET'
  const rate = price === undefined ? undefined : ratesAt(price, strategy, value?.nearMark, now).rate
  const stepFrom = market.book.asks[0]?.price ?? market.book.bids[0]?.price
  return (
    <NumberField
      label={`Price (${strategy.quoteCurrency})`}
      value={isMarket ? '' : form.price}
      step={formatPrice(strategy.tick)}
      stepFrom={stepFrom === undefined ? nearestTick(value?.mark, strategy) : formatPrice(stepFrom)}
      placeholder={isMarket ? 'market' : 'best, IOC'}
      disabled={isMarket}
      hint={rate === undefined ? undefined : carryText('BUY', rate)?.replace(/^\w+ /, '')}
      onChange={(typed) => act({ kind: 'priceTyped', price: typed })}
    />
  )
}

/** The typed yield becomes the nearest price on tick at the current mark, and stays that price. */
function YieldField({ strategy, entry: { form, act, price } }: FieldsProps) {
  const near = useValue(strategy.id)?.nearMark
  const now = useNow(60_000)
  const overMs = carriedMs(strategy.near, strategy.far, now)
  const rate = price === undefined ? undefined : ratesAt(price, strategy, near, now).rate
  const priceOf = (percent: EnteredNumber): EnteredNumber => {
    if (percent === undefined || percent === '') return percent
    return near === undefined ? undefined : nearestTick(priceOfRate(Number(percent) / 100, near, overMs), strategy)
  }
  return (
    <NumberField
      label="Yield (% p.a.)"
      value={form.percent ?? (rate === undefined ? form.price : (rate * 100).toFixed(2))}
      step="0.01"
      placeholder="best, IOC"
      disabled={near === undefined}
      hint={price === undefined ? undefined : `= ${spreadPriceText(price, strategy)}`}
      onChange={(percent) => act({ kind: 'yieldTyped', percent, price: priceOf(percent) })}
    />
  )
}

/** On tick. The mark is the start for the step buttons if there are no quotes. */
function nearestTick(price: number | undefined, { tick }: Strategy): string | undefined {
  return price === undefined ? undefined : formatPrice((Math.round(price / priceToNumber(tick)) * tick) as Price)
}
