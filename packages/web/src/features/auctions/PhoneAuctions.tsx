import { Gavel } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { classNames } from '../../theme/class-names.ts'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { type AuctionRow, cardsOf, liveText } from './auction-rows.ts'
import { stateOf } from './auction-text.ts'
import { Until } from './AuctionTicket.tsx'
import { NextAuction } from './NextAuction.tsx'
import { clockText } from '../../components/time-text.ts'
import styles from './PhoneAuctions.module.css'

type PhoneProps = {
  readonly rows: readonly AuctionRow[]
  readonly shown: readonly AuctionRow[]
  readonly chosen: AuctionRow | undefined
  /** The switches between the lists. */
  readonly lists: ReactNode
  readonly ticket: ReactNode
  /** A button that shows the first list with auctions. */
  readonly toFirst: ReactElement
  readonly onChoose: (id: number) => void
}

/** One column: cards of the auctions to swipe, and the ticket of the selected one. */
export function PhoneAuctions({ rows, shown, chosen, lists, ticket, toFirst, onChoose }: PhoneProps) {
  return (
    <div className={styles['phone']}>
      <FeedLine of={['AUCTIONS']} />
      <div className={styles['tabs']}>{lists}</div>
      <ul className={styles['cards']} aria-label="Auctions">
        {cardsOf(shown, chosen?.auction.id).map((row) => (
          <li key={row.auction.id}>
            <Card row={row} isChosen={row === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <p className={styles['line']}>
        <span>{liveText(rows)}</span>
        <NextAuction rows={rows} />
      </p>
      {chosen === undefined ? (
        <Empty icon={Gavel} title="No auctions here" text="Choose another list. Announced auctions are under Upcoming." action={toFirst} />
      ) : (
        <div className={styles['ticket']} role="complementary" aria-label="Ticket" data-ticket>
          {ticket}
        </div>
      )}
    </div>
  )
}

type CardProps = { readonly row: AuctionRow; readonly isChosen: boolean; readonly onChoose: (id: number) => void }

function Card({ row, isChosen, onChoose }: CardProps) {
  const { auction } = row
  return (
    <button
      type="button"
      className={classNames(styles['card'], isChosen && styles['chosen'])}
      aria-pressed={isChosen}
      onClick={() => onChoose(auction.id)}
    >
      <span className={styles['line']}>
        <b>{auction.vault}</b>
        <Until row={row} />
      </span>
      <span>{auction.description.replaceAll(/\s+/g, ' ')}</span>
      <span>{stateOf(row, clockText).text}</span>
    </button>
  )
}
