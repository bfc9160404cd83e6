import { type CarryPoint, carryCurve } from '@parley/core'
import { useEffect, useMemo, useRef } from 'react'
import { useHeight } from '../../components/use-height.ts'
import { useWidth } from '../../components/use-width.ts'
import { keep, read } from '../../live/browser-store.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { OF_MARKET } from '../../theme/ink.ts'
import { roundTicks, scale, spanOf } from '../market-data/axes.ts'
import styles from './TermStructure.module.css'
import { curveOfYesterday, type KeptCurve, parseCurves, withCurve } from './kept-curve.ts'
import type { Strategy } from './model.ts'
import { legName, rateText } from './strategy-text.ts'
import { useSpreadMarket } from './spread-store.ts'
import { useFamily, useFamilyStrategies } from './use-spreads.ts'

const EDGE = { left: 40, right: 12, top: 8, bottom: 20 } as const
/** A greater height would make the curve look steeper than it is. */
const MOST_HEIGHT = 150
/** The marks change constantly. The curve is redrawn at this interval. */
const REDRAW_MS = 5_000

/** The annualised premium of each future over the index by days to expiry, now and a day ago. */
export function TermStructure({ chosen }: { readonly chosen: Strategy }) {
  const now = useNow(REDRAW_MS)
  const points = useCurve(now)
  const before = useYesterday(points, now)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const height = Math.min(MOST_HEIGHT, useHeight(frame))
  return (
    <figure className={styles['figure']}>
      <figcaption className={styles['caption']}>
        <b>Term structure</b>
        <span>
          annualised premium to index
          {before !== undefined && (
            <>
              {' · '}
              <i className={styles['dash']} aria-hidden="true" /> yesterday
            </>
          )}
        </span>
      </figcaption>
      <div ref={frame} className={styles['frame']}>
        {points.length < 2 ? (
          <p className={styles['none']}>The curve appears when two futures have a mark price.</p>
        ) : (
          width > 0 && height > 0 && <Curve {...{ points, before, chosen, width, height }} />
        )}
      </div>
    </figure>
  )
}

/** Each future once, collected from the spreads. */
function useCurve(now: number): readonly CarryPoint[] {
  const strategies = useFamilyStrategies()
  // Redraws when the first marks arrive, which can be after the first messages of a spread.
  const valued = useSpreadMarket(({ values }) => strategies.filter(({ id }) => values.get(id)?.farMark !== undefined).length)
  return useMemo(() => {
    if (valued === 0) return []
    const { values } = useSpreadMarket.getState()
    const futures = new Map<number, { expiresAt: number; mark: number | undefined }>()
    let index: number | undefined
    for (const { id, near, far } of strategies) {
      const value = values.get(id)
      index ??= value?.index
      if (value?.nearMark !== undefined && near.expiresAt !== undefined)
        futures.set(near.instrumentId, { expiresAt: near.expiresAt, mark: value.nearMark })
      if (value?.farMark !== undefined) futures.set(far.instrumentId, { expiresAt: far.expiresAt, mark: value.farMark })
    }
    return index === undefined ? [] : carryCurve(index, [...futures.values()], now)
  }, [strategies, now, valued])
}

function useYesterday(points: readonly CarryPoint[], now: number): readonly CarryPoint[] | undefined {
  const { venue, currency, margin } = useFamily()
  const key = `carry-curve:${venue}:${currency}:${margin}`
  useEffect(() => {
    const kept = keptCurves(key)
    const next = withCurve(kept, points, now)
    if (next !== kept) keep(key, JSON.stringify(next))
  }, [key, points, now])
  return useMemo(() => curveOfYesterday(keptCurves(key), now), [key, now])
}

function keptCurves(key: string): readonly KeptCurve[] {
  try {
    return parseCurves(JSON.parse(read(key) ?? '[]')) ?? []
  } catch {
    return []
  }
}

type CurveProps = {
  readonly points: readonly CarryPoint[]
  readonly before: readonly CarryPoint[] | undefined
  readonly chosen: Strategy
  readonly width: number
  readonly height: number
}

function Curve({ points, before, chosen, width, height }: CurveProps) {
  const rates = spanOf([...points, ...(before ?? [])].map(({ rate }) => rate * 100))
  const last = points.at(-1)!.days
  const x = scale([0, last], [EDGE.left, width - EDGE.right])
  const y = scale(rates, [height - EDGE.bottom, EDGE.top])
  const line = (curve: readonly CarryPoint[]) =>
    curve.map(({ days, rate }) => `${x(days).toFixed(1)},${y(rate * 100).toFixed(1)}`).join(' ')
  const isLeg = ({ expiresAt }: CarryPoint) => expiresAt === chosen.near.expiresAt || expiresAt === chosen.far.expiresAt
  const words = points.map((point) => `${legName(point)} ${rateText(point.rate)}`).join(', ')
  return (
    <svg
      className={classNames(styles['curve'], OF_MARKET)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Term structure: ${words}`}
    >
      {roundTicks(rates, 4).map((rate) => (
        <g key={rate}>
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y(rate)} y2={y(rate)} className={styles['grid']} />
          <text x={EDGE.left - 6} y={y(rate) + 3.5} textAnchor="end" className={styles['axis']}>
            {rate}%
          </text>
        </g>
      ))}
      {roundTicks([0, last], 4)
        .filter((days) => days > 0)
        .map((days) => (
          <text key={days} x={x(days)} y={height - 4} textAnchor="middle" className={styles['axis']}>
            {days}d
          </text>
        ))}
      {before !== undefined && before.length > 1 && <polyline points={line(before)} className={styles['before']} />}
      <polyline points={line(points)} className={styles['line']} />
      {points.map((point) => (
        <circle
          key={point.expiresAt}
          cx={x(point.days)}
          cy={y(point.rate * 100)}
          r={isLeg(point) ? 4 : 2.5}
          className={isLeg(point) ? styles['leg'] : styles['point']}
        >
          <title>{`${legName(point)} ${rateText(point.rate)}`}</title>
        </circle>
      ))}
    </svg>
  )
}
