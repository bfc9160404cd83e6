/** Reads auctions, bids and trades from the rows that the engine writes with each decision (projector.ts). */
import {
  phaseOf,
  type Auction,
  type AuctionEvent,
  type AuctionId,
  type BidId,
  type BidTradeId,
  type DeskId,
  type Instant,
  type TradeOutcome,
} from '@parley/core'
import { createClauses } from '../database/clauses.ts'
import { paged, type Page, type Paged } from '../database/page.ts'
import type { Sql } from '../database/sql.ts'
import type { Vault } from '../vault/vault.ts'
import { auctionFrom, eventFrom } from './codec.ts'

export const aboutAuction = (id: number | string): string => `auction ${id}`
export const aboutEvent = (id: number | string): string => `auction event ${id}`

type AuctionFilter = { readonly status?: readonly ('COMING' | 'ACTIVE' | 'EXPIRED')[] | undefined; readonly now: Instant }
type OwnFilter = { readonly desk: DeskId; readonly auction?: number | undefined }
type FoundIn<Id> = { readonly auction: Auction; readonly id: Id }
/** Auctions that the engine has in memory. The others are opened from their rows. */
type InMemory = (id: number) => Auction | undefined

export type AuctionStore = ReturnType<typeof createAuctionStore>

type StoreParts = { readonly sql: Sql; readonly vault: Pick<Vault, 'open'> }

export const createAuctionStore = (parts: StoreParts) => ({ ...createReading(parts), ...createLists(parts) })

type StateRow = { readonly id: number; readonly sealed: Uint8Array }

function createReading({ sql, vault }: StoreParts) {
  return {
    auction: async (id: number): Promise<Auction | undefined> => {
      const [row] = await sql<StateRow[]>`select id, state_sealed as sealed from auction where id = ${id}`
      return row === undefined ? undefined : auctionFrom(vault.open(row.sealed, aboutAuction(id)))
    },
    ofOffer: async (offer: string): Promise<readonly number[]> =>
      (await sql<{ id: number }[]>`select id from auction where offer = ${offer} order by id desc`).map(({ id }) => id),
    auctionOfBid: async (bid: number): Promise<number | undefined> =>
      (await sql<{ auction: number }[]>`select auction from auction_bid where id = ${bid}`)[0]?.auction,
    auctionOfTrade: async (trade: number): Promise<number | undefined> =>
      (await sql<{ auction: number }[]>`select auction from auction_trade where id = ${trade}`)[0]?.auction,
    /** For one desk, if a desk is given, so that no desk learns which nonces others have used (rulebook 19.8). */
    isNonceKnown: async (contract: string, signatory: string, nonce: bigint, desk?: DeskId): Promise<boolean> =>
      (
        await sql`
        select from auction_nonce where contract = ${contract} and signatory = ${signatory.toLowerCase()} and nonce = ${String(nonce)}
        ${desk === undefined ? sql`` : sql`and desk = ${desk}`}`
      ).length > 0,
    /** Auctions with a trade that is pending or was agreed since then. */
    tradedSince: async (at: number): Promise<readonly number[]> =>
      (
        await sql<{ auction: number }[]>`
        select distinct auction from auction_trade where outcome = 'PENDING' or at > ${at} order by auction`
      ).map(({ auction }) => auction),
    knownBlock: async (contract: string): Promise<bigint | undefined> => {
      const [row] = await sql<{ block: number }[]>`select block from auction_chain where contract = ${contract}`
      return row === undefined ? undefined : BigInt(row.block)
    },
    keepBlock: async (contract: string, block: bigint): Promise<void> =>
      void (await sql`
        insert into auction_chain (contract, block) values (${contract}, ${Number(block)})
        on conflict (contract) do update set block = excluded.block`),
    /** Auctions whose events were written before the engine decided them. */
    auctionsBefore: async (): Promise<readonly AuctionId[]> =>
      (await sql<{ auction: AuctionId }[]>`select distinct auction from auction_event order by auction`).map(({ auction }) => auction),
    eventsBefore: async (auction: AuctionId): Promise<readonly AuctionEvent[]> => {
      const rows = await sql<StateRow[]>`
        select id, content_sealed as sealed from auction_event where auction = ${auction} order by id`
      return rows.map((row) => eventFrom(vault.open(row.sealed, aboutEvent(row.id))))
    },
  }
}

