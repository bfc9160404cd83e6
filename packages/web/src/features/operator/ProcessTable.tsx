import type { ConsoleOverviewView, ConsoleProcessView } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import styles from './Cells.module.css'
import { ageText, processRoles } from './console-text.ts'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

const columnsAt = (at: number): readonly ConsoleColumn<ConsoleProcessView>[] => [
  { heading: 'Process', cell: ({ url }) => <span className={styles['strong']}>{url.replace(/^https?:\/\//, '')}</span> },
  { heading: 'Role', cell: ({ role }) => processRoles[role] },
  { heading: 'Release', cell: ({ version }) => version, isExtra: true },
  { heading: 'Started', align: 'end', cell: ({ started_at: started }) => `${ageText(at - started)} ago`, isExtra: true },
  { heading: 'Last seen', align: 'end', cell: ({ last_seen_at: seen }) => `${ageText(at - seen)} ago` },
  { heading: 'Does', cell: doesOf, isExtra: true },
  {
    heading: 'State',
    align: 'end',
    cell: ({ is_silent: isSilent }) => <StatusBadge tone={isSilent ? 'danger' : 'open'}>{isSilent ? 'Silent' : 'Running'}</StatusBadge>,
  },
]

function doesOf({ shards, jobs }: ConsoleProcessView) {
  const parts = [
    ...(shards.length === 0 ? [] : [`${shards.length} ${shards.length === 1 ? 'shard' : 'shards'}`]),
    ...(jobs.length === 0 ? [] : [`${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}`]),
  ]
  return parts.length === 0 ? '—' : <span title={[...shards, ...jobs].join(', ')}>{parts.join(', ')}</span>
}

/** Each process announces itself every five seconds. */
export function ProcessTable({ overview: { processes, at } }: { readonly overview: Pick<ConsoleOverviewView, 'processes' | 'at'> }) {
  const silent = processes.filter(({ is_silent: isSilent }) => isSilent).length
  return (
    <Panel
      title="Processes"
      aside={silent === 0 ? `${processes.length} running` : `${processes.length - silent} running, ${silent} silent`}
    >
      <ConsoleTable
        label="Processes"
        columns={columnsAt(at)}
        rows={processes}
        rowId={({ id }) => id}
        tone={({ is_silent: isSilent }) => (isSilent ? 'danger' : undefined)}
        empty="No processes yet. Each one appears here when it has started."
      />
    </Panel>
  )
}
