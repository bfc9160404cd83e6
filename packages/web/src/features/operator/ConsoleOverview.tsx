import { useState } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { AlertList } from './AlertList.tsx'
import { consoleAlerts } from './alerts.ts'
import { AuditLines } from './AuditLines.tsx'
import { CommandDialog } from './CommandDialog.tsx'
import type { CommandTask } from './command-task.ts'
import styles from './ConsoleOverview.module.css'
import { readPage } from './console-store.ts'
import { FigureStrip } from './FigureStrip.tsx'
import { MailFigures, RecordFigures } from './OverviewFigures.tsx'
import { PlatformPanel } from './PlatformPanel.tsx'
import { ProcessTable } from './ProcessTable.tsx'
import { SettlementTable } from './SettlementTable.tsx'
import { ShardTable } from './ShardTable.tsx'
import { usePage } from './use-page.ts'
import { VenueTable } from './VenueTable.tsx'

/** The settlements that wait and the alerts come first, because they need a person. */
export function ConsoleOverview() {
  const { data: overview, words } = usePage('overview')
  const [task, setTask] = useState<CommandTask>()
  if (overview === undefined)
    return words === undefined ? (
      <Skeleton lines={12} />
    ) : (
      <CouldNotLoad what="the overview" words={words} retry={() => void readPage('overview')} />
    )
  const alerts = consoleAlerts(overview)
  return (
    <main className={styles['page']}>
      <div className={styles['main']}>
        <FigureStrip overview={overview} alerts={alerts} />
        <SettlementTable overview={overview} onTask={setTask} />
        <VenueTable venues={overview.venues} />
        <ShardTable overview={overview} />
        <ProcessTable overview={overview} />
        <div className={styles['pair']}>
          <MailFigures overview={overview} />
          <RecordFigures overview={overview} />
        </div>
      </div>
      <aside className={styles['side']} aria-label="Alerts and audit log">
        <AlertList alerts={alerts} />
        <AuditLines lines={overview.audit} />
        <PlatformPanel platform={overview.platform} onTask={setTask} />
      </aside>
      {task !== undefined && <CommandDialog task={task} onClose={() => setTask(undefined)} />}
    </main>
  )
}
