/** Auctions in the database: every decision is written, with its state and its messages, in one transaction before it is answered. */
import { isDeepStrictEqual } from 'node:util'
import {
  evolveAuction,
  outcomeOfTrade,
  phaseOf,
  type Auction,
  type AuctionEvent,
  type BidId,
  type BidTradeId,
  type DeskId,
  type Instant,
  type TradeOutcome,
} from '@parley/core'
import { createClauses } from '../database/clauses.ts'
import { paged, type Page, type Paged } from '../database/page.ts'
import type { Sql, TransactionSql } from '../database/sql.ts'
import type { Notification } from '../engine/engine.ts'
import type { Vault } from '../vault/vault.ts'
import { auctionFrom, eventFrom, toText } from './codec.ts'

export const aboutAuction = (id: number | string): string => `auction ${id}`
export const aboutEvent = (id: number | string): string => `auction event ${id}`
export const aboutMessage = (id: number | string, place: number | string): string => `auction message ${id} ${place}`

/** Everything that one decision writes. */
export type Written = {
  readonly id: number
  readonly at: Instant
  /** Undefined for one that is opened. */
  readonly before: Auction | undefined
  readonly auction: Auction
  readonly events: readonly AuctionEvent[]
  readonly messages: readonly Notification[]
}

export type AuctionFilter = { readonly status?: readonly ('COMING' | 'ACTIVE' | 'EXPIRED')[] | undefined; readonly now: Instant }
export type OwnFilter = { readonly desk: DeskId; readonly auction?: number | undefined }
export type FoundIn<Id> = { readonly auction: Auction; readonly id: Id }

export type AuctionStore = ReturnType<typeof createAuctionStore>

/** By which a bid's nonce and an offer are known: the contract at its chain. */
export const contractOf = ({ domain }: Pick<Auction, 'domain'>): string => `${domain.chainId}:${domain.verifyingContract.toLowerCase()}`
export const offerOf = (auction: Pick<Auction, 'domain' | 'swapId'>): string => `${contractOf(auction)}:${auction.swapId}`

type StoreParts = { readonly sql: Sql; readonly vault: Pick<Vault, 'seal' | 'open'> }

export const createAuctionStore = (parts: StoreParts) => ({ ...createWriting(parts), ...createReading(parts), ...createLists(parts) })

function createWriting({ sql, vault }: StoreParts) {
  const putState = (tx: TransactionSql, auction: Auction) => {
    const { id, seller, endsAt } = auction
    const sealed = vault.seal(toText(auction), aboutAuction(id))
    return tx`
      insert into auction (id, seller, offer, ends_at, is_live, state_sealed)
      values (${id}, ${seller}, ${offerOf(auction)}, ${endsAt}, ${isLive(auction)}, ${sealed})
      on conflict (id) do update set is_live = excluded.is_live, state_sealed = excluded.state_sealed`
  }
  const putRows = async (tx: TransactionSql, { before, auction, events }: Written) => {
    for (const event of events)
      if (event.kind === 'BidPlaced') {
        const { signatory, nonce, desk } = event.bid
        await tx`
          insert into auction_nonce (contract, signatory, nonce, desk)
          values (${contractOf(auction)}, ${signatory.toLowerCase()}, ${String(nonce)}, ${desk})`
      }
    for (const { id, desk, at, state } of changedIn(auction.bids, before?.bids))
      await tx`
        insert into auction_bid (id, auction, desk, at, is_open) values (${id}, ${auction.id}, ${desk}, ${at}, ${state === 'OPEN'})
        on conflict (id) do update set is_open = excluded.is_open where auction_bid.is_open <> excluded.is_open`
    for (const trade of changedIn(auction.trades, before?.trades))
      await tx`
        insert into auction_trade (id, auction, bidder, seller, at, outcome)
        values (${trade.id}, ${auction.id}, ${auction.bids.get(trade.bid)!.desk}, ${auction.seller}, ${trade.at}, ${outcomeOfTrade(trade)})
        on conflict (id) do update set outcome = excluded.outcome`
  }
  return {
    write: (written: Written): Promise<void> =>
      sql.begin(async (tx) => {
        await putState(tx, written.auction)
        for (const [place, event] of written.events.entries()) {
          const id = written.id + place
          await tx`
            insert into auction_event (id, auction, at, content_sealed)
            values (${id}, ${written.auction.id}, ${written.at}, ${vault.seal(toText(event), aboutEvent(id))})`
        }
        await putRows(tx, written)
        for (const [place, { decision, seq, audience, channel, event, data }] of written.messages.entries())
          await tx`
            insert into auction_message (id, place, seq, audience, channel, event, at, data_sealed)
            values (${decision}, ${place}, ${seq}, ${audience}, ${channel}, ${event}, ${written.at},
              ${vault.seal(JSON.stringify(data), aboutMessage(decision, place))})`
      }),
    /** The last one stays, because the next start counts on from it. */
    tidy: async (before: number, last: number): Promise<void> =>
      void (await sql`delete from auction_message where at < ${before} and id < ${last}`),
    keepBlock: async (contract: string, block: bigint): Promise<void> =>
      void (await sql`
        insert into auction_chain (contract, block) values (${contract}, ${Number(block)})
        on conflict (contract) do update set block = excluded.block`),
  }
}

