import { type MarkRange, priceToNumber } from '@parley/core'
import { useEffect, useMemo, useState } from 'react'
import { spreadCalls } from '@parley/contracts'
import { momentText } from '../../components/time-text.ts'
import { client } from '../../live/api.ts'
import { report } from '../../live/report.ts'
import { useNow } from '../../live/use-live.ts'
import { useSnapshot } from '../../live/use-snapshot.ts'
import { groupedText } from '../../components/figure-text.ts'
import { roundTicks, scale, spanOf } from '../market-data/axes.ts'
import styles from './Charts.module.css'
import { beginsAt, type History, historyOf, levelsWithin, marksFromWire, type MarkPoint, shownFrom } from './history-points.ts'
import type { Strategy } from './model.ts'
import { useSpreadMarket } from './spread-store.ts'
import { decimalsFor } from './strategy-text.ts'
import { useValue } from './use-spreads.ts'

const EDGE = { left: 8, right: 62, top: 12, bottom: 18 } as const
const REDRAW_MS = 5_000
const READ_AGAIN_MS = 60_000

type HistoryChartProps = { readonly strategy: Strategy; readonly range: MarkRange; readonly width: number; readonly height: number }

/** The spread's mark price as a line, and its trades. Trades of the desk are marked by side. */
export function HistoryChart({ strategy, range, width, height }: HistoryChartProps) {
  const marks = useMarks(strategy.id, range)
  const tape = useSpreadMarket((market) => market.tape)
  const trades = useSpreadMarket((market) => market.trades)
  const mark = useValue(strategy.id)?.mark
  const now = useNow(REDRAW_MS)
  // The mark changes constantly. The chart uses the mark at the time of drawing.
  const markThen = useSnapshot(mark, [strategy.id, range, marks, tape, trades, now])
  const history = useMemo(
    () => historyOf({ strategyId: strategy.id, range, marks: marks ?? [], mark: markThen, tape, trades: trades.values(), now }),
    [strategy.id, range, marks, markThen, tape, trades, now],
  )
  const levels = [...history.runs.flat(), ...history.trades, ...history.own].map(({ price }) => price)
  if (levels.length === 0)
    return (
      <p className={styles['none']}>
        {marks === undefined ? '' : 'No marks or trades in this period. Mark history is recorded from now on.'}
      </p>
    )
  const shown = levelsWithin(levels, priceToNumber(strategy.tick))
  return <Picture {...{ history, now, width, height }} levels={shown} decimals={decimalsFor(strategy)} />
}

/** Undefined until they have loaded. They are reloaded periodically, and the old ones stay if that fails. */
function useMarks(strategyId: string, range: MarkRange): readonly MarkPoint[] | undefined {
  const [marks, setMarks] = useState<readonly MarkPoint[]>()
  useEffect(() => {
    let isLeft = false
    setMarks(undefined)
    const read = () =>
      client.call(spreadCalls.getMarkHistory, { params: { strategy_id: strategyId }, query: { range } }).then(
        (view) => {
          if (!isLeft) setMarks(marksFromWire(view))
        },
        (error: unknown) => {
          report('The history of a spread could not be loaded.', error)
          if (!isLeft) setMarks((before) => before ?? [])
        },
      )
    void read()
    const again = setInterval(() => void read(), READ_AGAIN_MS)
    return () => {
      isLeft = true
      clearInterval(again)
    }
  }, [strategyId, range])
  return marks
}

type PictureProps = Pick<HistoryChartProps, 'width' | 'height'> & {
  readonly history: History
  readonly levels: readonly number[]
  readonly now: number
  readonly decimals: number
}

function Picture({ history, levels, now, width, height, decimals }: PictureProps) {
  const { runs, trades, own } = history
  const from = shownFrom(history, now)
  const begin = beginsAt(history, now)
  const prices = spanOf(levels)
  const x = scale([from, now], [EDGE.left, width - EDGE.right])
  const y = scale(prices, [height - EDGE.bottom, EDGE.top])
  const last = runs.at(-1)?.at(-1)
  const lastText = last === undefined ? undefined : groupedText(last.price, decimals)
  const words = `History: ${lastText === undefined ? 'no mark' : `mark ${lastText}`}; ${trades.length} trades, ${own.length} by your desk`
  return (
    <svg className={styles['picture']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      {roundTicks(prices, 4).map((price) => (
        <g key={price}>
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y(price)} y2={y(price)} className={styles['grid']} />
          <text x={width - EDGE.right + 6} y={y(price) + 3.5} className={styles['axis']}>
            {groupedText(price, decimals)}
          </text>
        </g>
      ))}
      {[0, 1, 2, 3].map((part) => {
        const at = from + ((now - from) * part) / 3
        return (
          <text
            key={part}
            x={x(at)}
            y={height - 4}
            textAnchor={(['start', 'middle', 'middle', 'end'] as const)[part]}
            className={styles['axis']}
          >
            {momentText(at, now).replace(/:\d\d$/, '')}
          </text>
        )
      })}
      {begin !== undefined && (
        <text x={EDGE.left} y={EDGE.top + 4} className={styles['axis']}>
          History starts at {momentText(begin, now).replace(/:\d\d$/, '')}.
        </text>
      )}
      {runs.map((run) => (
        <polyline
          key={run[0]!.at}
          points={run.map(({ at, price }) => `${x(at).toFixed(1)},${y(price).toFixed(1)}`).join(' ')}
          className={styles['line']}
        />
      ))}
      {last !== undefined && <circle cx={x(last.at)} cy={y(last.price)} r={3} className={styles['now']} />}
      {trades.map(({ id, at, price }) => (
        <circle key={id} cx={x(at)} cy={y(price)} r={2.5} className={styles['traded']} />
      ))}
      {own.map(({ id, side, price, at }) => {
        const level = y(price)
        const [tip, foot] = side === 'BUY' ? [level + 4, level + 11] : [level - 4, level - 11]
        const left = x(at)
        return (
          <path
            key={id}
            d={`M${left},${tip} L${left - 4},${foot} L${left + 4},${foot} Z`}
            className={styles[side === 'BUY' ? 'bought' : 'sold']}
          />
        )
      })}
    </svg>
  )
}
