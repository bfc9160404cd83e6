import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Remark.module.css'

type RemarkProps = {
  readonly tone?: 'muted' | 'warn' | 'danger'
  /** Read aloud when it appears: `status` politely, `alert` at once. */
  readonly role?: 'status' | 'alert'
  /** It is not inside a form that has its own padding. */
  readonly isPadded?: true
  /** Nothing is shown without a text. */
  readonly children: ReactNode
}

/** A sentence in a form: what will happen, or why something cannot be sent. */
export const Remark = ({ tone = 'muted', role, isPadded, children }: RemarkProps) =>
  children === undefined ? null : (
    <p className={classNames(styles[tone], isPadded && styles['padded'])} role={role}>
      {children}
    </p>
  )