const changedIn = <Id, Thing>(now: ReadonlyMap<Id, Thing>, before: ReadonlyMap<Id, Thing> = new Map()): readonly Thing[] =>
  [...now].filter(([id, thing]) => before.get(id) !== thing).map(([, thing]) => thing)

/** Those that a clock, their vault or the chain may still move. */
const isLive = ({ stage, trades }: Auction): boolean =>
  (stage !== 'OVER' && stage !== 'CANCELED') || [...trades.values()].some((trade) => outcomeOfTrade(trade) === 'PENDING')

type StateRow = { readonly id: number; readonly sealed: Uint8Array }

function createReading({ sql, vault }: StoreParts) {
  const auctionOf = ({ id, sealed }: StateRow): Auction => auctionFrom(vault.open(sealed, aboutAuction(id)))
  return {
    newest: async () =>
      (
        await sql<{ event: number; auction: number; seq: number }[]>`
        select (select coalesce(max(id), 0) from auction_event)::bigint as event, (select coalesce(max(id), 0) from auction)::bigint as auction,
          (select coalesce(max(seq), 0) from auction_message)::bigint as seq`
      )[0]!,
    live: async (): Promise<readonly Auction[]> =>
      (await sql<StateRow[]>`select id, state_sealed as sealed from auction where is_live order by id`).map(auctionOf),
    auction: async (id: number): Promise<Auction | undefined> => {
      const [row] = await sql<StateRow[]>`select id, state_sealed as sealed from auction where id = ${id}`
      return row === undefined ? undefined : auctionOf(row)
    },
    ofOffer: async (offer: string): Promise<readonly number[]> =>
      (await sql<{ id: number }[]>`select id from auction where offer = ${offer} order by id desc`).map(({ id }) => id),
    auctionOfBid: async (bid: number): Promise<number | undefined> =>
      (await sql<{ auction: number }[]>`select auction from auction_bid where id = ${bid}`)[0]?.auction,
    auctionOfTrade: async (trade: number): Promise<number | undefined> =>
      (await sql<{ auction: number }[]>`select auction from auction_trade where id = ${trade}`)[0]?.auction,
    /** Of a desk, where one is named: nobody learns by it which nonces others have used (rulebook 19.8). */
    isNonceKnown: async (contract: string, signatory: string, nonce: bigint, desk?: DeskId): Promise<boolean> =>
      (
        await sql`
        select from auction_nonce where contract = ${contract} and signatory = ${signatory.toLowerCase()} and nonce = ${String(nonce)}
        ${desk === undefined ? sql`` : sql`and desk = ${desk}`}`
      ).length > 0,
    /** Auctions with a trade that is pending, or was agreed since. */
    tradedSince: async (at: number): Promise<readonly number[]> =>
      (
        await sql<{ auction: number }[]>`
        select distinct auction from auction_trade where outcome = 'PENDING' or at > ${at} order by auction`
      ).map(({ auction }) => auction),
    knownBlock: async (contract: string): Promise<bigint | undefined> => {
      const [row] = await sql<{ block: number }[]>`select block from auction_chain where contract = ${contract}`
      return row === undefined ? undefined : BigInt(row.block)
    },
    /** Whether the auction is what its events come to. */
    isWhole: async (auction: Auction): Promise<boolean> => {
      const rows = await sql<StateRow[]>`
        select id, content_sealed as sealed from auction_event where auction = ${auction.id} order by id`
      const events = rows.map((row) => eventFrom(vault.open(row.sealed, aboutEvent(row.id))))
      const rebuilt = events.reduce<Auction | undefined>(evolveAuction, undefined)
      return rebuilt !== undefined && isDeepStrictEqual(auctionFrom(toText(rebuilt)), auctionFrom(toText(auction)))
    },
  }
}

