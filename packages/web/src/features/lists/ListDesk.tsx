import { ListTree } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Side } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Pane } from '../../components/Panes.tsx'
import { ScreenBar } from '../../components/ScreenBar.tsx'
import { linkProps, navigate } from '../../components/router.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { classNames } from '../../theme/class-names.ts'
import { KeptTable } from '../market-data/KeptTable.tsx'
import { TradingDesk } from '../market-data/TradingDesk.tsx'
import { ALL_LISTS, listAddress } from './list-address.ts'
import styles from './Lists.module.css'

type ListDeskProps = {
  readonly title: string
  /** The rest of the first line, and what is on its right. */
  readonly head?: ReactNode
  readonly end?: ReactNode
  readonly children: ReactNode
  /** A screen without a ticket has one column. */
  readonly ticket?: ReactNode
  readonly bottom?: ReactNode
}

const ticketPx = { keptAs: 'list-ticket-width', least: 320, usual: 372, most: 560 } as const
const bottomPx = { keptAs: 'list-bottom-height', least: 110, usual: 220, most: 700 } as const

/** A screen of lists: its first line, the table, the ticket and what is below. */
export function ListDesk({ title, head, end, children, ticket, bottom }: ListDeskProps) {
  const isNarrow = useIsNarrow()
  const main = (
    <>
      <ScreenBar wraps end={end}>
        <a className={styles['back']} {...linkProps('/rfqs')}>
          ‹ Markets
        </a>
        <h2 className={styles['title']}>{title}</h2>
        {head}
      </ScreenBar>
      {children}
    </>
  )
  if (ticket === undefined) return <Pane>{main}</Pane>
  if (!isNarrow) return <TradingDesk {...{ ticket, ticketPx, bottom, ...(bottom === undefined ? {} : { bottomPx }) }}>{main}</TradingDesk>
  return (
    <div className={styles['phone']}>
      {main}
      {ticket}
      {bottom}
    </div>
  )
}

/** A table of a list, with the user’s columns. */
export const ListTable = <Row,>(table: Omit<ComponentProps<typeof KeptTable<Row>>, 'empty'>) => (
  <div className={styles['table']}>
    <KeptTable<Row> {...table} empty={noLines} />
  </div>
)

export const sideText = (side: Side | undefined): string => (side === undefined ? 'Both' : side === 'BUY' ? 'Buy' : 'Sell')
export const SideText = ({ side }: { readonly side: Side | undefined }) => (
  <span className={classNames(side !== undefined && styles[side === 'BUY' ? 'buy' : 'sell'])}>{sideText(side)}</span>
)

const noLines = (
  <Empty
    icon={ListTree}
    title="No lines"
    text="The lines of the list appear here."
    action={<Button onClick={() => navigate(listAddress(ALL_LISTS))}>Show all lists</Button>}
  />
)
