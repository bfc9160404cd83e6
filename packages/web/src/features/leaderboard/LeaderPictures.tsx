import { classNames } from '../../theme/class-names.ts'
import { dollarText } from '../../components/figure-text.ts'
import { type LeaderRow, namedDots, pointTotals, tradedPoints } from './leader-rows.ts'
import { percentText, waitText } from './leader-text.ts'
import styles from './Leaderboard.module.css'
import type { Shown } from './LeaderSummary.tsx'

const WIDTH = 320
const HEIGHT = 120
const FOOT = 16

/** The rows as charts: by day, by share, and how makers respond. Charts without any trade are left out. */
export function LeaderPictures({ answers, rows, role }: Shown) {
  const isTraded = rows.some(({ volume }) => volume > 0)
  return (
    <aside className={styles['pictures']} aria-label="Charts">
      {isTraded && <Volumes points={answers.volumes.points} rows={rows} />}
      {isTraded && <Shares rows={rows} />}
      {role === 'MAKER' && <Responses rows={rows} />}
    </aside>
  )
}

const dayText = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { day: '2-digit', month: 'short', timeZone: 'UTC' }).toUpperCase()

function Volumes({ points: all, rows }: { readonly points: readonly number[]; readonly rows: readonly LeaderRow[] }) {
  const { points, totals } = tradedPoints(all, pointTotals(rows, all.length))
  const most = Math.max(...totals, 1)
  const step = WIDTH / points.length
  const last = points.at(-1)
  return (
    <figure className={styles['picture']}>
      <figcaption>
        <b>Volume over time</b> <span>firms shown, peak {dollarText(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Volume over time: ${dollarText(totals.reduce((sum, one) => sum + one, 0))} in total`}
      >
        {totals.map((total, place) => {
          const height = (total / most) * (HEIGHT - FOOT - 4)
          return (
            <rect
              key={points[place]}
              x={place * step + step * 0.12}
              y={HEIGHT - FOOT - height}
              width={step * 0.76}
              height={height}
              rx={1}
              className={styles['column']}
            >
              <title>{`${dayText(points[place]!)}: ${dollarText(total)}`}</title>
            </rect>
          )
        })}
        <text x={0} y={HEIGHT - 3} className={styles['axis']}>
          {points[0] === undefined ? '' : dayText(points[0])}
        </text>
        <text x={WIDTH} y={HEIGHT - 3} textAnchor="end" className={styles['axis']}>
          {last === undefined ? '' : dayText(last)}
        </text>
      </svg>
    </figure>
  )
}

const NAMED_SHARES = 6

function Shares({ rows }: { readonly rows: readonly LeaderRow[] }) {
  const traded = rows.flatMap((row) => (row.share !== null && row.share > 0 ? [{ ...row, share: row.share }] : []))
  if (traded.length === 0) return null
  return (
    <figure className={styles['picture']}>
      <figcaption>
        <b>Shares</b> <span>of the volume shown</span>
      </figcaption>
      <div
        className={styles['shares']}
        role="img"
        aria-label={traded.map(({ firm, share }) => `${firm} ${percentText(share, 1)}`).join(', ')}
      >
        {traded.map((row, place) => (
          <span
            key={`${row.kind} ${row.firm}`}
            className={classNames(
              styles['share'],
              row.kind === 'OWN' && styles['ownFill'],
              row.kind === 'TOGETHER' && styles['shareTogether'],
            )}
            style={{ flexGrow: row.share, ...(row.kind === 'NAMED' ? { opacity: Math.max(0.3, 0.95 - place * 0.09) } : {}) }}
            title={`${row.firm} ${percentText(row.share, 1)}`}
          />
        ))}
      </div>
      <ul className={styles['legend']}>
        {traded.slice(0, NAMED_SHARES).map((row) => (
          <li key={`${row.kind} ${row.firm}`} className={classNames(row.kind === 'OWN' && styles['ownText'])}>
            <span>{row.firm}</span> {percentText(row.share, 1)}
          </li>
        ))}
      </ul>
    </figure>
  )
}

const LEFT = 34

/** One dot per firm. Higher means a higher response rate, further left a faster response, and larger more volume. */
function Responses({ rows }: { readonly rows: readonly LeaderRow[] }) {
  const known = rows.filter(({ responseRate, medianMs }) => responseRate !== null && medianMs !== null)
  if (known.length === 0) return null
  const slowest = Math.max(...known.map(({ medianMs }) => medianMs!), 1_000) * 1.15
  const largest = Math.max(...known.map(({ volume }) => volume), 1)
  const x = (ms: number) => LEFT + (ms / slowest) * (WIDTH - LEFT - 10)
  const y = (rate: number) => 8 + (1 - rate) * (HEIGHT + 30 - FOOT - 14)
  const dots = known.map((row) => ({
    ...{ row, x: x(row.medianMs!), y: y(row.responseRate!) },
    radius: 3 + 6 * Math.sqrt(row.volume / largest),
  }))
  const named = namedDots(dots)
  return (
    <figure className={styles['picture']}>
      <figcaption>
        <b>Response rate and time</b> <span>size = volume</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 30}`}
        role="img"
        aria-label={known.map((row) => `${row.firm}: ${percentText(row.responseRate)} in ${waitText(row.medianMs)}`).join('; ')}
      >
        {[1, 0.5, 0].map((rate) => (
          <g key={rate}>
            <line x1={LEFT} x2={WIDTH} y1={y(rate)} y2={y(rate)} className={styles['grid']} />
            <text x={0} y={y(rate) + 3} className={styles['axis']}>
              {percentText(rate)}
            </text>
          </g>
        ))}
        {[0, 0.5, 1].map((part) => (
          <text key={part} x={x((slowest / 1.15) * part)} y={HEIGHT + 27} textAnchor="middle" className={styles['axis']}>
            {waitText((slowest / 1.15) * part)}
          </text>
        ))}
        {dots.map((dot) => {
          const { row, radius } = dot
          // Names of dots on the right are on their left, so that they stay in the picture.
          const isRight = dot.x > WIDTH * 0.6
          const place = { x: dot.x + (isRight ? -1 : 1) * (radius + 3), y: dot.y + 3, textAnchor: isRight ? 'end' : 'start' } as const
          return (
            <g key={`${row.kind} ${row.firm}`}>
              <circle cx={dot.x} cy={dot.y} r={radius} className={classNames(styles['dot'], row.kind === 'OWN' && styles['ownDot'])}>
                <title>{`${row.firm}: ${percentText(row.responseRate)} in ${waitText(row.medianMs)}`}</title>
              </circle>
              {named.has(dot) && (
                <text {...place} className={styles['axis']}>
                  {row.firm}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
