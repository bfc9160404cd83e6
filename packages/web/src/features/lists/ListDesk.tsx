import { ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Side } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { Empty } from '../../components/Empty.tsx'
import { linkProps, navigate } from '../../components/router.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { classNames } from '../../theme/class-names.ts'
import { ALL_LISTS, listAddress } from './list-address.ts'
import styles from './Lists.module.css'

type ListDeskProps = {
  readonly title: string
  /** The rest of the first line. */
  readonly head: ReactNode
  readonly children: ReactNode
  /** A screen without a ticket has one column. */
  readonly ticket?: ReactNode
  readonly bottom?: ReactNode
}

const ticketPx = { least: 320, usual: 372, most: 560 } as const
const bottomPx = { least: 110, usual: 220, most: 700 } as const

/** A screen of lists: its first line, the table, the ticket and what is below. */
export function ListDesk({ title, head, children, ticket, bottom }: ListDeskProps) {
  const ticketSize = usePanelSize('list-ticket-width', ticketPx)
  const bottomSize = usePanelSize('list-bottom-height', bottomPx)
  const isNarrow = useIsNarrow()
  const main = (
    <>
      <div className={styles['bar']}>
        <a className={styles['back']} {...linkProps('/rfqs')}>
          ‹ Markets
        </a>
        <h2 className={styles['title']}>{title}</h2>
        {head}
      </div>
      {children}
    </>
  )
  if (ticket === undefined) return <div className={styles['column']}>{main}</div>
  if (isNarrow)
    return (
      <div className={classNames(styles['column'], styles['phone'])}>
        {main}
        {ticket}
        {bottom}
      </div>
    )
  return (
    <DeskLayout {...{ ticket, ticketSize, bottom }} {...(bottom === undefined ? {} : { bottomSize })}>
      {main}
    </DeskLayout>
  )
}

export const sideText = (side: Side | undefined): string => (side === undefined ? 'Both' : side === 'BUY' ? 'Buy' : 'Sell')
export const SideText = ({ side }: { readonly side: Side | undefined }) => (
  <span className={classNames(side !== undefined && styles[side === 'BUY' ? 'buy' : 'sell'])}>{sideText(side)}</span>
)

/** A table without rows. */
export const noLines = (
  <Empty
    icon={ListTree}
    title="No lines"
    text="The lines of the list appear here."
    action={<Button onClick={() => navigate(listAddress(ALL_LISTS))}>Show all lists</Button>}
  />
)
