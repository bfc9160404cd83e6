import { type Price, priceToNumber } from '@parley/core'
import { classNames } from '../../theme/class-names.ts'
import { OF_MARKET } from '../../theme/ink.ts'
import { roundTicks, scale, type Span } from './axes.ts'
import { type DepthPoint, depthOf, type LevelBook } from './depth.ts'
import styles from './DepthChart.module.css'
import { groupedText } from '../../components/figure-text.ts'

const EDGE = { left: 8, right: 52, top: 8, bottom: 18 } as const
/** A few large orders far away would flatten the rest, so only a multiple of the distance of the nearest half is shown. */
const MOST_LEVELS = 60
const LESS_THAN_ONE = 1

type DepthChartProps = {
  readonly book: LevelBook
  readonly mark: number | undefined
  /** The prices of the desk's own orders. */
  readonly own: readonly Price[]
  readonly decimals: number
  /** The unit of amounts: `BTC`, `USD`. */
  readonly unit: string
  /** The text for an empty book. */
  readonly nothing: string
  readonly width: number
  readonly height: number
}

/** The cumulative size at each price, with own orders marked and the mark as a line. */
export function DepthChart({ book, mark, own, decimals, unit, nothing, width, height }: DepthChartProps) {
  const depth = depthOf({ bids: book.bids.slice(0, MOST_LEVELS), asks: book.asks.slice(0, MOST_LEVELS) })
  const all = [...depth.bids, ...depth.asks]
  if (all.length === 0) return <p className={styles['none']}>{nothing}</p>
  const prices = priceSpan([...all.map(({ price }) => price), ...(mark === undefined ? [] : [mark])])
  const most = Math.max(...all.map(({ total }) => total))
  const x = scale(prices, [EDGE.left, width - EDGE.right])
  const y = scale([0, most * 1.05], [height - EDGE.bottom, EDGE.top])
  return (
    <svg
      className={classNames(styles['picture'], OF_MARKET)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Depth: ${sideText(depth.bids.at(-1), 'bid', unit, decimals)}, ${sideText(depth.asks.at(-1), 'offered', unit, decimals)}`}
    >
      {roundTicks([0, most], 3).map((total) => (
        <g key={total}>
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y(total)} y2={y(total)} className={styles['grid']} />
          <text x={width - EDGE.right + 6} y={y(total) + 3.5} className={styles['axis']}>
            {shortTotal(total)}
          </text>
        </g>
      ))}
      {roundTicks(prices, Math.max(2, Math.min(6, Math.floor(width / 90)))).map((price) => (
        <text key={price} x={x(price)} y={height - 4} textAnchor="middle" className={styles['axis']}>
          {groupedText(price, decimals)}
        </text>
      ))}
      {depth.bids.length > 0 && <path d={steps(depth.bids, prices[0], x, y)} className={styles['bids']} />}
      {depth.asks.length > 0 && <path d={steps(depth.asks, prices[1], x, y)} className={styles['asks']} />}
      {mark !== undefined && <line x1={x(mark)} x2={x(mark)} y1={EDGE.top} y2={height - EDGE.bottom} className={styles['mark']} />}
      {own.map((price, at) => (
        <line
          key={at}
          x1={x(priceToNumber(price))}
          x2={x(priceToNumber(price))}
          y1={height - EDGE.bottom - 10}
          y2={height - EDGE.bottom}
          className={styles['own']}
        />
      ))}
    </svg>
  )
}

function priceSpan(prices: readonly number[]): Span {
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const room = (high - low) * 0.04 || 1
  return [low - room, high + room]
}

/** Steps from the best price outwards to the edge of the chart, closed along the baseline. */
function steps(points: readonly DepthPoint[], end: number, x: (price: number) => number, y: (total: number) => number): string {
  const [first] = points
  const outward = points.flatMap(({ price, total }, at) => {
    const next = points[at + 1]?.price ?? end
    return [`L${x(price).toFixed(1)},${y(total).toFixed(1)}`, `L${x(next).toFixed(1)},${y(total).toFixed(1)}`]
  })
  return `M${x(first!.price).toFixed(1)},${y(0).toFixed(1)} ${outward.join(' ')} L${x(end).toFixed(1)},${y(0).toFixed(1)} Z`
}

const shortTotal = (total: number): string => (total >= 1e6 ? `${total / 1e6}m` : total >= 1e3 ? `${total / 1e3}k` : String(total))

const sideText = (point: DepthPoint | undefined, word: string, unit: string, decimals: number): string =>
  point === undefined
    ? `nothing ${word}`
    : `${groupedText(point.total, point.total < LESS_THAN_ONE ? 3 : 0)} ${unit} ${word} to ${groupedText(point.price, decimals)}`
