import { priceText, quantityText } from '@parley/core'
import { BookOpen } from 'lucide-react'
import { useBook } from '../../../live/use-live.ts'
import type { BuilderSummary } from './builder-summary.ts'
import { BookedByBoth } from './BookedByBoth.tsx'
import { MinimumBlock } from './MinimumBlock.tsx'
import styles from './SendTo.module.css'
import type { Opening } from './use-market-opening.ts'

/** Takes the place of quantity and makers: a market has neither, because it is open to all desks. */
export const MarketTerms = ({ summary, opening }: { readonly summary: BuilderSummary; readonly opening: Opening }) => (
  <section className={styles['send']} aria-label="Market">
    <h4 className={styles['title']}>{opening.existing === undefined ? 'A new market' : `Market ${opening.existing.id}`}</h4>
    <p className={styles['minimum']}>
      <BookOpen size={13} aria-hidden="true" />{' '}
      {opening.existing === undefined
        ? 'All desks can see it and quote both sides, in any quantity from the minimum block. It closes when its first leg expires, or after a day without a quote.'
        : 'This structure already has a market, whichever way round it is built. You will join it.'}
    </p>
    {opening.existing !== undefined && <Book id={opening.existing.id} decimals={opening.existing.tickSize.split('.')[1]?.length ?? 0} />}
    <BookedByBoth structure={summary.structure} />
    {summary.minimum !== undefined && summary.structure !== undefined && (
      <MinimumBlock structure={summary.structure} minimum={summary.minimum} />
    )}
  </section>
)

function Book({ id, decimals }: { readonly id: string; readonly decimals: number }) {
  const { bids, asks } = useBook(id)
  const best = (level: (typeof bids)[number] | undefined) =>
    level === undefined ? '—' : `${quantityText(level.quantity)} @ ${priceText(level.price, decimals)}`
  return (
    <p className={styles['minimum']}>
      Bid <strong>{best(bids[0])}</strong> · Ask <strong>{best(asks[0])}</strong> · {bids.length + asks.length} quotes
    </p>
  )
}
