import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Badge.module.css'

/** The venue at which a structure settles. */
export const VenueBadge = ({ venue }: { readonly venue: string }) => (
  <span className={classNames(styles['tag'], styles[venue.toLowerCase()])}>{venue}</span>
)

export type Tone = 'plain' | 'open' | 'mine' | 'warn' | 'danger' | 'faint'

/** A short label for a state. */
export const StatusBadge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={classNames(styles['status'], styles[tone])}>{children}</span>
)

export const CountBadge = ({ children }: { readonly children: ReactNode }) => <span className={styles['count']}>{children}</span>

export const HotBadge = () => <span className={styles['hot']}>HOT</span>

export const DotBadge = ({ label }: { readonly label: string }) => <span className={styles['dot']} role="img" aria-label={label} />
