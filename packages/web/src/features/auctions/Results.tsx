import { clockText, momentText } from '../../components/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import { serverNow } from '../../live/connection.ts'
import { outcomeText } from './auction-result.ts'
import type { AuctionRow } from './auction-rows.ts'
import styles from './Results.module.css'

const SHOWN_MOST = 3

type ResultsProps = { readonly rows: readonly AuctionRow[]; readonly onChoose: (id: number) => void }

/** The latest outcomes of auctions in which the desk had a bid. */
export function Results({ rows, onChoose }: ResultsProps) {
  const last = rows
    .filter(
      ({ auction, bid, trade }) => auction.status === 'EXPIRED' && bid !== undefined && (bid.state !== 'CANCELED' || trade !== undefined),
    )
    .toSorted((a, b) => b.auction.ends_at - a.auction.ends_at)
    .slice(0, SHOWN_MOST)
  if (last.length === 0)
    return <p className={styles['none']}>No results yet. The outcome of each of your bids appears here when its auction closes.</p>
  return (
    <ul className={styles['results']} aria-label="Results">
      {last.map((row) => {
        const outcome = outcomeText(row, clockText)
        if (outcome === undefined) return null
        const { auction } = row
        return (
          <li key={auction.id} className={classNames(styles['card'], outcome.tone === 'danger' && styles['failed'])}>
            <button type="button" onClick={() => onChoose(auction.id)}>
              <b>{outcome.title}</b>
              <span>{momentText(auction.ends_at, serverNow())}</span>
            </button>
            <p>
              {auction.vault} · {auction.description.replaceAll(/\s+/g, ' ')}. {outcome.text}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
