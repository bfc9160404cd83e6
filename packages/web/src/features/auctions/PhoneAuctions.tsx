import { Gavel } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Empty } from '../../components/Empty.tsx'
import { classNames } from '../../theme/class-names.ts'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { type AuctionRow, type AuctionTab, cardsOf, countOf, firstTab, liveText } from './auction-rows.ts'
import { stateOf } from './auction-text.ts'
import { AuctionTicket, Until } from './AuctionTicket.tsx'
import type { Model } from './bid-figures.ts'
import type { ClearingBefore } from './bid-scale.ts'
import { NextAuction } from './NextAuction.tsx'
import { clockText } from '../../components/time-text.ts'
import styles from './PhoneAuctions.module.css'

type PhoneProps = {
  readonly rows: readonly AuctionRow[]
  readonly shown: readonly AuctionRow[]
  readonly chosen: AuctionRow | undefined
  readonly model: Model | undefined
  readonly before?: ClearingBefore | undefined
  readonly tab: AuctionTab
  readonly tabs: readonly { readonly tab: AuctionTab; readonly name: string }[]
  readonly onTab: (tab: AuctionTab) => void
  readonly onChoose: (id: number) => void
}

/** One column: cards of the auctions to swipe, and the ticket of the selected one. */
export function PhoneAuctions({ rows, shown, chosen, model, before, tab, tabs, onTab, onChoose }: PhoneProps) {
  return (
    <div className={styles['phone']}>
      <FeedLine of={['AUCTIONS']} />
      <div className={styles['tabs']}>
        {tabs.map(({ tab: one, name }) => (
          <Chip key={one} isOn={tab === one} count={countOf(rows, one)} onClick={() => onTab(one)}>
            {name}
          </Chip>
        ))}
      </div>
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
        <Empty
          icon={Gavel}
          title="No auctions here"
          text="Choose another list. Announced auctions are under Upcoming."
          action={<Button onClick={() => onTab(firstTab(rows))}>Show auctions</Button>}
        />
      ) : (
        <div className={styles['ticket']} role="complementary" aria-label="Ticket" data-ticket>
          <AuctionTicket key={chosen.auction.id} row={chosen} model={model} before={before} />
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
