import { Input } from './Input.tsx'
import styles from './DateRange.module.css'

type DateRangeProps = {
  /** Days as `2026-11-23`; empty where none is chosen. */
  readonly from: string
  readonly to: string
  /** The last day that can be chosen. */
  readonly today: string
  readonly onChange: (from: string, to: string) => void
}

/** Two days, both of them meant. The platform's own calendar, in which the days after today cannot be chosen. */
export const DateRange = ({ from, to, today, onChange }: DateRangeProps) => (
  <div className={styles['range']}>
    <Input label="From" type="date" size="small" max={today} value={from} onChange={(event) => onChange(event.target.value, to)} />
    <Input label="To" type="date" size="small" max={today} value={to} onChange={(event) => onChange(from, event.target.value)} />
  </div>
)
