import { type Greeks, noGreeks, addGreeks, rangesByExpiry, type RiskMeasure, riskRange, worstOf } from '@parley/core'
import { Info } from 'lucide-react'
import { useMemo } from 'react'
import { VenueBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useScreen } from '../../live/screen-state.ts'
import { useProtection } from '../../live/protection.ts'
import { signedText } from '../../components/figure-text.ts'
import { GAMMA_MOVE } from './columns.tsx'
import { currencyOfLimit, limitFor, type OpenQuotes, openQuotesOf, risksOf, unknownIn } from './open-quotes.ts'
import styles from './Positions.module.css'
import { expiryName, type HeldRow } from './position-row.ts'
import { RangeBar } from './RangeBar.tsx'
import { sizesText, vegasText } from './open-quote-text.ts'
import { useInstrumentsOf } from '../../live/instruments.ts'
import { useOrders, useRfqs } from '../../live/use-live.ts'
import { markFromWire } from '../market-data/mark-from-wire.ts'
import { useMarksOfNow } from './use-position-rows.ts'
import { type OpenMarket, useOpenMarkets } from '../../live/open-markets.ts'

type PanelProps = {
  /** Positions of all venues and currencies. */
  readonly rows: readonly HeldRow[]
  readonly currency: string
  readonly currencies: readonly string[]
  readonly onCurrency: (currency: string) => void
}

type Shown = { readonly measure: RiskMeasure; readonly name: string; readonly decimals: number; readonly times: number }
const measuresOf = (currency: string): readonly Shown[] => [
  { measure: 'delta', name: `Delta, ${currency}`, decimals: 2, times: 1 },
  { measure: 'vega', name: 'Vega, $', decimals: 0, times: 1 },
  { measure: 'gamma', name: `Gamma, per $${GAMMA_MOVE}`, decimals: 4, times: GAMMA_MOVE },
]

const heldOf = (rows: readonly HeldRow[], currency: string): readonly HeldRow[] =>
  rows.filter((row) => row.currency === currency && row.figures !== undefined)

/** Shown next to the positions: how far trades of the desk’s open orders could move the risk. */
export function OpenQuotesPanel({ rows, currency, currencies, onCurrency }: PanelProps) {
  const quotes = useOpenQuotes(currency)
  const status = useProtection((protection) => protection.status)
  const held = useMemo(() => heldOf(rows, currency), [rows, currency])
  const total = held.reduce<Greeks>((sum, { figures }) => addGreeks(sum, figures!), noGreeks)
  const limits = (status?.limits ?? [])
    .filter((one) => !one.is_removed && currencyOfLimit(one.limit) === currency)
    .map(({ limit }) => limit)
  const risks = risksOf(quotes)
  const unknown = unknownIn(quotes)
  const count = quotes.reduce((sum, { sides }) => sum + sides.length, 0)
  return (
    <section className={styles['panel']} aria-label="If your open quotes trade">
      <header className={styles['panelHead']}>
        <h2>If your open quotes trade</h2>
        <span className={styles['muted']}>{`${count} ${count === 1 ? 'quote' : 'quotes'}, ${currency}`}</span>
        <p>Worst case if any part of either side trades.</p>
      </header>
      {currencies.length > 1 && (
        <Segmented
          label="Currency of the open quotes"
          value={currency}
          options={currencies.map((one) => ({ value: one, label: one }))}
          onChange={onCurrency}
        />
      )}
      {quotes.length > 0 && <QuoteTable quotes={quotes} />}
      {unknown > 0 && (
        <p
          className={styles['warn']}
        >{`${unknown} without a mark price for every leg: ${unknown === 1 ? 'its' : 'their'} effect is unknown.`}</p>
      )}
      {measuresOf(currency).map(({ measure, name, decimals, times }) => {
        const range = riskRange(
          total[measure] * times,
          risks.map((risk) => risk.total[measure] * times),
        )
        const limit = measure === 'gamma' ? undefined : limitFor(measure, limits, quotes)
        return <RangeBar key={measure} {...{ name, decimals, range, limit }} />
      })}
      <Foot {...{ held, quotes }} />
    </section>
  )
}

const QuoteTable = ({ quotes }: { readonly quotes: readonly OpenQuotes[] }) => (
  <table className={styles['quotes']}>
    <thead>
      <tr>
        <th scope="col">Quote</th>
        <th scope="col">Venue</th>
        <th scope="col">Size</th>
        <th scope="col">Vega bid, offer</th>
      </tr>
    </thead>
    <tbody>
      {quotes.map((one) => (
        <tr key={one.rfq.id}>
          <th scope="row" title={`${one.name} ${one.places}`}>
            <b>{one.name}</b> {one.places}
          </th>
          <td>
            <VenueBadge venue={one.rfq.venue} />
          </td>
          <td>{sizesText(one.sides)}</td>
          <td>{vegasText(one.sides)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Two expiries that offset each other are still two risks. Shows the worst case of each expiry with open quotes. */
function Foot({ held, quotes }: { readonly held: readonly HeldRow[]; readonly quotes: readonly OpenQuotes[] }) {
  const risks = risksOf(quotes)
  const byExpiry = new Map<number, Greeks>()
  for (const { expiry, figures } of held) {
    const at = typeof expiry === 'number' ? expiry : 0
    byExpiry.set(at, addGreeks(byExpiry.get(at) ?? noGreeks, figures!))
  }
  const touched = new Set(risks.flatMap((risk) => [...risk.byExpiry].filter(([, { vega }]) => vega !== 0).map(([at]) => at)))
  const worst = rangesByExpiry('vega', byExpiry, risks).filter(({ expiresAt }) => touched.has(expiresAt))
  if (quotes.length === 0) return <p className={styles['note']}>Your desk has no open quotes or limit orders in this currency.</p>
  return (
    <p className={styles['note']}>
      <Info size={13} aria-hidden="true" />
      <span>
        {worst.length > 0 && 'Worst by expiry: '}
        {worst.map((range, place) => (
          <span key={range.expiresAt}>
            {place > 0 && ', '}
            {expiryName(range.expiresAt === 0 ? 'PERPETUAL' : range.expiresAt)} vega <b>{signedText(worstOf(range), 0)}</b>
          </span>
        ))}
        {worst.length > 0 && '. '}
        <Button size="small" onClick={() => useScreen.setState({ wantedTab: 'open-orders' })}>
          Cancel quotes…
        </Button>
      </span>
    </p>
  )
}

/** The desk's open quotes in a currency, in both flows, with the risk that each would add. */
function useOpenQuotes(currency: string): readonly OpenQuotes[] {
  const orders = useOrders()
  const rfqs = useRfqs()
  const all = useOpenMarkets()
  const own = useMemo((): readonly OpenMarket[] => all.filter((market) => market.currency === currency), [all, currency])
  const instrumentsOf = useInstrumentsOf(own)
  const { marks, now } = useMarksOfNow()
  return useMemo(
    () =>
      openQuotesOf(currency, {
        ...{ orders: orders.values(), rfqs, instrumentsOf, now },
        // The index price does not affect the greeks.
        markOf: (id) => markFromWire(marks.get(id), 0, now),
      }),
    [currency, orders, rfqs, instrumentsOf, marks, now],
  )
}