function createLists({ sql, vault }: StoreParts) {
  const { given, is, within, older } = createClauses(sql)
  type Row = { readonly at: number; readonly id: number; readonly auction: number }
  /** No row is opened for auctions in memory, because the time it takes would reveal the number of bids (rulebook 19.8). */
  const auctionsOf = async (rows: readonly Row[], known: InMemory): Promise<(id: number) => Auction> => {
    const missing = [...new Set(rows.map(({ auction }) => auction))].filter((id) => known(id) === undefined)
    const opened =
      missing.length === 0 ? [] : await sql<StateRow[]>`select id, state_sealed as sealed from auction where id = any(${missing})`
    const kept = new Map(opened.map(({ id, sealed }) => [id, auctionFrom(vault.open(sealed, aboutAuction(id)))]))
    return (id) => known(id) ?? kept.get(id)!
  }
  return {
    auctions: async ({ status, now }: AuctionFilter, page: Page, known: InMemory): Promise<Paged<Auction>> => {
      // The status follows from the times. A cancelled auction has ended, whatever its times are.
      const rows = await sql<Row[]>`
        select ends_at as at, id, id as auction from auction where true
        ${status === undefined || status.includes('EXPIRED') ? sql`` : sql`and is_live`}
        ${older('ends_at', 'id', page.after)} order by ends_at desc, id desc limit ${page.size + 1}`
      const auctionOf = await auctionsOf(rows, known)
      const found = paged(rows, page, ({ id }) => auctionOf(id))
      return { ...found, items: found.items.filter((auction) => status === undefined || status.includes(statusOf(auction, now))) }
    },
    bids: async (
      { desk, auction }: OwnFilter,
      isOpen: boolean | undefined,
      page: Page,
      known: InMemory,
    ): Promise<Paged<FoundIn<BidId>>> => {
      const rows = await sql<Row[]>`
        select at, id, auction from auction_bid
        where desk = ${desk} ${given(auction, is('auction'))} ${isOpen === undefined ? sql`` : sql`and is_open = ${isOpen}`}
        ${within('at', page)} ${older('at', 'id', page.after)} order by at desc, id desc limit ${page.size + 1}`
      const auctionOf = await auctionsOf(rows, known)
      return paged(rows, page, (row) => ({ id: row.id as BidId, auction: auctionOf(row.auction) }))
    },
    trades: async (
      { desk, auction }: OwnFilter,
      outcomes: readonly TradeOutcome[] | undefined,
      page: Page,
      known: InMemory,
    ): Promise<Paged<FoundIn<BidTradeId>>> => {
      const rows = await sql<Row[]>`
        select at, id, auction from auction_trade
        where (bidder = ${desk} or seller = ${desk}) ${given(auction, is('auction'))}
        ${outcomes === undefined ? sql`` : sql`and outcome = any(${[...outcomes]})`}
        ${within('at', page)} ${older('at', 'id', page.after)} order by at desc, id desc limit ${page.size + 1}`
      const auctionOf = await auctionsOf(rows, known)
      return paged(rows, page, (row) => ({ id: row.id as BidTradeId, auction: auctionOf(row.auction) }))
    },
  }
}

export function statusOf(auction: Auction, now: Instant): 'COMING' | 'ACTIVE' | 'EXPIRED' {
  switch (phaseOf(auction, now)) {
    case 'COMING':
      return 'COMING'
    case 'RUNNING':
      return 'ACTIVE'
    case 'ENDED':
    case 'CANCELED':
      return 'EXPIRED'
  }
}
