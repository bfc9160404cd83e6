import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { DateRange } from '../../components/DateRange.tsx'
import { Popover } from '../../components/Popover.tsx'
import { zoneName } from '../../components/time-text.ts'
import styles from './cells.module.css'
import { choosePeriod, dayOf, lastDays, type Period, periodOf, usePeriod } from './period.ts'
import { useToolbar } from './toolbar.ts'

const ready = [
  { days: 1, label: 'Today' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
] as const

/** One of the tools of a history tab: an icon, with the period as text if there is room and a period is chosen. */
export function PeriodFilter() {
  const { isTight } = useToolbar()
  const period = usePeriod()
  const words = periodLabel(period)
  return (
    <Popover
      label="Date range"
      trigger={
        isTight || period === undefined ? (
          <IconButton label={`Date range: ${words}`} className={period === undefined ? undefined : styles['chosen']}>
            <CalendarDays size={15} />
          </IconButton>
        ) : (
          <Button size="small" icon={<CalendarDays size={14} />} aria-label={`Date range: ${words}`} className={styles['chosen']}>
            {words}
          </Button>
        )
      }
    >
      <Days period={period} />
    </Popover>
  )
}

function Days({ period }: { readonly period: Period | undefined }) {
  const [now] = useState(Date.now)
  const today = dayOf(now)
  return (
    <div className={styles['days']}>
      <DateRange
        from={period?.from ?? ''}
        to={period?.to ?? ''}
        today={today}
        onChange={(from, to) => choosePeriod(periodOf(from, to, today))}
      />
      <div className={styles['readyDays']} role="group" aria-label="Presets">
        <Chip isOn={period === undefined} onClick={() => choosePeriod(undefined)}>
          All dates
        </Chip>
        {ready.map(({ days, label }) => {
          const last = lastDays(days, now)
          return (
            <Chip key={label} isOn={period?.from === last.from && period.to === last.to} onClick={() => choosePeriod(last)}>
              {label}
            </Chip>
          )
        })}
      </div>
      <p className={styles['muted']}>{`Whole days, ${zoneName(now)}.`}</p>
    </div>
  )
}

/** `17 – 23 Nov`, without the parts that both have in common. */
function periodLabel(period: Period | undefined): string {
  if (period === undefined) return 'All dates'
  const [from, to] = [dayLabel(period.from), dayLabel(period.to)]
  if (period.from === period.to) return to.join(' ')
  const isOneYear = from[2] === to[2]
  const first = isOneYear && from[1] === to[1] ? from.slice(0, 1) : isOneYear ? from.slice(0, 2) : from
  return `${first.join(' ')} – ${to.join(' ')}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
function dayLabel(day: string): readonly string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  return [String(Number(date)), months[Number(month) - 1] ?? '', year.slice(2)]
}
