import { ExternalLink } from 'lucide-react'
import { useNow } from '../../live/use-live.ts'
import { links } from '../../components/links.ts'
import styles from './Protection.module.css'
import { untilText } from './words.ts'

/** The guard of a desk whose program or line is gone: it belongs to each key, so it is explained here and kept with the keys. */
export function DeadManHint({ at }: { readonly at: number | null }) {
  return (
    <>
      <header className={styles['sectionHead']}>
        <h3>When a program or a line is gone</h3>
      </header>
      <p className={styles['about']}>
        A key may ask that its quotes are cancelled when its last socket closes, and may set a dead man’s switch that cancels them unless it
        is set anew in time. {at === null ? 'This sign-in has none set.' : <SetNow at={at} />}
      </p>
      <a className={styles['link']} href={`${links.dashboard}api-keys/`} target="_blank" rel="opener">
        API keys of your desk <ExternalLink size={13} aria-hidden="true" />
      </a>
    </>
  )
}

function SetNow({ at }: { readonly at: number }) {
  const now = useNow(500)
  return (
    <b>
      This sign-in’s fires in <span className={styles['countdown']}>{untilText(at, now)}</span>.
    </b>
  )
}
