/** The calls of auctions. Without a chain, every one of them is refused with that reason. */
import { vaultCalls as calls, type Call, type VaultBidView, type VaultTradeView } from '@parley/contracts'
import {
  isRefusal,
  mayReadBid,
  noAuction,
  refuse,
  type BidId,
  type BidTradeId,
  type DeskId,
  type Instant,
  type Refusal,
} from '@parley/core'
import { route, type Handler, type Route } from '../calls/route.ts'
import { listed } from '../database/page.ts'
import { isNumbered } from '../database/cursor.ts'
import { atTheClose } from './at-the-close.ts'
import type { Bidding, BidSpoken } from './bidding.ts'
import type { AuctionEngine } from './auction-engine.ts'
import { requestName } from './request-name.ts'
import { asked, type AuctionChain } from './chain-reading.ts'
import { presentAuction, presentBid, presentDomain, presentTrade, type Depth } from './present.ts'
import type { Selling, TradeSpoken } from './selling.ts'
import type { AuctionStore } from './store.ts'

export type AuctionParts = {
  readonly engine: Pick<AuctionEngine, 'find' | 'known' | 'live' | 'decide'>
  readonly store: AuctionStore
  readonly bidding: Bidding
  readonly selling: Selling
  readonly auctions: AuctionChain
  readonly depth: () => Depth
}

const noChain = refuse('AuctionsNotOffered', '19.1', 'This installation is not connected to a chain and has no auctions.')

export function auctionRoutes(parts: AuctionParts | undefined): readonly Route[] {
  if (parts === undefined) return Object.values(calls).map((call) => route(call as Call, (() => Promise.resolve(noChain)) as Handler<Call>))
  return [...readRoutes(parts), ...bidderRoutes(parts), ...vaultRoutes(parts)]
}

const readRoutes = ({ engine, store, auctions }: AuctionParts): readonly Route[] => [
  route(calls.getChain, async () => ({
    domain: presentDomain(await asked(auctions.chain.domain())),
    confirmations_needed: auctions.confirmations,
    referrer: auctions.referrer,
    transaction_url: auctions.transactionUrl,
    is_simulated: auctions.isSimulated,
  })),
  route(calls.listAuctions, ({ query, now }) =>
    listed(
      query,
      (page) => store.auctions({ status: query.status, now }, page, engine.known),
      (auction) => presentAuction(auction, now),
      isNumbered,
    ),
  ),
  route(calls.getAuction, async ({ params, now }) => {
    const auction = await engine.find(params.id)
    return auction === undefined ? noAuction : presentAuction(auction, now)
  }),
]

const bidderRoutes = ({ engine, store, bidding }: AuctionParts): readonly Route[] => {
  const spoken = (desk: DeskId, answer: BidSpoken | Refusal): VaultBidView | Refusal =>
    isRefusal(answer) ? answer : presentBid(answer.auction, answer.bid, desk)
  return [
    route(calls.getBidderWallet, ({ caller, params, query, gone }) => bidding.wallet(caller, params.id, query.account, gone)),
    route(calls.getBidSignature, ({ caller, params, gone }) => bidding.signature(caller, params.id, gone)),
    route(calls.priceBid, ({ caller, params, body, gone }) => bidding.price(caller, params.id, body, gone)),
    route(calls.createBid, async ({ caller, params, body, idempotency }) =>
      spoken(caller.desk, await bidding.place(caller, params.id, body, requestName(idempotency))),
    ),
    route(calls.cancelBid, async ({ caller, params, idempotency }) =>
      spoken(caller.desk, await bidding.cancel(caller, params.id, requestName(idempotency))),
    ),
    route(calls.listBids, ({ caller: { desk }, query }) =>
      listed(
        query,
        (page) => store.bids({ desk, auction: query.rfq_id }, isOpenOf(query.status), page, engine.known),
        ({ auction, id }) => (auction.bids.has(id) ? presentBid(auction, auction.bids.get(id)!, desk) : undefined),
        isNumbered,
      ),
    ),
    route(calls.getBid, async ({ caller: { desk }, params, now }) => {
      const id = await store.auctionOfBid(params.id)
      const found = id === undefined ? undefined : await engine.find(id)
      const read = found?.seller === desk ? await atTheClose(engine, found, now) : found && { auction: found, at: now }
      if (read !== undefined && isRefusal(read)) return read
      const bid = read?.auction.bids.get(params.id as BidId)
      // For a reader, a bid that does not exist and one that the reader may not see are the same (rulebook 19.8).
      if (read === undefined || bid === undefined || !mayReadBid(read.auction, bid, desk, read.at))
        return refuse('NotFound', '19.8', 'There is no bid with this id that your desk can see.', 'id')
      return presentBid(read.auction, bid, desk)
    }),
  ]
}

const isOpenOf = (status: readonly ('OPEN' | 'CLOSED')[] | undefined): boolean | undefined =>
  status === undefined || new Set(status).size !== 1 ? undefined : status[0] === 'OPEN'

const vaultRoutes = ({ engine, store, selling, depth }: AuctionParts): readonly Route[] => {
  const spoken = (desk: DeskId, answer: TradeSpoken | Refusal): VaultTradeView | Refusal =>
    isRefusal(answer) ? answer : presentTrade(answer.auction, answer.trade, desk, depth())
  return [
    route(calls.openAuction, async ({ caller, body, now, idempotency }) => {
      const auction = await selling.open(caller, body, requestName(idempotency))
      // It was created after it was requested, and may have started immediately.
      return isRefusal(auction) ? auction : presentAuction(auction, Math.max(now, auction.createdAt) as Instant)
    }),
    route(calls.cancelAuction, async ({ caller, params, now, idempotency }) => {
      const auction = await selling.cancel(caller, params.id, requestName(idempotency))
      return isRefusal(auction) ? auction : presentAuction(auction, now)
    }),
    route(calls.listAuctionBids, ({ caller, params, gone }) => selling.book(caller, params.id, gone)),
    route(calls.takeBid, async ({ caller, params, body, idempotency }) =>
      spoken(caller.desk, await selling.take(caller, params.id, body, requestName(idempotency))),
    ),
    route(calls.reportTrade, async ({ caller, params, body }) => spoken(caller.desk, await selling.report(caller, params.id, body))),
    route(calls.putTradeReport, async ({ caller, params, body }) => spoken(caller.desk, await selling.report(caller, params.id, body))),
    route(calls.listBidTrades, ({ caller: { desk }, query }) =>
      listed(
        query,
        (page) => store.trades({ desk, auction: query.rfq_id }, query.status, page, engine.known),
        ({ auction, id }) => (auction.trades.has(id) ? presentTrade(auction, auction.trades.get(id)!, desk, depth()) : undefined),
        isNumbered,
      ),
    ),
    route(calls.getBidTrade, async ({ caller: { desk }, params }) => {
      const id = await store.auctionOfTrade(params.id)
      const auction = id === undefined ? undefined : await engine.find(id)
      const trade = auction?.trades.get(params.id as BidTradeId)
      const isTheirs = auction !== undefined && trade !== undefined && [auction.seller, auction.bids.get(trade.bid)!.desk].includes(desk)
      return isTheirs
        ? presentTrade(auction, trade, desk, depth())
        : refuse('NotFound', '19.11', 'Your desk has no trade with this id.', 'id')
    }),
  ]
}
