import { markRanges, type MarkRange } from '@parley/core'
import { useRef } from 'react'
import { Segmented } from '../../components/Segmented.tsx'
import { useWidth } from '../../components/use-width.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { useNow } from '../../live/use-live.ts'
import { ink } from '../../theme/ink.ts'
import { DepthChart } from '../market-data/DepthChart.tsx'
import { groupedText } from '../../components/figure-text.ts'
import styles from './Charts.module.css'
import type { Strategy } from './model.ts'
import { amountUnit, decimalsFor, rateText, ratesOf, strategyName } from './strategy-text.ts'
import { useHeight } from '../../components/use-height.ts'
import { HistoryChart } from './HistoryChart.tsx'
import { useActiveBook, useValue, useWorking } from './use-spreads.ts'

const kinds = [
  { value: 'DEPTH', label: 'Depth' },
  { value: 'HISTORY', label: 'History' },
] as const
type Kind = (typeof kinds)[number]['value']

type PictureProps = { readonly strategy: Strategy; readonly width: number; readonly height: number }

function DepthPicture({ strategy, width, height }: PictureProps) {
  const book = useActiveBook(strategy.id)
  const mark = useValue(strategy.id)?.mark
  const own = useWorking(strategy.id)
  return (
    <DepthChart
      {...{ book, mark, width, height }}
      own={own.map(({ price }) => price!)}
      decimals={decimalsFor(strategy)}
      unit={amountUnit(strategy)}
      nothing="No orders yet. Click an empty level in the ladder to place the first one."
    />
  )
}

const ranges = markRanges.map((range) => ({ value: range, label: range }))

/** The charts of the selected spread: market depth, or price history with trades. */
export function Charts({ strategy }: { readonly strategy: Strategy }) {
  const [kind, setKind] = useKept<Kind>('spread-picture', 'HISTORY', keptText(['DEPTH', 'HISTORY'] as const))
  const [range, setRange] = useKept<MarkRange>('spread-history', '1D', keptText(markRanges))
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const height = useHeight(frame)
  const value = useValue(strategy.id)
  const now = useNow(60_000)
  const { rate, basis } = ratesOf(value?.mark, strategy, value?.nearMark, now)
  return (
    <section className={styles['charts']} aria-label="Charts">
      <div className={styles['bar']}>
        <p>
          <b>{strategyName(strategy)}</b>{' '}
          <span className={ink.market}>
            mark {value?.mark === undefined ? '—' : groupedText(value.mark, decimalsFor(strategy) + 1)} · basis {rateText(basis)} ·{' '}
            {rateText(rate)} p.a.
          </span>
        </p>
        <span className={styles['choices']}>
          {kind === 'HISTORY' && <Segmented label="Period" value={range} options={ranges} onChange={setRange} />}
          <Segmented label="Chart" value={kind} options={kinds} onChange={setKind} />
        </span>
      </div>
      <div ref={frame} className={styles['frame']}>
        {width > 0 &&
          height > 0 &&
          (kind === 'DEPTH' ? <DepthPicture {...{ strategy, width, height }} /> : <HistoryChart {...{ strategy, range, width, height }} />)}
      </div>
    </section>
  )
}
