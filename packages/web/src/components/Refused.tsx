import { CircleAlert } from 'lucide-react'
import styles from './Refused.module.css'

/** Why the whole form was refused, announced to screen readers. */
export const Refused = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <p className={styles['refused']} role="alert">
      <CircleAlert size={15} aria-hidden="true" />
      {words}
    </p>
  )
