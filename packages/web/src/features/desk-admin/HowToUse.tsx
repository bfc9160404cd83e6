import { ArrowUpRight } from 'lucide-react'
import { links } from '../../components/links.ts'
import { Copyable } from './cells.tsx'
import styles from './HowToUse.module.css'
import { compatibleMeaning } from './key-rules.ts'

/** Everything a program needs to know, on the page where its key is created. It also explains the compatible keys. */
export const HowToUse = ({ compatible }: { readonly compatible: readonly string[] }) => (
  <aside className={styles['how']} aria-label="How to use a key">
    <p>
      <b>How to use a key</b> · Host <Copyable what="Host" text={location.origin} />
    </p>
    <p className={styles['words']}>
      Each request carries <code>Authorization: Bearer</code> with the access key, <code>Paradigm-API-Timestamp</code> in milliseconds, and{' '}
      <code>Paradigm-API-Signature</code>: an HMAC-SHA256 with the secret over time, method, path and body. The client library does it for
      you, for sockets too.
    </p>
    {compatible.length > 0 && (
      <p className={styles['words']}>
        <b>Compatible: {compatible.join(', ')}.</b> {compatibleMeaning} Change a key to signed once its program signs its sockets.
      </p>
    )}
    <a href={links.firstBot} target="_blank" rel="noreferrer">
      Your first bot <ArrowUpRight size={13} aria-hidden="true" />
    </a>
  </aside>
)
