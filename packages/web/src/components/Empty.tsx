import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Empty.module.css'

/** An empty state with the next step. */
export function Empty(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly tone?: 'plain' | 'warn' | 'danger'
}) {
  const Icon = props.icon
  return (
    <div className={styles['empty']} role={props.tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} className={classNames(styles['icon'], props.tone !== undefined && styles[props.tone])} aria-hidden="true" />
      <p className={styles['title']}>{props.title}</p>
      {props.text !== undefined && <p className={styles['text']}>{props.text}</p>}
      {props.action !== undefined && <div className={styles['action']}>{props.action}</div>}
    </div>
  )
}
