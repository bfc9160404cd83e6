import { payoffCurve, priceFromNumber, type Instant, type Leg, type PayoffPoint } from '@parley/core'
import type { MarkView } from '@parley/contracts'
import { useMemo } from 'react'
import { markFromWire } from './mark-from-wire.ts'
import { dollarText, groupedText } from './figure-text.ts'
import styles from './PayoffChart.module.css'

type PayoffChartProps = {
  readonly legs: readonly Leg[]
  readonly marks: ReadonlyMap<number, MarkView>
  readonly quantity: number
  readonly spot: number
  readonly now: number
  /** Paid for one unit, in the structure's quote currency. */
  readonly cost: number
}

const WIDTH = 320
const HEIGHT = 104
const TOP = 18
const BOTTOM = 18
const POINTS = 48
/** The curve moves with the marks, not with every second. */
const REDRAW_MS = 5_000

/** The gain or loss of the structure bought: a full line for its first expiry, a dashed one for today. */
export function PayoffChart({ legs, marks, quantity, spot, now, cost }: PayoffChartProps) {
  const at = Math.floor(now / REDRAW_MS) * REDRAW_MS
  const curve = useMemo(() => {
    const price = priceFromNumber(cost)
    if (price === undefined || legs.length === 0) return undefined
    return payoffCurve({
      structure: { legs },
      price,
      markOf: (id) => markFromWire(marks.get(id), spot, at),
      now: at as Instant,
      spot,
      points: POINTS,
    })
    // Marks are read when the curve is drawn; each of their changes alone is too small to see.
  }, [legs, cost, spot, at])
  if (curve === undefined || curve.length < 2)
    return <p className={styles['none']}>The pay-off is drawn as soon as every leg has a mark.</p>
  return <Drawing curve={curve} quantity={quantity} spot={spot} />
}

function Drawing({ curve, quantity, spot }: { readonly curve: readonly PayoffPoint[]; readonly quantity: number; readonly spot: number }) {
  const [first, last] = [curve[0]!.underlying, curve[curve.length - 1]!.underlying]
  const values = curve.flatMap((point) => [point.atExpiry, point.today])
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)]
  const x = (underlying: number) => ((underlying - first) / (last - first)) * WIDTH
  const y = (value: number) => TOP + (1 - (value - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM)
  const line = (pick: (point: PayoffPoint) => number) =>
    curve.map((point) => `${x(point.underlying).toFixed(1)},${y(pick(point)).toFixed(1)}`).join(' ')
  const ends = [curve[0]!, curve[curve.length - 1]!].map((point) => point.atExpiry)
  const best = Math.max(...curve.map((point) => point.atExpiry))
  const worst = Math.min(...curve.map((point) => point.atExpiry))
  const breakEvens = crossings(curve)
  const ticks = [0.2, 0.5, 0.8].map((share) => first + share * (last - first))
  const summary = `Pay-off: largest loss ${extreme(worst, ends, quantity, 'down')}, largest gain ${extreme(best, ends, quantity, 'up')}`
  return (
    <figure className={styles['figure']}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
        <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className={styles['zero']} />
        <line x1={x(spot)} x2={x(spot)} y1={TOP - 4} y2={HEIGHT - BOTTOM} className={styles['spot']} />
        <text x={Math.min(x(spot) + 4, WIDTH - 60)} y={TOP - 8} className={styles['axis']}>{`spot ${groupedText(spot, 0)}`}</text>
        <polyline points={line((point) => point.today)} className={styles['today']} />
        <polyline points={line((point) => point.atExpiry)} className={styles['expiry']} />
        {ticks.map((tick) => (
          <text key={tick} x={x(tick)} y={HEIGHT - 5} textAnchor="middle" className={styles['axis']}>
            {tick >= 10_000 ? `${Math.round(tick / 1000)}k` : groupedText(tick, 0)}
          </text>
        ))}
      </svg>
      <figcaption className={styles['caption']}>
        <span>
          Max loss <b className={styles['loss']}>{extreme(worst, ends, quantity, 'down')}</b>
        </span>
        <span>
          Break-even <b>{breakEvens.length === 0 ? '—' : breakEvens.map((one) => groupedText(one, 0)).join(' / ')}</b>
        </span>
        <span>
          Max gain <b className={styles['gain']}>{extreme(best, ends, quantity, 'up')}</b>
        </span>
      </figcaption>
    </figure>
  )
}

/** Where the extreme is at the edge of the picture and still growing, there is no largest one. */
function extreme(value: number, ends: readonly number[], quantity: number, direction: 'up' | 'down'): string {
  const isAtEdge = ends.includes(value) && ends[0] !== ends[1]
  if (isAtEdge && Math.abs(value) > 0 && direction === 'up' && value > 0 && ends[1] === value && ends[1]! > ends[0]!)
    return 'grows with the price'
  return `${value >= 0 ? '+' : ''}${dollarText(value * quantity)}`
}

function crossings(curve: readonly PayoffPoint[]): readonly number[] {
  return curve.flatMap((point, at) => {
    const next = curve[at + 1]
    if (next === undefined || point.atExpiry === 0 || point.atExpiry * next.atExpiry >= 0) return []
    const share = point.atExpiry / (point.atExpiry - next.atExpiry)
    return [point.underlying + share * (next.underlying - point.underlying)]
  })
}
