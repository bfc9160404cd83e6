/** The rows for finding auctions, bids and trades, and the messages to their readers, for each decision. */
import { contractOf, offerOf, outcomeOfTrade, type Auction, type AuctionChange, type AuctionId } from '@parley/core'
import { rowsAsJson } from '../database/rows-as-json.ts'
import type { SqlTag } from '../database/sql.ts'
import type { Part, Projector } from '../engine/projector.ts'
import type { Vault } from '../vault/vault.ts'
import { toText } from './codec.ts'
import type { PlainEvent } from './machine.ts'
import { messagesOf } from './messages.ts'
import type { Depth } from './present.ts'
import { aboutAuction } from './store.ts'

type Table = 'auction' | 'auction_bid' | 'auction_trade' | 'auction_nonce' | 'auction_event'
export type AuctionRow = { readonly table: Table; readonly key: string | number; readonly row: object }

type ProjectorNeeds = { readonly vault: Pick<Vault, 'seal'>; readonly depth: () => Depth }

/** The changes of one auction in one decision. */
type Moved = { readonly before: Auction | undefined; readonly after: Auction; readonly kinds: ReadonlySet<PlainEvent['kind']> }

export const createAuctionProjector = ({ vault, depth }: ProjectorNeeds): Projector<PlainEvent, AuctionChange, AuctionRow> => ({
  project({ events, changes, at }) {
    const moved = movedBy(events, changes)
    return {
      rows: moved.flatMap((one) => rowsOf(one, vault)),
      notifications: moved.flatMap((one) => (one.kinds.has('AuctionCarriedOver') ? [] : messagesOf({ ...one, at }, depth()))),
    }
  },
  parts,
})

/** For readers, nothing changes when an auction leaves memory or returns. */
function movedBy(events: readonly PlainEvent[], changes: readonly AuctionChange[]): readonly Moved[] {
  const moved = new Map<AuctionId, Moved>()
  for (const [place, { id, before, after }] of changes.entries()) {
    const { kind } = events[place]!
    if (after === undefined || kind === 'AuctionRestored') continue
    const known = moved.get(id)
    moved.set(id, { before: known === undefined ? before : known.before, after, kinds: new Set([...(known?.kinds ?? []), kind]) })
  }
  return [...moved.values()]
}

function rowsOf({ before, after: auction, kinds }: Moved, vault: ProjectorNeeds['vault']): readonly AuctionRow[] {
  const { id, seller, endsAt } = auction
  const sealed = vault.seal(toText(auction), aboutAuction(id))
  const state = {
    id,
    seller,
    offer: offerOf(auction),
    ends_at: endsAt,
    is_live: isLive(auction),
    state_sealed: `\\x${sealed.toString('hex')}`,
  }
  const bids = changedIn(auction.bids, before?.bids)
  const trades = changedIn(auction.trades, before?.trades)
  return [
    { table: 'auction', key: id, row: state },
    ...bids.map((bid): AuctionRow => ({ table: 'auction_bid', key: bid.id, row: { id: bid.id, auction: id, desk: bid.desk, at: bid.at, is_open: bid.state === 'OPEN' } })), // prettier-ignore
    ...bids
      .filter((bid) => before?.bids.has(bid.id) !== true)
      .map(({ signatory, nonce, desk }): AuctionRow => {
        const row = { contract: contractOf(auction), signatory: signatory.toLowerCase(), nonce: String(nonce), desk }
        return { table: 'auction_nonce', key: `${row.contract} ${row.signatory} ${row.nonce}`, row }
      }),
    ...trades.map((trade): AuctionRow => {
      const bidder = auction.bids.get(trade.bid)!.desk
      return { table: 'auction_trade', key: trade.id, row: { id: trade.id, auction: id, bidder, seller, at: trade.at, outcome: outcomeOfTrade(trade) } } // prettier-ignore
    }),
    ...(kinds.has('AuctionCarriedOver') ? [{ table: 'auction_event', key: id, row: { auction: id } } as const] : []),
  ]
}

const changedIn = <Id, Thing>(now: ReadonlyMap<Id, Thing>, before: ReadonlyMap<Id, Thing> = new Map()): readonly Thing[] =>
  [...now].filter(([id, thing]) => before.get(id) !== thing).map(([, thing]) => thing)

/** Auctions that a clock, their vault or the chain can still change. */
const isLive = ({ stage, trades }: Auction): boolean =>
  (stage !== 'OVER' && stage !== 'CANCELED') || [...trades.values()].some((trade) => outcomeOfTrade(trade) === 'PENDING')

function parts(sql: SqlTag, rows: readonly AuctionRow[]): readonly Part[] {
  const of = (table: Table) => rowsAsJson(rows, table)
  return [
    sql`
      insert into auction select * from jsonb_populate_recordset(null::auction, ${of('auction')}::text::jsonb)
      on conflict (id) do update set is_live = excluded.is_live, state_sealed = excluded.state_sealed`,
    sql`
      insert into auction_bid select * from jsonb_populate_recordset(null::auction_bid, ${of('auction_bid')}::text::jsonb)
      on conflict (id) do update set is_open = excluded.is_open`,
    sql`
      insert into auction_nonce select * from jsonb_populate_recordset(null::auction_nonce, ${of('auction_nonce')}::text::jsonb)
      on conflict do nothing`,
    sql`
      insert into auction_trade select * from jsonb_populate_recordset(null::auction_trade, ${of('auction_trade')}::text::jsonb)
      on conflict (id) do update set outcome = excluded.outcome`,
    // Events that were written before the engine decided auctions are deleted as the journal receives them.
    sql`
      delete from auction_event where auction in
        (select auction from jsonb_populate_recordset(null::auction_event, ${of('auction_event')}::text::jsonb))`,
  ]
}
