import {
  breakEvens,
  type Holding,
  type Instant,
  payoffCurve,
  payoffExtremes,
  type PayoffPoint,
  priceFromNumber,
  priceToNumber,
  strikeText,
  type Structure,
} from '@parley/core'
import type { MarkView } from '@parley/contracts'
import { useMemo } from 'react'
import { useSnapshot } from '../../live/use-snapshot.ts'
import { classNames } from '../../theme/class-names.ts'
import { groupedText } from '../../components/figure-text.ts'
import { signedDollars } from './greek-text.ts'
import { markFromWire } from './mark-from-wire.ts'
import { moneyTicks, withRoom } from './payoff-axes.ts'
import { extremeText, type ExtremeText } from './payoff-labels.ts'
import styles from './PayoffChart.module.css'

type PayoffChartProps = {
  readonly structure: Structure
  readonly marks: ReadonlyMap<number, MarkView>
  /** Positive if bought, negative if sold. */
  readonly quantity: number
  readonly spot: number
  readonly now: number
  /** The price of one unit in the structure's quote currency. Undefined if none is known. */
  readonly price: number | undefined
}

const WIDTH = 320
const HEIGHT = 100
const TOP = 18
const BOTTOM = 18
/** Space for the amounts. */
const LEFT = 42
const LABEL = 25
const POINTS = 48
/** The curve is redrawn at intervals, not every second. */
const REDRAW_MS = 5_000

/** The profit or loss of a position or an order: a solid line at its first expiry, a dashed line for today. */
export function PayoffChart({ structure, marks, quantity, spot, now, price: known }: PayoffChartProps) {
  const price = known === undefined ? undefined : priceFromNumber(known)
  const at = Math.floor(now / REDRAW_MS) * REDRAW_MS
  // Marks are read when the curve is drawn, because each single change is too small to see.
  const marksThen = useSnapshot(marks, [structure, price, spot, at])
  const curve = useMemo(
    () =>
      price === undefined || structure.legs.length === 0
        ? undefined
        : payoffCurve({
            structure,
            price,
            markOf: (id) => markFromWire(marksThen.get(id), spot, at),
            now: at as Instant,
            spot,
            points: POINTS,
          }),
    [structure, price, marksThen, spot, at],
  )
  if (price === undefined || curve === undefined || curve.length < 2)
    return <p className={styles['none']}>The pay-off chart appears once every leg has a mark.</p>
  const holding = { structure, quantity, price, spot }
  const held = curve.map((point) => ({ ...point, atExpiry: point.atExpiry * quantity, today: point.today * quantity }))
  return (
    <figure className={styles['figure']}>
      <Figures holding={holding} curve={held} />
      <Drawing curve={held} holding={holding} />
    </figure>
  )
}

/** The figures are calculated from the legs for all prices. The chart shows the part around the spot. */
function Figures({ holding, curve }: { readonly holding: Holding; readonly curve: readonly PayoffPoint[] }) {
  const { loss, gain } = payoffExtremes(holding)
  const zeros = breakEvens(holding)
  const shown = zeros ?? crossings(curve)
  const zeroText = shown.length === 0 ? '—' : `${zeros === undefined ? '≈ ' : ''}${shown.map((one) => groupedText(one, 0)).join(' · ')}`
  return (
    <figcaption>
      <dl className={styles['figures']}>
        <Extreme name="Max loss" tone="loss" {...extremeText(loss, 'LOSS')} />
        <Extreme name="Max gain" tone="gain" {...extremeText(gain, 'GAIN')} />
        <div title={zeros === undefined ? 'Model estimate: legs that expire later are priced at their current volatility.' : undefined}>
          <dt>Break-even</dt>
          <dd>
            <b>{zeroText}</b>
          </dd>
        </div>
      </dl>
    </figcaption>
  )
}

const Extreme = ({ name, tone, words, next, reason }: ExtremeText & { readonly name: string; readonly tone: 'loss' | 'gain' }) => (
  <div title={reason}>
    <dt>{name}</dt>
    <dd>
      <b className={styles[tone]}>{words}</b>
      {next !== undefined && ` · ${next}`}
      {reason !== undefined && <span className="visually-hidden">{reason}</span>}
    </dd>
  </div>
)

function Drawing({ curve, holding }: { readonly curve: readonly PayoffPoint[]; readonly holding: Holding }) {
  const { structure, spot } = holding
  const [first, last] = [curve[0]!.underlying, curve.at(-1)!.underlying]
  const values = curve.flatMap((point) => [point.atExpiry, point.today])
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)]
  const x = (underlying: number) => LEFT + ((underlying - first) / (last - first)) * (WIDTH - LEFT)
  const y = (value: number) => TOP + (1 - (value - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM)
  const line = (pick: (point: PayoffPoint) => number) =>
    curve.map((point) => `${x(point.underlying).toFixed(1)},${y(pick(point)).toFixed(1)}`).join(' ')
  const strikes = strikesOf(structure)
  // Futures have no strikes, so round prices label the axis.
  const prices = strikes.length > 0 ? strikes : moneyTicks(first, last)
  const ticks = moneyTicks(low, high)
  const spotText = `spot ${groupedText(spot, 0)}`
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Pay-off from ${groupedText(first, 0)} to ${groupedText(last, 0)}, ${spotText}`}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} className={classNames(styles['money'], tick === 0 && styles['zero'])} />
          <text x={LEFT - 5} y={y(tick) + 3} textAnchor="end" className={styles['axis']}>
            {tick === 0 ? '0' : roundSum(tick)}
          </text>
        </g>
      ))}
      {strikes.map((strike) => (
        <line key={strike} x1={x(strike)} x2={x(strike)} y1={TOP} y2={HEIGHT - BOTTOM} className={styles['strike']} />
      ))}
      <line x1={x(spot)} x2={x(spot)} y1={TOP - 4} y2={HEIGHT - BOTTOM} className={styles['spot']} />
      <text x={Math.min(x(spot) + 4, WIDTH - 60)} y={TOP - 8} className={styles['axis']}>
        {spotText}
      </text>
      <polyline points={line((point) => point.today)} className={styles['today']} />
      <polyline points={line((point) => point.atExpiry)} className={styles['expiry']} />
      {withRoom(prices, x, LABEL).map((strike) => (
        <text key={strike} x={x(strike)} y={HEIGHT - 5} textAnchor="middle" className={styles['axis']}>
          {strikeText(strike, 1)}
        </text>
      ))}
    </svg>
  )
}

/** A round amount needs no trailing zeros. */
const roundSum = (dollars: number): string => signedDollars(dollars).replace(/\.0+(?=\D)/, '')

const strikesOf = ({ legs }: Structure): readonly number[] =>
  [...new Set(legs.flatMap(({ instrument }) => (instrument.strike === undefined ? [] : [priceToNumber(instrument.strike)])))].sort(
    (a, b) => a - b,
  )

/** The zero crossings of the drawn line, for positions that only the model can price. */
function crossings(curve: readonly PayoffPoint[]): readonly number[] {
  return curve.flatMap((point, at) => {
    const next = curve[at + 1]
    if (next === undefined || point.atExpiry === 0 || point.atExpiry * next.atExpiry >= 0) return []
    const share = point.atExpiry / (point.atExpiry - next.atExpiry)
    return [point.underlying + share * (next.underlying - point.underlying)]
  })
}
