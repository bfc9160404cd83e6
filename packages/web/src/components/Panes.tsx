import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './Panes.module.css'

type PanesProps = { readonly children: ReactNode; /** They are below other content, with a line above them. */ readonly isBelow?: true }

/** Parts of a screen next to each other, with a line between them. */
export const Panes = ({ children, isBelow }: PanesProps) => (
  <div className={classNames(styles['panes'], isBelow && styles['below'])}>{children}</div>
)

type PaneProps = {
  readonly children: ReactNode
  /** Its width. Without it, the pane takes its share of the space that is left. */
  readonly px?: number
  readonly share?: number
  readonly scrolls?: true
  /** Its content is laid out by the width of the pane, not of the window. */
  readonly isMeasured?: true
  readonly 'data-ticket'?: true
}

/** One part of a screen, with its content from top to bottom. */
export const Pane = ({ children, px, share, scrolls, isMeasured, ...data }: PaneProps) => (
  <div
    className={classNames(styles['pane'], scrolls && styles['scrolls'], isMeasured && styles['measured'])}
    style={{ flex: px === undefined ? share : `0 0 ${px}px` }}
    {...data}
  >
    {children}
  </div>
)
