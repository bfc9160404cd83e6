import { classNames } from '../../theme/class-names.ts'
import { changeText, DASH, percentText } from './leader-text.ts'
import styles from './Leaderboard.module.css'

/** Ranks gained or lost. */
export function Change({ change }: { readonly change: number | null }) {
  const isMoved = change !== null && change !== 0
  return (
    <span className={styles['change']} title={changeText(change)}>
      <span aria-hidden="true">{isMoved ? `${change > 0 ? '▲' : '▼'} ${Math.abs(change)}` : DASH}</span>
      <span className="visually-hidden">{changeText(change)}</span>
    </span>
  )
}

/** A share as a bar, with the figure next to it. */
export const PartBar = ({ part, isOwn }: { readonly part: number; readonly isOwn: boolean }) => (
  <span className={styles['track']} aria-hidden="true">
    <span
      className={classNames(styles['fill'], isOwn && styles['ownFill'])}
      style={{ width: `${Math.min(100, Math.max(0, part * 100))}%` }}
    />
  </span>
)

export const RateCell = ({ rate }: { readonly rate: number | null }) => (
  <span className={styles['rate']}>
    {rate !== null && (
      <span className={styles['rateTrack']} aria-hidden="true">
        <span className={styles['rateFill']} style={{ width: `${rate * 100}%` }} />
      </span>
    )}
    {percentText(rate)}
  </span>
)

const WIDTH = 72
const HEIGHT = 18

/** The volume over the period. A single point is drawn as a line too. */
export function Sparkline({ line, isOwn }: { readonly line: readonly number[]; readonly isOwn: boolean }) {
  if (line.length === 0) return DASH
  const most = Math.max(...line, 1)
  const points = line.length === 1 ? [line[0]!, line[0]!] : line
  const step = WIDTH / (points.length - 1)
  return (
    <svg
      className={classNames(styles['spark'], isOwn && styles['ownSpark'])}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <polyline
        points={points
          .map((value, place) => `${(place * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`)
          .join(' ')}
      />
    </svg>
  )
}
