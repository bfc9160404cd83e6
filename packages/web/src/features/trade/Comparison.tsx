import { type DealQuality, formatQuantity, priceText } from '@parley/core'
import { classNames } from '../../theme/class-names.ts'
import { averageOf, type Deal, type FigureText } from './deal-view.ts'
import { QuoteBar } from './QuoteBar.tsx'
import styles from './TradeCard.module.css'

type ComparisonProps = {
  readonly deal: Deal
  readonly quality: DealQuality
  readonly quotes: Parameters<typeof QuoteBar>[0]['quotes']
  readonly decimals: number
  readonly title: string
  /** The prices with which the trade is compared. */
  readonly basis: string
  readonly figures: readonly FigureText[]
}

/** For a trade whose record is known. */
export function basisText({ markPrice, venueBid, venueAsk }: Deal, { bestBid, bestAsk }: DealQuality, decimals: number): string {
  const at = (price: string | undefined) => (price === undefined ? '—' : priceText(price, decimals))
  const best = (price: number | undefined) => (price === undefined ? '—' : priceText(String(price / 1e8), decimals))
  return `mark ${at(markPrice)} · RFQ ${best(bestBid)} / ${best(bestAsk)} · venue ${at(venueBid)} / ${at(venueAsk)}`
}

/** The trade among all quotes at that time, and what was gained by asking. */
export function Comparison({ title, deal, quality, quotes, decimals, basis, figures }: ComparisonProps) {
  return (
    <section className={styles['block']} aria-label={title}>
      <h3 className={styles['title']}>
        {title}
        <span>{basis}</span>
      </h3>
      <QuoteBar deal={deal} quotes={quotes} average={averageOf(quality, decimals)} decimals={decimals} cover={quality.cover?.maker} />
      <div className={styles['figures']}>
        {figures.map(({ name, value, detail, tone }) => (
          <div key={name} className={styles['figure']} role="group" aria-label={name}>
            {name}
            <b className={classNames(tone === 'good' && styles['good'])}>{value}</b>
            {detail}
          </div>
        ))}
      </div>
      <span className="visually-hidden">{`Total traded ${formatQuantity(quality.quantity)}`}</span>
    </section>
  )
}
