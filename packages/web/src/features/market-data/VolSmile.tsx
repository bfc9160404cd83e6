import { classNames } from '../../theme/class-names.ts'
import { OF_MARKET } from '../../theme/ink.ts'
import { groupedText } from '../../components/figure-text.ts'
import type { Smile } from './smile.ts'
import styles from './VolSmile.module.css'

/** Own vols at a strike, in percent. A side that is not quoted has none. */
export type SmileVol = {
  readonly strike: number
  readonly name: string
  readonly bid: number | undefined
  readonly ask: number | undefined
}

const HEIGHT = 152
const EDGE = { left: 30, right: 8, top: 8, bottom: 20 } as const
const ROOM = 0.2

type VolSmileProps = {
  readonly smile: Smile
  readonly mine: readonly SmileVol[]
  /** Drawn at its actual size, so that its text is as large as elsewhere. */
  readonly width: number
}

/** The mark vol by strike, with the venue's bid and ask as a band, the forward, and the user's own vols. */
export function VolSmile({ smile, mine, width }: VolSmileProps) {
  const { points, forward } = smile
  const [first, last] = [points[0]!.strike, points[points.length - 1]!.strike]
  const [low, high] = span([...points.map((point) => point.mark), ...mine.flatMap(({ bid, ask }) => [bid, ask])])
  const x = (strike: number) => EDGE.left + ((strike - first) / (last - first || 1)) * (width - EDGE.left - EDGE.right)
  const y = (vol: number) => EDGE.top + (1 - (Math.min(Math.max(vol, low), high) - low) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom)
  const at = (strike: number, vol: number) => `${x(strike).toFixed(1)},${y(vol).toFixed(1)}`
  const both = points.filter((point) => point.bid !== undefined && point.ask !== undefined)
  const band = [...both.map((point) => at(point.strike, point.ask!)), ...both.toReversed().map((point) => at(point.strike, point.bid!))]
  const summary = `Mark vol from ${points[0]!.mark.toFixed(1)} at ${first} to ${points[points.length - 1]!.mark.toFixed(1)} at ${last}${mine.map((one) => `; mine ${one.name} ${volPair(one)}`).join('')}`
  return (
    <svg className={classNames(styles['smile'], OF_MARKET)} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary}>
      {ticks(low, high, 4).map((vol) => (
        <g key={vol}>
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y(vol)} y2={y(vol)} className={styles['grid']} />
          <text x={EDGE.left - 6} y={y(vol) + 3.5} textAnchor="end" className={styles['axis']}>
            {vol}
          </text>
        </g>
      ))}
      {ticks(first, last, 6).map((strike) => (
        <text key={strike} x={x(strike)} y={HEIGHT - 5} textAnchor={x(strike) > width - 24 ? 'end' : 'middle'} className={styles['axis']}>
          {strike >= 10_000 ? `${strike / 1_000}k` : groupedText(strike, 0)}
        </text>
      ))}
      {band.length > 3 && <polygon points={band.join(' ')} className={styles['band']} />}
      <line x1={x(forward)} x2={x(forward)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} className={styles['forward']} />
      <text x={x(forward) + 5} y={EDGE.top + 9} className={styles['axis']}>{`forward ${groupedText(forward, 0)}`}</text>
      <polyline points={points.map((point) => at(point.strike, point.mark)).join(' ')} className={styles['mark']} />
      {mine.map((one, place) => (
        <Mine key={one.name} one={one} x={x(one.strike)} y={y} isLeft={x(one.strike) > width - 110} isBelow={place % 2 === 1} />
      ))}
    </svg>
  )
}

type MineProps = {
  readonly one: SmileVol
  readonly x: number
  readonly y: (vol: number) => number
  readonly isLeft: boolean
  /** Neighbouring labels are on opposite sides of the curve, so that they do not overlap. */
  readonly isBelow: boolean
}

function Mine({ one, x, y, isLeft, isBelow }: MineProps) {
  const shown = [one.bid, one.ask].filter((vol) => vol !== undefined)
  if (shown.length === 0) return null
  const ends = shown.map(y)
  const [top, bottom] = [Math.min(...ends), Math.max(...ends)]
  const tick = (vol: number | undefined, tone: string | undefined) =>
    vol === undefined ? null : <line x1={x - 5} x2={x + 5} y1={y(vol)} y2={y(vol)} className={classNames(styles['tick'], tone)} />
  const text = { x: isLeft ? x - 10 : x + 10, textAnchor: isLeft ? 'end' : 'start' } as const
  return (
    <g>
      <line x1={x} x2={x} y1={top} y2={bottom} className={styles['stem']} />
      {tick(one.bid, styles['bid'])}
      {tick(one.ask, styles['ask'])}
      <text {...text} y={isBelow ? bottom + 18 : Math.max(top - 20, 20)} className={styles['name']}>
        {one.name}
        <tspan {...text} dy="12" className={styles['axis']}>
          {volPair(one)}
        </tspan>
      </text>
    </g>
  )
}

const volPair = ({ bid, ask }: SmileVol): string => `${bid?.toFixed(1) ?? '—'} / ${ask?.toFixed(1) ?? '—'}`

function span(vols: readonly (number | undefined)[]): readonly [number, number] {
  const known = vols.filter((vol) => vol !== undefined)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const room = Math.max((high - low) * ROOM, 1)
  return [low - room, high + room]
}

const STEPS = [0.5, 1, 2, 2.5, 5] as const

/** About this many round numbers between two ends. */
function ticks(from: number, to: number, about: number): readonly number[] {
  const rough = (to - from) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power
  const found: number[] = []
  for (let at = Math.ceil(from / step); at * step <= to; at++) found.push(Number((at * step).toPrecision(6)))
  return found
}
