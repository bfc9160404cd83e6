import type { AuditLineView } from '@parley/client'
import { Time } from '../../components/Time.tsx'
import styles from './AuditLines.module.css'
import { sentenceOfEntry, whoOf } from './audit-text.ts'
import { Panel } from './Panel.tsx'

/** The newest entries of the whole audit log. */
export const AuditLines = ({ lines }: { readonly lines: readonly AuditLineView[] }) => (
  <Panel title="Audit log" aside="newest first">
    <ul className={styles['list']}>
      {lines.map((line) => (
        <li key={line.id} className={styles['line']}>
          <Time at={line.at} className={styles['muted']} />
          <strong className={styles['who']}>{whoOf(line)}</strong>
          <span title={JSON.stringify(line.detail)}>{sentenceOfEntry(line)}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
