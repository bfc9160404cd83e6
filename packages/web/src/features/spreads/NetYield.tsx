import { orderNow } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import { type Side, sides, type Strategy } from './model.ts'
import styles from './OrderEntry.module.css'
import { carryText, rateText } from './strategy-text.ts'
import { type Costs, useCosts } from './use-costs.ts'
import type { OrderEntryState } from './use-order-entry.ts'

type NetYieldProps = { readonly strategy: Strategy; readonly entry: OrderEntryState }

const short = (side: Side, rate: number | undefined): string => carryText(side, rate)?.replace(' p.a.', '') ?? '—'

/** The yield that each side pays or earns, from its gross yield to the net one (rulebook 21.15). A spread of two futures has no funding. */
export function NetYield({ strategy, entry: { drafts, market } }: NetYieldProps) {
  const costs = useCosts(strategy)
  const of = (side: Side): Costs | undefined => {
    const { order } = drafts[side]
    return order && costs(order, orderNow(order, market.book))
  }
  const both: Readonly<Record<Side, Costs | undefined>> = { BUY: of('BUY'), SELL: of('SELL') }
  const coin = strategy.margin === 'INVERSE' ? strategy.currency : strategy.quoteCurrency
  const decimals = strategy.margin === 'INVERSE' ? 5 : 2
  const row = (name: string, text: (side: Side, of: Costs) => string) => (
    <tr>
      <th scope="row">{name}</th>
      {sides.map((side) => {
        const one = both[side]
        return <td key={side}>{one === undefined ? '—' : text(side, one)}</td>
      })}
    </tr>
  )
  return (
    <table className={styles['net']} aria-label="Yield after funding and fees">
      <thead>
        <tr>
          <th scope="col">Annualised</th>
          <th scope="col">Buy</th>
          <th scope="col">Sell</th>
        </tr>
      </thead>
      <tbody>
        {row('Gross yield', (side, { gross }) => short(side, gross))}
        {strategy.near.expiresAt === undefined && row('Current funding', (_side, { funding }) => rateText(funding && -funding))}
        {row('Fees', (_side, { feeRate }) => rateText(feeRate))}
        {row('Net yield', (side, { net }) => short(side, net))}
      </tbody>
      <tfoot>{row(`Fee in ${coin}`, (_side, { fee }) => (fee === undefined ? '—' : groupedText(fee, decimals)))}</tfoot>
    </table>
  )
}
