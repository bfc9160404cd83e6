import { Logo } from './Logo.tsx'
import styles from './Starting.module.css'

/** Shown while the session and its feature flags are loading. */
export const Starting = ({ isRetrying = false }: { readonly isRetrying?: boolean }) => (
  <div className={styles['starting']} role="status" aria-label="Starting">
    <Logo size={40} />
    {isRetrying && <p className={styles['words']}>Waiting for the server. Trying again every 3 seconds.</p>}
  </div>
)
