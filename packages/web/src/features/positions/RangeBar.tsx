import { type RiskRange, worstOf } from '@parley/core'
import { groupedText, signedText } from '../../components/figure-text.ts'
import { classNames } from '../../theme/class-names.ts'
import type { LimitShown } from './open-quotes.ts'
import styles from './Positions.module.css'
import { scaleOf } from './range-scale.ts'

type RangeBarProps = {
  readonly name: string
  readonly decimals: number
  readonly range: RiskRange
  readonly limit: LimitShown | undefined
}

/** The current value, its possible range, and the range that a limit allows. */
export function RangeBar({ name, decimals, range, limit }: RangeBarProps) {
  const text = (value: number) => signedText(value, decimals)
  const worst = worstOf(range)
  const isOver = limit !== undefined && limit.above > 0
  const marks = limit === undefined ? [] : [range.now - limit.most, range.now + limit.most]
  const place = scaleOf([range.lowest, range.highest, range.now, 0, ...marks])
  const from = place(range.lowest)
  return (
    <div className={styles['range']} role="group" aria-label={name}>
      <div className={styles['rangeHead']}>
        <b>{name}</b>
        <span>
          now <b>{text(range.now)}</b> · worst <b className={classNames(isOver && styles['over'])}>{text(worst)}</b>
          {isOver && <span className={styles['over']}>{` over by ${groupedText(limit.above, decimals)}`}</span>}
        </span>
      </div>
      <div className={styles['bar']} aria-hidden="true">
        <i className={styles['zero']} style={{ left: `${place(0)}%` }} />
        <i className={styles['fill']} style={{ left: `${from}%`, width: `${place(range.highest) - from}%` }} />
        {marks.map((at) => (
          <i key={at} className={styles['limitMark']} style={{ left: `${place(at)}%` }} />
        ))}
        <i className={styles['nowMark']} style={{ left: `${place(range.now)}%` }} />
      </div>
      <div className={styles['rangeFoot']}>
        <span>lowest {text(range.lowest)}</span>
        {limit !== undefined && (
          <span title={`Your limit ${limit.limit.id} allows quotes in ${limit.limit.product} to add at most this much within its window`}>
            {`limit ±${groupedText(limit.most, decimals)} in ${windowText(limit.limit.window_ms)}`}
          </span>
        )}
        <span>highest {text(range.highest)}</span>
      </div>
    </div>
  )
}

const windowText = (ms: number): string => (ms < 60_000 ? `${ms / 1_000} s` : `${Math.round(ms / 60_000)} min`)
