import { type MarkRange, priceToNumber } from '@parley/core'
import { type PointerEvent, useEffect, useMemo, useState } from 'react'
import { spreadCalls } from '@parley/contracts'
import { momentText } from '../../components/time-text.ts'
import { client } from '../../live/api.ts'
import { report } from '../../live/report.ts'
import { useNow } from '../../live/use-live.ts'
import { useStateOf } from '../../live/use-state-of.ts'
import { useSnapshot } from '../../live/use-snapshot.ts'
import { groupedText } from '../../components/figure-text.ts'
import { roundTicks, scale, spanOf } from '../market-data/axes.ts'
import styles from './Charts.module.css'
import { beginsAt, type History, historyOf, levelsWithin, markAt, marksFromWire, type MarkPoint, shownFrom } from './history-points.ts'
import type { Side, Strategy } from './model.ts'
import { useSpreadMarket } from './spread-store.ts'
import { decimalsFor, rateText, ratesOf } from './strategy-text.ts'
import { useValue } from './use-spreads.ts'

const EDGE = { left: 58, right: 58, top: 12, bottom: 18 } as const
const REDRAW_MS = 5_000
const READ_AGAIN_MS = 60_000

type HistoryChartProps = { readonly strategy: Strategy; readonly range: MarkRange; readonly width: number; readonly height: number }

/** The spread's mark price as a line, and its trades. Trades of the desk are marked by side. */
export function HistoryChart({ strategy, range, width, height }: HistoryChartProps) {
  const marks = useMarks(strategy.id, range)
  const tape = useSpreadMarket((market) => market.tape)
  const trades = useSpreadMarket((market) => market.trades)
  const value = useValue(strategy.id)
  const mark = value?.mark
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
  const yieldOf = (price: number) => ratesOf(price, strategy, value?.nearMark, now).rate
  return <Picture {...{ history, now, width, height, yieldOf }} levels={shown} decimals={decimalsFor(strategy)} />
}

/** Undefined until they have loaded. They are reloaded periodically, and the old ones stay if that fails. */
function useMarks(strategyId: string, range: MarkRange): readonly MarkPoint[] | undefined {
  const [marks, setMarks] = useStateOf<readonly MarkPoint[] | undefined>(`${strategyId} ${range}`, undefined)
  useEffect(() => {
    let isLeft = false
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
  }, [strategyId, range, setMarks])
  return marks
}

type PictureProps = Pick<HistoryChartProps, 'width' | 'height'> & {
  readonly history: History
  readonly levels: readonly number[]
  readonly now: number
  readonly decimals: number
  /** The annualised yield of a price at the current mark of the nearer leg. */
  readonly yieldOf: (price: number) => number | undefined
}

function Picture({ history, levels, now, width, height, decimals, yieldOf }: PictureProps) {
  const [pointedAt, setPointedAt] = useState<number>()
  const { runs, trades, own } = history
  const from = shownFrom(history, now)
  const begin = beginsAt(history, now)
  const prices = spanOf(levels)
  const x = scale([from, now], [EDGE.left, width - EDGE.right])
  const y = scale(prices, [height - EDGE.bottom, EDGE.top])
  const last = runs.at(-1)?.at(-1)
  const lastText = last === undefined ? undefined : groupedText(last.price, decimals)
  const words = `History: ${lastText === undefined ? 'no mark' : `mark ${lastText}`}; ${trades.length} trades, ${own.length} by your desk`
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const part = (clientX - currentTarget.getBoundingClientRect().left - EDGE.left) / (width - EDGE.left - EDGE.right)
    setPointedAt(part >= 0 && part <= 1 ? from + part * (now - from) : undefined)
  }
  const pointed = pointedAt === undefined ? undefined : markAt(history, pointedAt)
  return (
    <svg
      className={styles['picture']}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={words}
      onPointerMove={point}
      onPointerLeave={() => setPointedAt(undefined)}
    >
      <Axes {...{ prices, decimals, yieldOf, from, now, width, height, x, y }} taggedAt={last === undefined ? undefined : y(last.price)} />
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
      {last !== undefined && lastText !== undefined && <LastPrice x={x(last.at)} y={y(last.price)} text={lastText} />}
      {trades.map(({ id, at, price }) => (
        <circle key={id} cx={x(at)} cy={y(price)} r={2.5} className={styles['traded']} />
      ))}
      {own.map(({ id, side, price, at }) => (
        <OwnTrade key={id} side={side} x={x(at)} y={y(price)} />
      ))}
      {pointed !== undefined && (
        <g className={styles['pointed']}>
          <line x1={x(Math.max(pointed.at, from))} x2={x(Math.max(pointed.at, from))} y1={EDGE.top} y2={height - EDGE.bottom} />
          <text x={width - EDGE.right} y={EDGE.top} textAnchor="end">
            {momentText(pointed.at, now)} · {groupedText(pointed.price, decimals)} · {rateText(yieldOf(pointed.price))} p.a.
          </text>
        </g>
      )}
    </svg>
  )
}

type Scale = (value: number) => number
type AxesProps = Pick<PictureProps, 'now' | 'width' | 'height' | 'decimals' | 'yieldOf'> & {
  readonly prices: readonly [number, number]
  readonly from: number
  readonly x: Scale
  readonly y: Scale
  /** The height of the label of the last price, which covers the yield there. */
  readonly taggedAt: number | undefined
}

/** Yields that differ have different texts, however small the range is. */
function yieldTexts(prices: readonly number[], yieldOf: PictureProps['yieldOf']): readonly string[] {
  const texts = prices.map((price) => rateText(yieldOf(price)))
  return new Set(texts).size === texts.length ? texts : prices.map((price) => rateText(yieldOf(price), 3))
}

/** Prices on the left, their yields on the right, and times below. */
function Axes({ prices, decimals, yieldOf, from, now, width, height, x, y, taggedAt }: AxesProps) {
  const ticks = roundTicks(prices, 4)
  const yields = yieldTexts(ticks, yieldOf)
  return (
    <>
      {ticks.map((price, place) => (
        <g key={price}>
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y(price)} y2={y(price)} className={styles['grid']} />
          <text x={EDGE.left - 6} y={y(price) + 3.5} textAnchor="end" className={styles['axis']}>
            {groupedText(price, decimals)}
          </text>
          {(taggedAt === undefined || Math.abs(taggedAt - y(price)) > TAG.height) && (
            <text x={width - EDGE.right + 6} y={y(price) + 3.5} className={styles['axis']}>
              {yields[place]}
            </text>
          )}
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
    </>
  )
}

/** A triangle below the price of a purchase, and above that of a sale. */
function OwnTrade({ side, x, y }: { readonly side: Side; readonly x: number; readonly y: number }) {
  const [tip, foot] = side === 'BUY' ? [y + 4, y + 11] : [y - 4, y - 11]
  return <path d={`M${x},${tip} L${x - 4},${foot} L${x + 4},${foot} Z`} className={styles[side === 'BUY' ? 'bought' : 'sold']} />
}

type LastPriceProps = { readonly x: number; readonly y: number; readonly text: string }
const TAG = { width: 52, height: 16 } as const

const LastPrice = ({ x, y, text }: LastPriceProps) => (
  <g className={styles['last']}>
    <rect x={x + 5} y={y - TAG.height / 2} width={TAG.width} height={TAG.height} rx={3} />
    <text x={x + 5 + TAG.width / 2} y={y + 4} textAnchor="middle">
      {text}
    </text>
  </g>
)
