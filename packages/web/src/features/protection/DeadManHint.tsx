import { ExternalLink } from 'lucide-react'
import { useNow } from '../../live/use-live.ts'
import { links } from '../../components/links.ts'
import styles from './Protection.module.css'
import { untilText } from './protection-text.ts'

/** Explains the protections against a lost program or connection. They belong to each API key, so they are set there. */
export function DeadManHint({ at }: { readonly at: number | null }) {
  return (
    <>
      <header className={styles['sectionHead']}>
        <h3>If a connection drops</h3>
      </header>
      <p className={styles['about']}>
        An API key can have its quotes cancelled when its last socket closes. It can also set a dead man’s switch, which cancels them unless
        it is refreshed in time.{' '}
        {at === null ? 'A sign-in has none: your orders stay open, and a peg cancels its quotes.' : <SetNow at={at} />}
      </p>
      <a className={styles['link']} href={`${links.dashboard}api-keys/`} target="_blank" rel="opener">
        Your desk’s API keys <ExternalLink size={13} aria-hidden="true" />
      </a>
    </>
  )
}

function SetNow({ at }: { readonly at: number }) {
  const now = useNow(500)
  return (
    <b>
      This session’s switch triggers in <span className={styles['countdown']}>{untilText(at, now)}</span>.
    </b>
  )
}
