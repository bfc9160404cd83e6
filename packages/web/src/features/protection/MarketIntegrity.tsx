import { type MarketIntegrityView, protectionCalls } from '@parley/contracts'
import { Facts } from '../../components/Facts.tsx'
import { useOnce } from '../../live/loadable.ts'
import styles from './Protection.module.css'

/** The desk's quotes and trades of today, and the rules that apply to its quotes. Empty if the rules are off for the desk. */
export function MarketIntegrity() {
  const integrity = useOnce(protectionCalls.getMarketIntegrity, {})
  if (integrity.state !== 'LOADED' || integrity.data.rules === null) return null
  return <Shown integrity={integrity.data} rules={integrity.data.rules} />
}

type ShownProps = { readonly integrity: MarketIntegrityView; readonly rules: NonNullable<MarketIntegrityView['rules']> }

const Shown = ({ integrity: { quotes, trades }, rules }: ShownProps) => (
  <section className={styles['section']} aria-label="Market integrity">
    <h3>Market integrity</h3>
    <p className={styles['about']}>
      Your desk’s bid and ask in one RFQ may be at most {rules.most_width_percent} % of the mark apart, or ten ticks. Your first{' '}
      {grouped(rules.free_quotes)} quotes of a day are free, and each trade allows {grouped(rules.quotes_per_trade)} more. The day starts at
      00:00 UTC.
    </p>
    <Facts
      of={[
        ['Quotes placed and replaced today', grouped(quotes)],
        ['Resulting trades', grouped(trades)],
        ['Quotes left today', grouped(rules.quotes_left)],
      ]}
    />
  </section>
)

const grouped = (count: number): string => count.toLocaleString('en-US')
