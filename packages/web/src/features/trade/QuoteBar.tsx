import { useRef } from 'react'
import type { RecordQuote } from '@parley/client'
import { priceText } from '@parley/core'
import { classNames } from '../../theme/class-names.ts'
import { useWidth } from '../../components/use-width.ts'
import type { Deal } from './deal-view.ts'
import { COVER, type QuoteBarMark, quoteBarOf } from './quote-bar.ts'
import styles from './QuoteBar.module.css'

type QuoteBarProps = {
  readonly deal: Deal
  readonly quotes: readonly RecordQuote[]
  readonly average: string
  readonly decimals: number
  readonly cover: string | undefined
}

const HEIGHT = 128
const LINE = 66
const TALL = 24
const ROW = 13

/** All quotes on one scale: asks above the line, bids below it, and the trades in the desk's own colour. */
export function QuoteBar({ deal, quotes, average, decimals, cover }: QuoteBarProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = Math.max(useWidth(box), 1)
  const strip = quoteBarOf(deal, quotes, Number(average), width, cover)
  if (strip === undefined) return null
  const said = quotes.map(({ deskName, side, price }) => `${deskName} ${side === 'BUY' ? 'bid' : 'ask'} ${price}`).join(', ')
  return (
    <div ref={box} className={styles['strip']}>
      <svg width={width} height={HEIGHT} role="img" aria-label={`Quotes at the time of the trade: ${said === '' ? 'not known' : said}`}>
        <line x1={0} x2={width} y1={LINE} y2={LINE} className={styles['line']} />
        {strip.venue !== undefined && (
          <g className={styles['venue']}>
            <rect x={strip.venue.bid} y={LINE - 6} width={Math.max(0, strip.venue.ask - strip.venue.bid)} height={12} />
            <text x={strip.venue.bid} y={LINE - 12} textAnchor="middle">
              venue
            </text>
            <text x={strip.venue.ask} y={LINE + 22} textAnchor="middle">
              venue
            </text>
          </g>
        )}
        {strip.mark !== undefined && (
          <g className={styles['mark']}>
            <line x1={strip.mark} x2={strip.mark} y1={LINE} y2={LINE + TALL}>
              <title>mark {deal.markPrice}</title>
            </line>
            <text x={strip.mark} y={10} textAnchor="middle">
              mark
            </text>
          </g>
        )}
        {strip.marks.map((mark) => (
          <Quote key={`${mark.kind} ${mark.label} ${mark.x}`} mark={mark} decimals={decimals} />
        ))}
        <g className={styles['average']}>
          <path d={`M ${strip.average} ${LINE - 6} l 6 6 l -6 6 l -6 -6 z`}>
            <title>average {average}</title>
          </path>
        </g>
        {strip.ticks.filter(isShownExactly(decimals)).map(({ x, price }) => (
          <text key={price} x={x} y={HEIGHT - 2} textAnchor="middle" className={styles['axis']}>
            {priceText(price.toFixed(decimals), decimals)}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** A finer step than the product's own would show the same price several times. */
const isShownExactly =
  (decimals: number) =>
  ({ price }: { readonly price: number }): boolean =>
    Math.abs(price - Number(price.toFixed(decimals))) < 10 ** -(decimals + 3)

const sides = { ASK: 'ask', BID: 'bid', DEALT: 'dealt' } as const

function Quote({ mark: { kind, x, label, price, row, isCover }, decimals }: { mark: QuoteBarMark; decimals: number }) {
  const isBelow = kind === 'BID'
  const y = isBelow ? LINE + TALL + 11 + (row ?? 0) * ROW : LINE - TALL - 4 - (row ?? 0) * ROW
  const words = isCover ? `${label}${COVER}` : label
  return (
    <g className={styles[sides[kind]]}>
      <title>{`${label} ${kind === 'BID' ? 'bid' : kind === 'ASK' ? 'ask' : 'traded'} ${priceText(String(price), decimals)}`}</title>
      <rect x={x - (kind === 'DEALT' ? 3 : 1.5)} y={isBelow ? LINE : LINE - TALL} width={kind === 'DEALT' ? 6 : 3} height={TALL} />
      {row !== undefined && (
        <text x={x} y={y} textAnchor="middle" className={classNames(isCover && styles['strong'])}>
          {words}
        </text>
      )}
    </g>
  )
}