function createLists({ sql, vault }: StoreParts) {
  const { given, is, within, older } = createClauses(sql)
  const auctionOf = (id: number, sealed: Uint8Array): Auction => auctionFrom(vault.open(sealed, aboutAuction(id)))
  type Row = { readonly at: number; readonly id: number; readonly auction: number; readonly sealed: Uint8Array }
  return {
    auctions: async ({ status, now }: AuctionFilter, page: Page): Promise<Paged<Auction>> => {
      // A status is read from the times, which the sealed state has; an auction that was cancelled is over whatever they say.
      const rows = await sql<Row[]>`
        select ends_at as at, id, id as auction, state_sealed as sealed from auction where true
        ${status === undefined || status.includes('EXPIRED') ? sql`` : sql`and is_live`}
        ${older('ends_at', 'id', page.after)} order by ends_at desc, id desc limit ${page.size + 1}`
      const found = paged(rows, page, ({ id, sealed }) => auctionOf(id, sealed))
      return { ...found, items: found.items.filter((auction) => status === undefined || status.includes(statusOf(auction, now))) }
    },
    bids: async ({ desk, auction }: OwnFilter, isOpen: boolean | undefined, page: Page): Promise<Paged<FoundIn<BidId>>> => {
      const rows = await sql<Row[]>`
        select own.at, own.id, own.auction, auction.state_sealed as sealed from auction_bid own join auction on auction.id = own.auction
        where own.desk = ${desk} ${given(auction, is('own.auction'))} ${isOpen === undefined ? sql`` : sql`and own.is_open = ${isOpen}`}
        ${within('own.at', page)} ${older('own.at', 'own.id', page.after)} order by own.at desc, own.id desc limit ${page.size + 1}`
      return paged(rows, page, (row) => ({ id: row.id as BidId, auction: auctionOf(row.auction, row.sealed) }))
    },
    trades: async (
      { desk, auction }: OwnFilter,
      outcomes: readonly TradeOutcome[] | undefined,
      page: Page,
    ): Promise<Paged<FoundIn<BidTradeId>>> => {
      const rows = await sql<Row[]>`
        select own.at, own.id, own.auction, auction.state_sealed as sealed from auction_trade own join auction on auction.id = own.auction
        where (own.bidder = ${desk} or own.seller = ${desk}) ${given(auction, is('own.auction'))}
        ${outcomes === undefined ? sql`` : sql`and own.outcome = any(${[...outcomes]})`}
        ${within('own.at', page)} ${older('own.at', 'own.id', page.after)} order by own.at desc, own.id desc limit ${page.size + 1}`
      return paged(rows, page, (row) => ({ id: row.id as BidTradeId, auction: auctionOf(row.auction, row.sealed) }))
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
