import { Segmented } from '../../components/Segmented.tsx'
import { Select } from '../../components/Select.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import {
  currencyOptions,
  kindOptions,
  type LeaderFilters,
  periodLabel,
  periods,
  protocolOptions,
  strategyOptions,
  venueOptions,
} from './leader-filters.ts'
import styles from './Leaderboard.module.css'

const periodOptions = periods.map((value) => ({ value, label: periodLabel[value] }))
const roleOptions = [
  { value: 'MAKER', label: 'Makers' },
  { value: 'TAKER', label: 'Takers' },
] as const

type FiltersProps = { readonly filters: LeaderFilters; readonly onChange: (filters: LeaderFilters) => void }

export function Filters({ filters, onChange }: FiltersProps) {
  const isNarrow = useIsNarrow()
  const set = (change: Partial<LeaderFilters>) => onChange({ ...filters, ...change })
  return (
    <div className={styles['filters']} role="group" aria-label="Filters">
      <Segmented label="Period" value={filters.period} options={periodOptions} onChange={(period) => set({ period })} />
      <Segmented label="Role" value={filters.role} options={roleOptions} onChange={(role) => set({ role })} />
      {isNarrow ? (
        <Select size="small" aria-label="Venue" value={filters.venue} options={venueOptions} onChange={(venue) => set({ venue })} />
      ) : (
        <Segmented label="Venue" value={filters.venue} options={venueOptions} onChange={(venue) => set({ venue })} />
      )}
      <Select
        size="small"
        aria-label="Coin"
        value={filters.currency}
        options={currencyOptions}
        onChange={(currency) => set({ currency })}
      />
      <Select size="small" aria-label="Instrument" value={filters.kind} options={kindOptions} onChange={(kind) => set({ kind })} />
      <Select
        size="small"
        aria-label="Protocol"
        value={filters.protocol}
        options={protocolOptions}
        onChange={(protocol) => set({ protocol })}
      />
      <Select
        size="small"
        aria-label="Strategy"
        value={filters.strategy}
        options={strategyOptions}
        onChange={(strategy) => set({ strategy })}
      />
    </div>
  )
}
