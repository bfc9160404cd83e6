import type { ConsoleOverviewView, ConsoleShardView } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import { Time } from '../../components/Time.tsx'
import styles from './Cells.module.css'
import { ageText } from './console-text.ts'
import { ConsoleTable, Panel, type ConsoleColumn } from './Panel.tsx'

const columnsAt = (at: number): readonly ConsoleColumn<ConsoleShardView>[] => [
  { heading: 'Shard', cell: ({ shard }) => <span className={styles['strong']}>{shard}</span> },
  {
    heading: 'Owner',
    cell: ({ owner }) => <code className={styles['muted']}>{owner === '' ? 'none' : owner.slice(0, 24)}</code>,
    isExtra: true,
  },
  { heading: 'Epoch', align: 'end', cell: ({ epoch }) => epoch },
  { heading: 'Taken', align: 'end', cell: ({ taken_at: taken }) => `${ageText(at - taken)} ago`, isExtra: true },
  { heading: 'Queue', align: 'end', cell: ({ queue }) => queue ?? '—' },
  { heading: 'Snapshot', align: 'end', cell: ({ snapshot_at: snapshot }) => (snapshot === null ? 'none' : <Time at={snapshot} />) },
  { heading: 'State', align: 'end', cell: stateOf },
]

function stateOf({ is_serving: isServing }: ConsoleShardView) {
  if (isServing === null) return <span className={styles['muted']}>not reported here</span>
  return isServing ? <StatusBadge tone="open">Serving</StatusBadge> : <StatusBadge tone="danger">Not serving</StatusBadge>
}

export function ShardTable({ overview: { shards, at } }: { readonly overview: Pick<ConsoleOverviewView, 'shards' | 'at'> }) {
  const owners = new Set(shards.map(({ owner }) => owner)).size
  return (
    <Panel title="Shards" aside={`${shards.length} shards on ${owners} ${owners === 1 ? 'owner' : 'owners'}`}>
      <ConsoleTable
        label="Shards"
        columns={columnsAt(at)}
        rows={shards}
        rowId={({ shard }) => shard}
        tone={({ is_serving: isServing }) => (isServing === false ? 'danger' : undefined)}
        empty="No shards yet. Each venue and currency gets one with its first instrument."
      />
    </Panel>
  )
}
