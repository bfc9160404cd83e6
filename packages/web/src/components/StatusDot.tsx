import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './StatusDot.module.css'

export type StatusTone = 'live' | 'warn' | 'broken' | 'unknown'

/** A status dot with a label. The label is coloured too if something is wrong. */
export const StatusDot = ({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) => (
  <span className={classNames(styles['lit'], styles[tone])}>
    <i className={styles['lamp']} aria-hidden="true" />
    {children}
  </span>
)
