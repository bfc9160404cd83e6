import { useMemo, useRef } from 'react'
import { ageText } from '../../components/time-text.ts'
import { useHeight } from '../../components/use-height.ts'
import { useWidth } from '../../components/use-width.ts'
import { OF_MARKET } from '../../theme/ink.ts'
import { roundTicks, scale, spanOf } from '../market-data/axes.ts'
import styles from './FundingCurve.module.css'
import { percentText } from './market-text.ts'
import type { FundingRate, Market } from './model.ts'
import { useFundingRates } from './use-funding-rates.ts'

const DAY_MS = 86_400_000
const EDGE = { left: 4, right: 58, top: 8, bottom: 16 } as const
const DECIMALS = 4

/** The funding rate of the last day, scaled to eight hours. Longs pay if it is positive. */
export function FundingCurve({ market }: { readonly market: Market }) {
  const rates = useFundingRates(market.name, DAY_MS)
  const frame = useRef<HTMLDivElement>(null)
  const [width, height] = [useWidth(frame), useHeight(frame)]
  return (
    <section className={styles['curve']} aria-label="Market funding rate">
      <p className={styles['title']}>
        <b>{market.base}</b> funding, % per 8 h <span>positive: longs pay</span>
      </p>
      <div ref={frame} className={styles['frame']}>
        {rates.state === 'FAILED' ? (
          <p className={styles['words']} role="alert">
            Funding rates could not be loaded: {rates.words}{' '}
            <button type="button" onClick={rates.retry}>
              Try again
            </button>
          </p>
        ) : rates.state === 'LOADING' || width === 0 ? (
          <p className={styles['words']}>Loading funding rates.</p>
        ) : (
          <Picture rates={rates.data} market={market} width={width} height={height} />
        )}
      </div>
    </section>
  )
}

type PictureProps = { readonly rates: readonly FundingRate[]; readonly market: Market; readonly width: number; readonly height: number }

function Picture({ rates, market, width, height }: PictureProps) {
  const shown = useMemo(() => thinned(rates, Math.max(2, Math.floor(width / 2))), [rates, width])
  const [first, last] = [shown[0], shown.at(-1)]
  if (first === undefined || last === undefined) return <p className={styles['words']}>No funding rates for {market.name} yet.</p>
  const span = spanOf([0, ...shown.map(({ rate }) => rate)])
  const x = scale([first.at, Math.max(last.at, first.at + 1)], [EDGE.left, width - EDGE.right])
  const y = scale(span, [height - EDGE.bottom, EDGE.top])
  const [low, high] = [Math.min(...shown.map(({ rate }) => rate)), Math.max(...shown.map(({ rate }) => rate))]
  const text = (rate: number): string => `${percentText(rate, DECIMALS)} %`
  const words = `Funding rate of ${market.name} over 24 hours: ${text(low)} to ${text(high)}, latest ${text(last.rate)}`
  const line = shown.map(({ at, rate }) => `${x(at).toFixed(1)},${y(rate).toFixed(1)}`).join(' ')
  return (
    <svg className={`${styles['picture']} ${OF_MARKET}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      {roundTicks(span, 3).map((rate) => (
        <g key={rate}>
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y(rate)} y2={y(rate)} className={styles[rate === 0 ? 'zero' : 'grid']} />
          <text x={width - EDGE.right + 6} y={y(rate) + 3.5} className={styles['axis']}>
            {percentText(rate, DECIMALS)}
          </text>
        </g>
      ))}
      <polygon points={`${x(first.at)},${y(0)} ${line} ${x(last.at)},${y(0)}`} className={styles['ground']} />
      <polyline points={line} className={styles['line']} />
      <circle cx={x(last.at)} cy={y(last.rate)} r={2.5} className={styles['now']} />
      <text x={EDGE.left} y={height - 3} className={styles['axis']}>
        {ageText(Math.max(0, last.at - first.at))} ago
      </text>
      <text x={width - EDGE.right} y={height - 3} textAnchor="end" className={styles['axis']}>
        now
      </text>
    </svg>
  )
}

/** At most this many points, evenly spaced, always including the last. */
function thinned(rates: readonly FundingRate[], most: number): readonly FundingRate[] {
  const step = Math.ceil(rates.length / most)
  return rates.filter((_, place) => (rates.length - 1 - place) % step === 0)
}
