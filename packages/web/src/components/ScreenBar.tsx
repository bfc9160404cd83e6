import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './ScreenBar.module.css'

type ScreenBarProps = {
  readonly children: ReactNode
  /** Filters and buttons on the right. */
  readonly end?: ReactNode
  /** A bar with a title takes a second line if the window is narrow. */
  readonly wraps?: true
}

/** The line above the content of a screen. */
export const ScreenBar = ({ children, end, wraps }: ScreenBarProps) => (
  <div className={classNames(styles['bar'], wraps && styles['wraps'])}>
    {children}
    {end !== undefined && <span className={styles['space']} />}
    {end}
  </div>
)

/** A short text in the bar. */
export const BarText = ({ children, title }: { readonly children: string; readonly title?: string | undefined }) => (
  <span className={styles['note']} title={title}>
    {children}
  </span>
)
