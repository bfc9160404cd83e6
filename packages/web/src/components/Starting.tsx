import { Logo } from './Logo.tsx'
import styles from './Starting.module.css'

/** While it is found out who is there, and what is switched on for them. */
export const Starting = ({ isRetrying = false }: { readonly isRetrying?: boolean }) => (
  <div className={styles['starting']} role="status" aria-label="Starting">
    <Logo size={40} />
    {isRetrying && <p className={styles['words']}>The server does not answer yet; trying again every 3 seconds.</p>}
  </div>
)
