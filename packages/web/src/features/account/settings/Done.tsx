import { CircleCheck } from 'lucide-react'
import styles from './Settings.module.css'

/** The success message under the form. */
export const Done = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <p className={styles['done']} role="status">
      <CircleCheck size={15} aria-hidden="true" />
      {words}
    </p>
  )
