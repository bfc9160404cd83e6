import type { AuditLineView } from '@parley/client'
import { exactText } from '../../components/time-text.ts'
import { whoOf } from './audit-text.ts'
import styles from './Cells.module.css'
import { isSought, ListPage } from './ListPage.tsx'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

export const AuditPage = () => (
  <ListPage
    page="audit"
    title="Audit log"
    about="The newest 500 entries of all desks and of the operator. npm run operator -- audit --export has all of them."
    search="Find in these entries"
  >
    {({ entries }, _onTask, sought) => (
      <Panel title="Entries" aside="newest first">
        <ConsoleTable
          label="Entries"
          columns={columns}
          rows={entries.filter((entry) =>
            isSought(sought, whoOf(entry), entry.actor, entry.action, entry.object, JSON.stringify(entry.detail)),
          )}
          rowId={({ id }) => String(id)}
          empty={sought === '' ? 'No entries yet. Each change appears here.' : 'No entry matches. Clear the search to see all.'}
        />
      </Panel>
    )}
  </ListPage>
)

const columns: readonly ConsoleColumn<AuditLineView>[] = [
  { heading: 'Time', cell: ({ at }) => <span className={styles['muted']}>{exactText(at)}</span> },
  { heading: 'Who', cell: (entry) => <span className={styles['strong']}>{whoOf(entry)}</span> },
  { heading: 'Desk', cell: ({ desk }) => desk ?? '—', isExtra: true },
  { heading: 'Action', cell: ({ action }) => action },
  { heading: 'Object', cell: ({ object }) => <code className={styles['id']}>{object}</code>, isExtra: true },
  { heading: 'Address', cell: ({ address }) => address ?? '—', isExtra: true },
  { heading: 'Detail', cell: detailOf, isExtra: true },
]

function detailOf({ detail }: AuditLineView) {
  const text = Object.entries(detail)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')
  return text === '' ? '—' : <span title={text}>{text.length > 80 ? `${text.slice(0, 79)}…` : text}</span>
}
