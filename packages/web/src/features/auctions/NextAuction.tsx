/** The opening of the next auction, next to the lists: visible whatever list is shown. */
import { BarText } from '../../components/ScreenBar.tsx'
import { clockText } from '../../components/time-text.ts'
import { type AuctionRow, nextToOpen } from './auction-rows.ts'

export function NextAuction({ rows }: { readonly rows: readonly AuctionRow[] }) {
  const next = nextToOpen(rows)
  return (
    <BarText title={next === undefined ? undefined : `${next.description}, sold by ${next.vault}`}>
      {next === undefined ? 'No auction announced' : `Next opens ${clockText(next.starts_at).slice(0, 5)} · ${next.vault}`}
    </BarText>
  )
}
