import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Settings.module.css'
import type { ViewName } from './view.ts'

/** A line that leads to another view. */
export const Line = (props: {
  readonly icon: ReactNode
  readonly to: ViewName
  readonly go: (view: ViewName) => void
  readonly aside?: string | undefined
  readonly children: string
}) => (
  <button type="button" className={styles['line']} data-leads-to={props.to} onClick={() => props.go(props.to)}>
    {props.icon}
    <span className={styles['words']}>{props.children}</span>
    {props.aside !== undefined && <span className={styles['aside']}>{props.aside}</span>}
    <ChevronRight size={15} aria-hidden="true" />
  </button>
)
