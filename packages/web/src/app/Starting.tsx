import styles from './Starting.module.css'
import { Logo } from './Logo.tsx'

/** While it is found out who is there, and what is switched on for them. */
export const Starting = () => (
  <div className={styles['starting']} role="status" aria-label="Starting">
    <Logo size={40} />
  </div>
)
