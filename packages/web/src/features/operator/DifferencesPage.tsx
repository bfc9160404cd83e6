import type { ConsoleBreaksView } from '@parley/client'
import { VenueBadge } from '../../components/Badge.tsx'
import { minuteText } from '../../components/time-text.ts'
import styles from './Cells.module.css'
import { ageText, plainWord } from './console-text.ts'
import { ListPage } from './ListPage.tsx'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

type Break = ConsoleBreaksView['breaks'][number]
type Due = ConsoleBreaksView['due'][number]

/** Desks explain and close their own differences. The operator sees that they exist, and which comparisons fail. */
export const DifferencesPage = () => (
  <ListPage
    page="differences"
    title="Reconciliation"
    about="Blocks on which a venue's record and Parley's differ. The desk sees each one and closes it."
  >
    {({ breaks, due, at }) => (
      <>
        <Panel title="Open differences" aside={`${breaks.length} open`}>
          <ConsoleTable
            label="Open differences"
            columns={breakColumns(at)}
            rows={breaks}
            rowId={({ id }) => id}
            tone={() => 'warn'}
            empty="No open differences. Each day is compared with the venues' records after its end."
          />
        </Panel>
        <Panel title="Comparisons due" aside="retried by themselves">
          <ConsoleTable
            label="Comparisons due"
            columns={dueColumns}
            rows={due}
            rowId={({ day, desk, venue, account }) => `${day} ${desk} ${venue} ${account}`}
            empty="No comparisons are due. Those that a venue has refused appear here with its reason."
          />
        </Panel>
      </>
    )}
  </ListPage>
)

const breakColumns = (at: number): readonly ConsoleColumn<Break>[] => [
  { heading: 'Day', cell: ({ day }) => day },
  { heading: 'Desk', cell: ({ desk }) => <span className={styles['strong']}>{desk}</span> },
  { heading: 'Venue', cell: ({ venue }) => <VenueBadge venue={venue} /> },
  { heading: 'Account', cell: ({ account }) => account, isExtra: true },
  { heading: 'Difference', cell: ({ outcome }) => plainWord(outcome) },
  { heading: 'Trade', cell: ({ trade_id: id }) => (id === null ? 'none' : <code className={styles['id']}>{id}</code>), isExtra: true },
  { heading: 'At the venue', cell: ({ venue_trade_id: id }) => <code className={styles['id']}>{id}</code>, isExtra: true },
  { heading: 'Found', align: 'end', cell: ({ found_at: found }) => `${ageText(at - found)} ago` },
]

const dueColumns: readonly ConsoleColumn<Due>[] = [
  { heading: 'Day', cell: ({ day }) => day },
  { heading: 'Desk', cell: ({ desk }) => <span className={styles['strong']}>{desk}</span> },
  { heading: 'Venue', cell: ({ venue }) => <VenueBadge venue={venue} /> },
  { heading: 'Account', cell: ({ account }) => account, isExtra: true },
  { heading: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { heading: 'The venue reports', cell: ({ failure }) => failure ?? '—' },
  { heading: 'Next attempt', align: 'end', cell: ({ next_attempt_at: next }) => minuteText(next), isExtra: true },
]
