import { type AuditEntryView, deskCalls } from '@parley/contracts'
import { ClipboardCopy, Download, ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Select } from '../../components/Select.tsx'
import { toTsv } from '../../components/table-export.ts'
import { usePages } from '../../live/loadable.ts'
import { auditColumns } from './audit-columns.tsx'
import { actionLabels, type Names, wordsOfAction } from './audit-labels.ts'
import styles from './AuditLog.module.css'
import { copyText } from './copy-text.ts'
import { useLists } from './desk-lists.ts'
import { EntryDialog } from './EntryDialog.tsx'
import type { DeskLists } from './alerts.ts'
import { nameOf } from './member-columns.tsx'
import { Page } from './Page.tsx'
import { Records } from './Records.tsx'
import { goTo } from './section-router.ts'
import { useAuditExport } from './use-audit-export.ts'

const rowId = (entry: AuditEntryView): string => String(entry.seq)

const NoEntries = ({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) => (
  <Empty
    icon={ScrollText}
    title="No entries"
    text={isFiltered ? 'No entries match these filters.' : 'Changes by members, API keys and the operator appear here.'}
    action={
      isFiltered ? <Button onClick={onClear}>Show all entries</Button> : <Button onClick={() => goTo('overview')}>Open the overview</Button>
    }
  />
)

export function AuditLog() {
  const lists = useLists()
  const names = useMemo(() => namesOf(lists), [lists])
  const [opened, setOpened] = useState<AuditEntryView>()
  const [actor, setActor] = useState('')
  const [action, setAction] = useState('')
  const query = { ...(actor === '' ? {} : { actor }), ...(action === '' ? {} : { action }) }
  const { rows, more } = usePages(deskCalls.listAudit, `${actor} ${action}`, { query })
  const columns = useMemo(() => auditColumns(names, setOpened), [names])
  const shown = rows.state === 'LOADED' ? rows.data : []
  const actions = useActions(shown)
  return (
    <Page
      title="Audit log"
      about="Who did what, and from where. Each entry includes the hash of the previous one, so a changed or removed entry breaks the chain."
      actions={
        <>
          <IconButton
            label="Copy shown entries for a spreadsheet"
            onClick={() => void copyText(`${shown.length} entries`, toTsv(columns, shown))}
          >
            <ClipboardCopy size={15} />
          </IconButton>
          <Export query={query} names={names} />
        </>
      }
      filters={
        <>
          <Select
            className={styles['filter']}
            size="small"
            aria-label="Who"
            value={actor}
            options={whoOptions(lists, shown)}
            onChange={setActor}
          />
          <Select className={styles['filter']} size="small" aria-label="Action" value={action} options={actions} onChange={setAction} />
          {(actor !== '' || action !== '') && (
            <Button size="small" kind="quiet" onClick={() => (setActor(''), setAction(''))}>
              Clear filters
            </Button>
          )}
        </>
      }
    >
      <Records
        name="desk-audit"
        label="audit log"
        columns={columns}
        rows={rows}
        rowId={rowId}
        titleId="action"
        more={more}
        empty={<NoEntries isFiltered={actor !== '' || action !== ''} onClear={() => (setActor(''), setAction(''))} />}
      />
      {opened !== undefined && <EntryDialog entry={opened} names={names} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function Export({ query, names }: { readonly query: { actor?: string; action?: string }; readonly names: Names }) {
  const { progress, start, stop } = useAuditExport(names)
  if (progress === undefined)
    return (
      <Button icon={<Download size={14} />} onClick={() => void start(query)}>
        Export CSV
      </Button>
    )
  return (
    <span className={styles['progress']} role="status">
      {progress.toLocaleString('en')} entries read…
      <Button size="small" onClick={stop}>
        Stop
      </Button>
    </span>
  )
}

const namesOf = ({ members = [], keys = [], venueAccounts = [], invitations = [], counterparties = [] }: Partial<DeskLists>): Names =>
  new Map([
    ...members.map((member) => [member.id, nameOf(member)] as const),
    ...keys.map((key) => [key.id, `key ${key.name}`] as const),
    ...venueAccounts.map((account) => [account.id, `${account.venue} ${account.name}`] as const),
    ...invitations.map((invitation) => [invitation.id, invitation.email] as const),
    ...counterparties.map((one) => [one.desk, one.desk_name] as const),
  ])

/** All possible actors in the log: members, keys, the operator, and other actors that appear in it. */
function whoOptions({ members = [], keys = [] }: Partial<DeskLists>, shown: readonly AuditEntryView[]) {
  const known = new Map([
    ...members.map((member) => [member.id, nameOf(member)] as const),
    ...keys.map((key) => [key.id, `API key ${key.name}`] as const),
    ...shown.map((entry) => [entry.actor, entry.actor_name] as const),
    ['operator', 'Operator'] as const,
  ])
  return [{ value: '', label: 'All users' }, ...[...known].map(([value, label]) => ({ value, label }))]
}

/** The actions that have a label, and those that were seen since the page was opened. */
function useActions(shown: readonly AuditEntryView[]) {
  const [seen] = useState(() => new Set(Object.keys(actionLabels)))
  for (const entry of shown) seen.add(entry.action)
  const options = [...seen].map((value) => ({ value, label: wordsOfAction(value) }))
  return [{ value: '', label: 'All actions' }, ...options.toSorted((a, b) => a.label.localeCompare(b.label))]
}
