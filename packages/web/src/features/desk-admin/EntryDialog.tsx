import type { AuditEntryView } from '@parley/contracts'
import type { ReactNode } from 'react'
import { Time } from '../../components/Time.tsx'
import { exactText } from '../../components/time-text.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { detailLines, type Names, objectLabels, wordsOfAction } from './audit-labels.ts'
import { Copyable } from './cells.tsx'
import styles from './EntryDialog.module.css'

/** One complete entry, including the ids and the hash that do not fit into a row. */
export const EntryDialog = (props: { readonly entry: AuditEntryView; readonly names: Names; readonly onClose: () => void }) => {
  const { entry, names } = props
  return (
    <Dialog open onClose={props.onClose} title={wordsOfAction(entry.action)} width={520}>
      <dl className={styles['facts']}>
        <Fact name="Time">
          <Time at={entry.at} text={exactText} />
        </Fact>
        <Fact name="Who">
          {entry.actor_name} <Copyable what="Id" text={entry.actor} />
        </Fact>
        <Fact name="What">
          {objectLabels(entry, names)} <Copyable what="Id" text={entry.object} />
        </Fact>
        {detailLines(entry.detail).length > 0 && (
          <Fact name="Details">
            {detailLines(entry.detail).map((line) => (
              <span key={line} className={styles['line']}>
                {line}
              </span>
            ))}
          </Fact>
        )}
        <Fact name="From">{entry.address ?? 'The server'}</Fact>
        <Fact name="Action">{entry.action}</Fact>
        {entry.request_id !== null && (
          <Fact name="Request">
            <Copyable what="Request id" text={entry.request_id} />
          </Fact>
        )}
        <Fact name="Entry">{entry.seq}</Fact>
        <Fact name="Hash">
          <Copyable what="Hash" text={entry.hash} />
        </Fact>
      </dl>
    </Dialog>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles['fact']}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
