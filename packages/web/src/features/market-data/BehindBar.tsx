import { Button } from '../../components/Button.tsx'
import { ageText, clockText } from '../../components/time-text.ts'
import { serverNow } from '../../live/connection.ts'
import type { ListsLoading } from '../../live/lists-loading.ts'
import type { Behind } from '../../live/loadable.ts'
import { useNow } from '../../live/use-live.ts'
import styles from './BehindBar.module.css'

type BehindBarProps = { readonly what: string; readonly of: ListsLoading }

/** Above content that stays although it could not be read again: its age, the reason, and that another attempt follows automatically. */
export const BehindBar = ({ what, of }: BehindBarProps) =>
  of.state === 'LOADED' && of.behind !== undefined ? <Bar what={what} behind={of.behind} /> : null

function Bar({ what, behind: { since, words, retry } }: { readonly what: string; readonly behind: Behind }) {
  useNow(1_000)
  return (
    <div className={styles['bar']}>
      <p>
        <b role="status">{`${what} could not be updated since ${clockText(since)}.`}</b> {`${ageText(serverNow() - since)} old.`} {words}{' '}
        Trying again.
      </p>
      <Button size="small" onClick={retry}>
        Try now
      </Button>
    </div>
  )
}
