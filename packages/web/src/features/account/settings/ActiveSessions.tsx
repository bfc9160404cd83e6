import { accountCalls } from '@parley/contracts'
import { MonitorOff, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { CouldNotLoad } from '../../../components/CouldNotLoad.tsx'
import { StatusBadge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { client } from '../../../live/api.ts'
import { useOnce, errorMessage } from '../../../live/loadable.ts'
import { report } from '../../../live/report.ts'
import { endAllSessions } from '../../../live/session.ts'
import { sessionRows, type SessionRow } from './session-rows.ts'
import styles from './Settings.module.css'
import type { ViewProps } from './view.ts'

export function ActiveSessions({ close }: ViewProps) {
  const loaded = useOnce(accountCalls.listSessions, {})
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  if (loaded.state === 'LOADING') return <Skeleton lines={6} label="Loading your sessions" />
  if (loaded.state === 'FAILED') return <CouldNotLoad what="your sessions" words={loaded.words} retry={loaded.retry} />
  const { active_sessions, current_session_id } = loaded.data
  const rows = sessionRows(active_sessions, current_session_id).filter(({ id }) => !ended.has(id))
  return <SessionList rows={rows} onEnded={(ids) => setEnded((before) => new Set([...before, ...ids]))} close={close} />
}

type SessionListProps = {
  readonly rows: readonly SessionRow[]
  readonly onEnded: (ids: readonly string[]) => void
  readonly close: () => void
}

export function SessionList({ rows, onEnded, close }: SessionListProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const end = async (key: string, call: () => Promise<unknown>, ids: readonly string[]): Promise<boolean> => {
    setBusy(key)
    setRefused(undefined)
    try {
      await call()
      onEnded(ids)
      return true
    } catch (error) {
      report('A session could not be ended.', error)
      setRefused(errorMessage(error))
      return false
    } finally {
      setBusy(undefined)
    }
  }
  const endOne = (id: string) => end(id, () => client.call(accountCalls.endSession, { params: { id } }), [id])
  const endAll = async () => {
    const isEnded = await end(
      'all',
      endAllSessions,
      rows.map(({ id }) => id),
    )
    setIsAsking(false)
    if (isEnded) close()
  }
  return (
    <div className={styles['sessions']}>
      {rows.length === 0 ? (
        <Empty
          icon={MonitorOff}
          title="No active sessions"
          text="Browsers and programs that are signed in to your account appear here."
          action={<Button onClick={close}>Close</Button>}
        />
      ) : (
        <ul className={styles['rows']} aria-label="Active sessions">
          {rows.map((row) => (
            <Row key={row.id} row={row} isBusy={busy === row.id} onEnd={() => void endOne(row.id)} />
          ))}
        </ul>
      )}
      <Refused words={refused} />
      {rows.length > 0 && (
        <Button kind="danger" onClick={() => setIsAsking(true)}>
          Terminate all sessions
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="End all sessions?"
        onClose={() => setIsAsking(false)}
        cancel="Cancel"
        confirm={{ label: 'Terminate all', kind: 'danger', isBusy: busy === 'all', onPress: () => void endAll() }}
      >
        You will be signed out everywhere, including here.
      </ConfirmDialog>
    </div>
  )
}

type RowProps = { readonly row: SessionRow; readonly isBusy: boolean; readonly onEnd: () => void }

const Row = ({ row, isBusy, onEnd }: RowProps) => (
  <li className={styles['row']}>
    <MonitorSmartphone size={17} className={styles['rowicon']} aria-hidden="true" />
    <div className={styles['rowwords']}>
      <p className={styles['rowtitle']}>{row.title}</p>
      <p className={styles['rowtext']}>{row.app}</p>
      <p className={styles['rowtext']}>{row.seen}</p>
    </div>
    {row.isCurrent ? (
      <StatusBadge tone="open">This session</StatusBadge>
    ) : (
      <Button size="small" isBusy={isBusy} aria-label={`Terminate ${row.title}, ${row.seen}`} onClick={onEnd}>
        Terminate
      </Button>
    )}
  </li>
)
