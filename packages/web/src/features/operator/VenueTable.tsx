import type { ConsoleVenueView } from '@parley/client'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import { plainWord, venueTone } from './console-text.ts'
import styles from './Cells.module.css'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

const columns: readonly ConsoleColumn<ConsoleVenueView>[] = [
  { heading: 'Venue', cell: ({ venue }) => <VenueBadge venue={venue} /> },
  { heading: 'State', cell: ({ state }) => <StatusBadge tone={venueTone(state)}>{plainWord(state)}</StatusBadge> },
  { heading: 'Delay', align: 'end', cell: ({ delay_ms: delay }) => (delay === null ? '—' : `${Math.round(delay)} ms`) },
  { heading: 'Blocks, 24 h', align: 'end', cell: ({ blocks }) => blocks },
  { heading: 'Rejected', align: 'end', cell: ({ rejected }) => rejected, isExtra: true },
  { heading: 'Accounts', align: 'end', cell: accountsOf },
]

function accountsOf({ accounts, failing }: ConsoleVenueView) {
  if (accounts === 0) return '—'
  if (failing.length === 0) return `${accounts} ok`
  const reasons = failing.map(({ desk, account, reason }) => `${desk} ${account}: ${reason}`).join('\n')
  return (
    <span className={styles['warn']} title={reasons}>
      {failing.length} of {accounts} failing
    </span>
  )
}

export const VenueTable = ({ venues }: { readonly venues: readonly ConsoleVenueView[] }) => (
  <Panel title="Venues" aside="delay is the last round trip">
    <ConsoleTable
      label="Venues"
      columns={columns}
      rows={venues}
      rowId={({ venue }) => venue}
      tone={({ state, failing }) => (state === 'DISCONNECTED' ? 'danger' : state === 'SLOW' || failing.length > 0 ? 'warn' : undefined)}
      empty="No venues yet. Set VENUES and start Parley again to connect one."
    />
  </Panel>
)
