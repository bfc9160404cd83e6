import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { classNames } from '../../theme/class-names.ts'
import styles from './AlertList.module.css'
import type { ConsoleAlert } from './alerts.ts'
import { Panel } from './Panel.tsx'

export function AlertList({ alerts }: { readonly alerts: readonly ConsoleAlert[] }) {
  return (
    <Panel title="Alerts" aside={alerts.length === 0 ? 'none' : `${alerts.length} open`}>
      {alerts.length === 0 ? (
        <p className={styles['calm']}>
          <CircleCheck size={15} aria-hidden="true" /> Nothing needs you. What does appears here, the most urgent first.
        </p>
      ) : (
        <ul className={styles['list']}>
          {alerts.map((alert) => (
            <li key={alert.id} className={classNames(styles['alert'], styles[alert.tone])}>
              <h3 className={styles['title']}>
                {alert.tone === 'danger' ? <CircleAlert size={15} aria-hidden="true" /> : <TriangleAlert size={15} aria-hidden="true" />}
                {alert.title}
              </h3>
              <p>{alert.text}</p>
              <p className={styles['runbook']}>
                Runbook: <code>docs/runbook.md#{alert.runbook.toLowerCase()}</code>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
