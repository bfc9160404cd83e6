/** The opening of the next auction, next to the lists: visible whatever list is shown. */
import { clockText } from '../../components/time-text.ts'
import { type AuctionRow, nextToOpen } from './auction-rows.ts'
import styles from './Auctions.module.css'

export function NextAuction({ rows }: { readonly rows: readonly AuctionRow[] }) {
  const next = nextToOpen(rows)
  return (
    <span className={styles['next']} title={next === undefined ? undefined : `${next.description}, sold by ${next.vault}`}>
      {next === undefined ? 'No auction announced' : `Next opens ${clockText(next.starts_at).slice(0, 5)} · ${next.vault}`}
    </span>
  )
}
