import type { DirectRfq } from '../../live/audiences.ts'
import type { Instrument, Structure } from '@parley/core'
import { addGreeks, type Greeks, noGreeks, ratioToNumber, unitGreeks } from '@parley/core'
import { useMemo } from 'react'
import { Skeleton } from '../../components/Skeleton.tsx'
import { classNames } from '../../theme/class-names.ts'
import { signedText } from '../../components/figure-text.ts'
import { gammaMove, gammaPer, signedDollars } from '../market-data/greek-text.ts'
import type { TypedQuote } from '../rfq/ticket/typed-quote.ts'
import { useMarkOf } from '../structure/use-structure.ts'
import styles from './Desk.module.css'
import { type Holding, inventoryOf } from './inventory.ts'
import { useTradedHoldings, useVenueHoldings } from './use-inventory.ts'

type InventoryProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly instruments: ReadonlyMap<number, Instrument>
  readonly quote: TypedQuote | undefined
}

/** Net greeks by expiry, and after a trade on either side of the quote, from the positions that the venue reports. */
export function Inventory(props: InventoryProps) {
  const { rfq, instruments } = props
  const held = useVenueHoldings({ venue: rfq.venue, currency: rfq.baseCurrency, instruments })
  switch (held.state) {
    case 'LOADING':
      return <Skeleton lines={6} label="Loading your positions" />
    case 'VENUE':
      return <InventoryTable {...props} holdings={held.holdings} source="the venue’s records" />
    case 'UNREADABLE':
      return <OfOwnTrades {...props} />
  }
}

function OfOwnTrades(props: InventoryProps) {
  const { rfq, instruments } = props
  const holdings = useTradedHoldings({ venue: rfq.venue, currency: rfq.baseCurrency, instruments })
  switch (holdings.state) {
    case 'LOADING':
      return <Skeleton lines={6} label="Loading your trades" />
    case 'FAILED':
      return <p className={styles['note']}>{holdings.words}</p>
    case 'LOADED':
      return <InventoryTable {...props} holdings={holdings.data} source="trades settled here, not the venue’s records" />
  }
}

type TableProps = InventoryProps & { readonly holdings: readonly Holding[]; readonly source: string }

function InventoryTable({ rfq, structure, quote, holdings, source }: TableProps) {
  const { markOf, now } = useMarkOf(rfq)
  const inventory = useMemo(() => inventoryOf(holdings, markOf, now), [holdings, markOf, now])
  const unit = structureGreeks(structure, markOf, now)
  const after = (side: 'BUY' | 'SELL') => {
    const quantity = quote === undefined ? rfq.quantity : quote.quantity[side]
    return unit === undefined || quantity === undefined
      ? undefined
      : addGreeks(inventory.total, unit, (side === 'BUY' ? 1 : -1) * Number(quantity))
  }
  const expiries = new Set<number>(structure.legs.map((leg) => leg.instrument.expiresAt ?? 0))
  const move = gammaMove(rfq.baseCurrency)
  return (
    <table className={styles['inventory']}>
      <thead>
        <tr>
          <th scope="col">Expiry</th>
          <th scope="col">Delta {rfq.baseCurrency}</th>
          <th scope="col">{`Gamma ${gammaPer(rfq.baseCurrency)}`}</th>
          <th scope="col">Vega</th>
          <th scope="col">Theta</th>
        </tr>
      </thead>
      <tbody>
        {inventory.rows.map((row) => (
          <Row
            key={row.expiry}
            name={row.expiry}
            greeks={row}
            move={move}
            className={expiries.has(row.expiresAt) ? styles['same'] : undefined}
          />
        ))}
        <Row name="Total now" greeks={inventory.total} move={move} className={styles['total']} />
        {rfq.state === 'OPEN' && (
          <>
            <Row name="If my bid is hit" greeks={after('BUY')} move={move} tone={styles['bid']} />
            <Row name="If my ask is lifted" greeks={after('SELL')} move={move} tone={styles['ask']} />
          </>
        )}
      </tbody>
      <caption className={styles['note']}>
        {inventory.rows.length === 0 ? 'No positions. Source: ' : 'Source: '}
        {source}
        {inventory.leftOut > 0 ? ` · ${inventory.leftOut} expired or unmarked left out` : ''}
      </caption>
    </table>
  )
}

type RowProps = {
  readonly name: string
  readonly greeks: Greeks | undefined
  readonly move: number
  readonly className?: string | undefined
  readonly tone?: string | undefined
}

const Row = ({ name, greeks, move, className, tone }: RowProps) => (
  <tr className={classNames(className)}>
    <th scope="row" className={tone}>
      {name}
    </th>
    <td>{greeks === undefined ? '—' : signedText(greeks.delta, 2)}</td>
    <td>{greeks === undefined ? '—' : signedText(greeks.gamma * move, 3)}</td>
    <td>{greeks === undefined ? '—' : signedDollars(greeks.vega)}</td>
    <td>{greeks === undefined ? '—' : signedDollars(greeks.theta)}</td>
  </tr>
)

/** The greeks of one unit bought, including its hedge. Undefined while a leg has no mark. */
function structureGreeks(structure: Structure, markOf: ReturnType<typeof useMarkOf>['markOf'], now: number): Greeks | undefined {
  let sum = noGreeks
  for (const leg of structure.legs) {
    const mark = markOf(leg.instrument.id)
    const unit = mark === undefined ? undefined : unitGreeks(leg.instrument, mark, now)
    if (unit === undefined) return undefined
    sum = addGreeks(sum, unit, (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio))
  }
  return sum
}
