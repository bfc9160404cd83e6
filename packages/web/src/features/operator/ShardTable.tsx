import type { ConsoleOverviewView, ConsoleShardView } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import { Time } from '../../components/Time.tsx'
import styles from './Cells.module.css'
import { ageText } from './console-text.ts'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

type Overview = Pick<ConsoleOverviewView, 'shards' | 'processes' | 'at'>

const columnsOf = ({ at, processes }: Overview): readonly ConsoleColumn<ConsoleShardView>[] => [
  { heading: 'Shard', cell: ({ shard }) => <span className={styles['strong']}>{shard}</span> },
  {
    heading: 'Owner',
    cell: (shard) => <span className={styles['muted']}>{ownerOf(shard, processes)}</span>,
    isExtra: true,
  },
  { heading: 'Epoch', align: 'end', cell: ({ epoch }) => epoch },
  { heading: 'Taken', align: 'end', cell: ({ taken_at: taken }) => `${ageText(at - taken)} ago`, isExtra: true },
  { heading: 'Queue', align: 'end', cell: ({ queue }) => queue ?? '—' },
  { heading: 'Snapshot', align: 'end', cell: ({ snapshot_at: snapshot }) => (snapshot === null ? 'none' : <Time at={snapshot} />) },
  { heading: 'State', align: 'end', cell: stateOf },
]

/** The address of the process that owns it, or the name of its lease while no process announces itself with it. */
function ownerOf({ shard, owner }: ConsoleShardView, processes: Overview['processes']): string {
  if (owner === '') return 'none'
  const process = processes.find(({ shards }) => shards.includes(shard))
  return process?.url.replace(/^https?:\/\//, '') ?? owner.slice(0, 24)
}

function stateOf({ is_serving: isServing }: ConsoleShardView) {
  if (isServing === null) return <span className={styles['muted']}>not reported here</span>
  return isServing ? <StatusBadge tone="open">Serving</StatusBadge> : <StatusBadge tone="danger">Not serving</StatusBadge>
}

export function ShardTable({ overview }: { readonly overview: Overview }) {
  const { shards } = overview
  const owners = new Set(shards.map((shard) => ownerOf(shard, overview.processes))).size
  return (
    <Panel title="Shards" aside={`${shards.length} shards on ${owners} ${owners === 1 ? 'owner' : 'owners'}`}>
      <ConsoleTable
        label="Shards"
        columns={columnsOf(overview)}
        rows={shards}
        rowId={({ shard }) => shard}
        tone={({ is_serving: isServing }) => (isServing === false ? 'danger' : undefined)}
        empty="No shards yet. Each venue and currency gets one with its first instrument."
      />
    </Panel>
  )
}
