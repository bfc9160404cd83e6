import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './DeskLayout.module.css'
import { Splitter } from './Splitter.tsx'
import { useToastPlace } from './use-toast-place.ts'

/** The size of a panel in px, with its smallest and largest size, and the size that a double-click on its splitter restores. */
export type PanelSize = {
  readonly size: number
  readonly least: number
  readonly most: number
  readonly usual: number
  readonly onSize: (size: number) => void
}

type DeskLayoutProps = {
  /** The markets: a list, a matrix, a chart. */
  readonly children: ReactNode
  readonly ticket: ReactNode
  readonly ticketSize: PanelSize
  /** The lists below the markets. Undefined if the screen has none. */
  readonly bottom?: ReactNode
  readonly bottomSize?: PanelSize
  /** A folded bottom panel shows its tabs only. */
  readonly isBottomFolded?: boolean
  /** The ticket scrolls inside itself, because its buttons stay at its foot. */
  readonly isTicketFixed?: boolean
}

/** The layout of a trading screen on a desk: the markets with the lists below them, and the ticket at full height. */
export function DeskLayout({
  children,
  ticket,
  ticketSize,
  bottom,
  bottomSize,
  isBottomFolded = false,
  isTicketFixed = false,
}: DeskLayoutProps) {
  useToastPlace(bottomSize === undefined ? undefined : isBottomFolded ? 'var(--row-tabs)' : `min(${bottomSize.size}px, 75vh)`)
  return (
    <div className={styles['desk']}>
      <div className={styles['left']}>
        {children}
        {bottomSize !== undefined && (
          <>
            {!isBottomFolded && <PanelSplitter label="Height of the bottom panel" axis="down" of={bottomSize} />}
            <div className={styles['bottom']} style={isBottomFolded ? undefined : { height: bottomSize.size }}>
              {bottom}
            </div>
          </>
        )}
      </div>
      <PanelSplitter label="Width of the ticket" axis="across" of={ticketSize} />
      <aside
        className={classNames(styles['ticket'], isTicketFixed && styles['fixed'])}
        style={{ width: ticketSize.size }}
        aria-label="Ticket"
      >
        {ticket}
      </aside>
    </div>
  )
}

type PanelSplitterProps = { readonly label: string; readonly axis: 'across' | 'down'; readonly of: PanelSize }

const PanelSplitter = ({ label, axis, of: { size, least, most, usual, onSize } }: PanelSplitterProps) => (
  <Splitter label={label} axis={axis} size={size} least={least} most={most} onSize={onSize} onReset={() => onSize(usual)} />
)
