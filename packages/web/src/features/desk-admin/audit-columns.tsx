import type { AuditEntryView } from '@parley/contracts'
import { type Column, momentInFile } from '../../components/table-column.ts'
import { isoText } from '../../components/time-text.ts'
import { detailLabels, type Names, objectLabels, wordsOfAction } from './audit-labels.ts'
import styles from './AuditLog.module.css'
import { Ago, Copyable, Moment, momentColumn, textColumn } from './cells.tsx'
import { secondText } from './moment-text.ts'

export const auditColumns = (names: Names, onOpen: (entry: AuditEntryView) => void): readonly Column<AuditEntryView>[] => [
  momentColumn('time', 'Time', (entry) => entry.at, { width: 144, cell: (entry) => <Moment at={entry.at} text={secondText} /> }),
  {
    id: 'age',
    heading: 'Age',
    width: 76,
    dropsAt: 4,
    cell: (entry) => <Ago at={entry.at} />,
    ...momentInFile('Time', ({ at }: AuditEntryView) => at),
    sortBy: (entry) => -entry.at,
  },
  {
    id: 'who',
    heading: 'Who',
    width: 150,
    cell: (entry) => <span className={styles['who']}>{entry.actor_name}</span>,
    text: (entry) => entry.actor_name,
  },
  {
    id: 'action',
    heading: 'Action',
    width: 220,
    cell: (entry) => (
      <button type="button" className={styles['open']} title="Show the whole entry" onClick={() => onOpen(entry)}>
        {wordsOfAction(entry.action)}
      </button>
    ),
    text: (entry) => wordsOfAction(entry.action),
  },
  { ...textColumn('object', 'What', 160, (entry: AuditEntryView) => objectLabels(entry, names)), dropsAt: 5 },
  { ...textColumn('detail', 'Details', 180, (entry: AuditEntryView) => detailLabels(entry.detail)), grows: 1, dropsAt: 6 },
  textColumn('address', 'From', 120, (entry) => entry.address ?? '', { dropsAt: 7 }),
  {
    id: 'entry',
    heading: 'Entry',
    width: 70,
    align: 'end',
    dropsAt: 8,
    cell: (entry) => <span title={`Hash ${entry.hash}`}>{entry.seq}</span>,
    text: (entry) => String(entry.seq),
    sortBy: (entry) => entry.seq,
  },
  {
    id: 'hash',
    heading: 'Hash',
    width: 130,
    dropsAt: 9,
    cell: (entry) => (
      <span className={styles['hash']}>
        <Copyable what="Hash" text={entry.hash} />
      </span>
    ),
    text: (entry) => entry.hash,
  },
]

/** Columns of the file: everything in the log, both names and ids, so that it can be verified against the hash chain. */
export const exportColumns = (names: Names) =>
  [
    { heading: 'Entry', text: (entry: AuditEntryView) => String(entry.seq) },
    { heading: 'Time (UTC)', text: (entry: AuditEntryView) => isoText(entry.at) },
    { heading: 'Who', text: (entry: AuditEntryView) => entry.actor_name },
    { heading: 'Who (id)', text: (entry: AuditEntryView) => entry.actor },
    { heading: 'Action', text: (entry: AuditEntryView) => entry.action },
    { heading: 'What', text: (entry: AuditEntryView) => objectLabels(entry, names) },
    { heading: 'What (id)', text: (entry: AuditEntryView) => entry.object },
    { heading: 'Details', text: (entry: AuditEntryView) => JSON.stringify(entry.detail) },
    { heading: 'Address', text: (entry: AuditEntryView) => entry.address ?? '' },
    { heading: 'Request', text: (entry: AuditEntryView) => entry.request_id ?? '' },
    { heading: 'Hash', text: (entry: AuditEntryView) => entry.hash },
  ] as const
