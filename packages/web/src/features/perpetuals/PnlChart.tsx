import { useRef } from 'react'
import { dateText } from '../../components/time-text.ts'
import { useHeight } from '../../components/use-height.ts'
import { useWidth } from '../../components/use-width.ts'
import { gainText } from '../../components/known-figure.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { roundTicks, scale, type Span, spanOf } from '../market-data/axes.ts'
import styles from './FundingCurve.module.css'
import type { PnlDay } from './pnl-pages.ts'

const EDGE = { left: 4, right: 66, top: 8, bottom: 16 } as const
const BAR_SHARE = 0.7
const MOST_BAR_PX = 28

/** A bar for the net result of each day, and a line for their sum. */
export function PnlChart({ days, label }: { readonly days: readonly PnlDay[]; readonly label: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, height] = [useWidth(frame), useHeight(frame)]
  return (
    <section className={styles['curve']} aria-label="Results by day">
      <p className={styles['title']}>
        <b>{label}</b> net result by day <span>line: sum</span>
      </p>
      <div ref={frame} className={styles['frame']}>
        <Picture days={days} width={width} height={height} />
      </div>
    </section>
  )
}

type PictureProps = { readonly days: readonly PnlDay[]; readonly width: number; readonly height: number }

function Picture({ days, width, height }: PictureProps) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const span = spanOf([0, ...days.flatMap(({ net, total }) => [net, total])])
  const slot = Math.max(0, width - EDGE.left - EDGE.right) / days.length
  const middle = (place: number) => EDGE.left + slot * (place + 0.5)
  const y = scale(span, [height - EDGE.bottom, EDGE.top])
  const bar = Math.min(MOST_BAR_PX, slot * BAR_SHARE)
  const line = days.map(({ total }, place) => `${middle(place).toFixed(1)},${y(total).toFixed(1)}`).join(' ')
  return (
    <svg className={classNames(styles['picture'], ink.own)} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={wordsOf(days)}>
      <Axis span={span} y={y} width={width} />
      {days.map(({ day, net }, place) => (
        <rect
          key={day}
          x={middle(place) - bar / 2}
          width={bar}
          y={Math.min(y(0), y(net))}
          height={Math.abs(y(net) - y(0))}
          className={styles[net < 0 ? 'loss' : 'gain']}
        >
          <title>{`${dateText(day, 'UTC')}: ${gainText(net, 2)}`}</title>
        </rect>
      ))}
      <polyline points={line} className={styles['sum']} />
      <circle cx={middle(days.length - 1)} cy={y(last.total)} r={2.5} className={styles['now']} />
      <text x={EDGE.left} y={height - 3} className={styles['axis']}>
        {dateText(first.day, 'UTC')}
      </text>
      {days.length > 1 && (
        <text x={width - EDGE.right} y={height - 3} textAnchor="end" className={styles['axis']}>
          today
        </text>
      )}
    </svg>
  )
}

type AxisProps = { readonly span: Span; readonly y: (value: number) => number; readonly width: number }

const Axis = ({ span, y, width }: AxisProps) =>
  roundTicks(span, 3).map((value) => (
    <g key={value}>
      <line x1={EDGE.left} x2={width - EDGE.right} y1={y(value)} y2={y(value)} className={styles[value === 0 ? 'zero' : 'grid']} />
      <text x={width - EDGE.right + 6} y={y(value) + 3.5} className={styles['axis']}>
        {gainText(value, Math.abs(span[1] - span[0]) < 10 ? 2 : 0)}
      </text>
    </g>
  ))

function wordsOf(days: readonly PnlDay[]): string {
  const sorted = days.toSorted((a, b) => a.net - b.net)
  const text = ({ net, day }: PnlDay) => `${gainText(net, 2)} on ${dateText(day, 'UTC')}`
  return `Net result: ${gainText(days.at(-1)!.total, 2)} in ${days.length === 1 ? '1 day' : `${days.length} days`}, best ${text(sorted.at(-1)!)}, worst ${text(sorted[0]!)}`
}
