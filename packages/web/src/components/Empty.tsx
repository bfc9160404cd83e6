import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Empty.module.css'

/** An empty state: what is missing, what will appear here, and the next step. None of the three can be left out. */
export function Empty(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
  readonly action: ReactElement
  readonly tone?: 'plain' | 'warn' | 'danger'
}) {
  const Icon = props.icon
  return (
    <div className={styles['empty']} role={props.tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} className={classNames(styles['icon'], props.tone !== undefined && styles[props.tone])} aria-hidden="true" />
      <p className={styles['title']}>{props.title}</p>
      <p className={styles['text']}>{props.text}</p>
      <div className={styles['action']}>{props.action}</div>
    </div>
  )
}
