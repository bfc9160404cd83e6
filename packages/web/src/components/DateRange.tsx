import { Input } from './Input.tsx'
import styles from './DateRange.module.css'

type DateRangeProps = {
  /** Days such as `2026-11-23`, or empty if none is chosen. */
  readonly from: string
  readonly to: string
  /** The last selectable day. */
  readonly today: string
  readonly onChange: (from: string, to: string) => void
}

/** Two inclusive days, chosen in the browser's own calendar, which disables future days. */
export const DateRange = ({ from, to, today, onChange }: DateRangeProps) => (
  <div className={styles['range']}>
    <Input label="From" type="date" size="small" max={today} value={from} onChange={(event) => onChange(event.target.value, to)} />
    <Input label="To" type="date" size="small" max={today} value={to} onChange={(event) => onChange(from, event.target.value)} />
  </div>
)
