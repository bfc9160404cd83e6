/** The rows of the auction list, each with the desk’s own bid. Pure. */
import type { AuctionView, VaultBidView, VaultTradeView } from '@parley/contracts'

export type AuctionTab = 'LIVE' | 'MINE' | 'UPCOMING' | 'SETTLED'
export type AuctionRow = {
  readonly auction: AuctionView
  /** The most recent bid that was not cancelled, or else the most recent one. */
  readonly bid: VaultBidView | undefined
  readonly trade: VaultTradeView | undefined
}

export function rowsOf(
  auctions: Iterable<AuctionView>,
  bids: Iterable<VaultBidView>,
  trades: Iterable<VaultTradeView>,
): readonly AuctionRow[] {
  const newest = new Map<number, VaultBidView>()
  for (const bid of bids) {
    const held = newest.get(bid.rfq_id)
    if (held === undefined || isBefore(held, bid)) newest.set(bid.rfq_id, bid)
  }
  const byBid = new Map([...trades].map((trade) => [trade.quote_id, trade]))
  return [...auctions].map((auction) => {
    const bid = newest.get(auction.id)
    return { auction, bid, trade: bid === undefined ? undefined : byBid.get(bid.id) }
  })
}

const isBefore = (held: VaultBidView, bid: VaultBidView): boolean =>
  (held.state === 'CANCELED') === (bid.state === 'CANCELED') ? held.created_at <= bid.created_at : held.state === 'CANCELED'

export type RowFilter = { readonly tab: AuctionTab; readonly underlying: string | undefined; readonly text: string }

const isIn: Readonly<Record<AuctionTab, (row: AuctionRow) => boolean>> = {
  LIVE: ({ auction }) => auction.status === 'ACTIVE',
  MINE: ({ bid }) => bid !== undefined && bid.state !== 'CANCELED',
  UPCOMING: ({ auction }) => auction.status === 'COMING',
  SETTLED: ({ auction }) => auction.status === 'EXPIRED',
}

export const countOf = (rows: readonly AuctionRow[], tab: AuctionTab): number => rows.filter(isIn[tab]).length

/** The screen opens on a list that has rows, or on the live auctions if all lists are empty. */
export const firstTab = (rows: readonly AuctionRow[]): AuctionTab =>
  (['LIVE', 'UPCOMING', 'SETTLED'] as const).find((tab) => countOf(rows, tab) > 0) ?? 'LIVE'

const tabOfStatus: Readonly<Record<AuctionView['status'], AuctionTab>> = { ACTIVE: 'LIVE', COMING: 'UPCOMING', EXPIRED: 'SETTLED' }

/** The list that contains the auction. */
export const tabOf = ({ status }: Pick<AuctionView, 'status'>): AuctionTab => tabOfStatus[status]

/** The announced auction that opens first. */
export const nextToOpen = (rows: readonly AuctionRow[]): AuctionRow['auction'] | undefined =>
  rows
    .flatMap(({ auction }) => (auction.status === 'COMING' ? [auction] : []))
    .reduce<AuctionRow['auction'] | undefined>(
      (next, one) => (next === undefined || one.starts_at < next.starts_at ? one : next),
      undefined,
    )

/** The next auction to close comes first. Among closed auctions, the last to close. */
export function shownRows(rows: readonly AuctionRow[], { tab, underlying, text }: RowFilter): readonly AuctionRow[] {
  const words = text.trim().toLowerCase()
  return rows
    .filter(isIn[tab])
    .filter(({ auction }) => underlying === undefined || auction.option.underlying === underlying)
    .filter(
      ({ auction }) => words === '' || `${auction.vault} ${auction.description}`.toLowerCase().replaceAll(/\s+/g, ' ').includes(words),
    )
    .toSorted((a, b) => orderOf(a) - orderOf(b))
}

const OVER = 1e15
const orderOf = ({ auction }: AuctionRow): number => {
  switch (auction.status) {
    case 'ACTIVE':
      return auction.ends_at
    case 'COMING':
      return OVER + auction.starts_at
    case 'EXPIRED':
      return 3 * OVER - auction.ends_at
  }
}

/** The remaining share of its time, 0 to 1. */
export const shareLeft = ({ starts_at: from, ends_at: to }: AuctionView, now: number): number =>
  to <= from ? 0 : Math.max(0, Math.min(1, (to - now) / (to - from)))

/** The cards of a phone: the selected auction first, then by their close. */
export const cardsOf = (shown: readonly AuctionRow[], chosen: number | undefined): readonly AuctionRow[] => [
  ...shown.filter(({ auction }) => auction.id === chosen),
  ...shown.filter(({ auction }) => auction.id !== chosen),
]

/** `3 live, 2 with your bid`. */
export function liveText(rows: readonly AuctionRow[]): string {
  const live = rows.filter((row) => isIn.LIVE(row))
  const own = live.filter((row) => isIn.MINE(row)).length
  return `${live.length === 0 ? 'None' : live.length} live${own === 0 ? '' : `, ${own} with your bid`}`
}

export type Span = { readonly row: AuctionRow; readonly from: number; readonly to: number }
export type Timetable = { readonly start: number; readonly end: number; readonly spans: readonly Span[]; readonly overlapping: number }

const STEP_MS = 10 * 60_000
const BEFORE_MS = 10 * 60_000
const AHEAD_MS = 60 * 60_000
const SPANS_MOST = 6

/** The auctions of about the next hour, in the order in which they open. Undefined if there are none. */
export function timetableOf(rows: readonly AuctionRow[], now: number): Timetable | undefined {
  const start = Math.floor((now - BEFORE_MS) / STEP_MS) * STEP_MS
  const end = Math.ceil((now + AHEAD_MS) / STEP_MS) * STEP_MS
  const near = rows
    .filter(({ auction }) => auction.status !== 'EXPIRED' && auction.starts_at < end)
    .toSorted((a, b) => a.auction.starts_at - b.auction.starts_at)
    .slice(0, SPANS_MOST)
  if (near.length === 0) return undefined
  const share = (at: number): number => Math.max(0, Math.min(1, (at - start) / (end - start)))
  return {
    ...{ start, end, overlapping: rows.filter((row) => isIn.LIVE(row)).length },
    spans: near.map((row) => ({ row, from: share(row.auction.starts_at), to: share(row.auction.ends_at) })),
  }
}
