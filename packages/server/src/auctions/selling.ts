/** The vault's side: it opens auctions of its offers, reads the bids once bidding is over, takes bids and reports its transactions. */
import type { Chain } from '@parley/chain'
import type { BodyOf, VaultBookView, vaultCalls } from '@parley/contracts'
import {
  bidsReadBy,
  hasDecided,
  isRefusal,
  ranked,
  noAuction,
  refuse,
  refuseVault,
  takeable,
  type Address,
  type AuctionId,
  type Auction,
  type BidId,
  type BidTrade,
  type BidTradeId,
  type ContractChecks,
  type Instant,
  type PlacedBid,
  type Refusal,
  type RequestName,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { Admission } from './admission.ts'
import type { AuctionEngine } from './auction-engine.ts'
import { asked as read, readOffer, signed, type AuctionChain } from './chain-reading.ts'
import { atTheClose } from './at-the-close.ts'
import { randomId } from './bidding.ts'
import type { Following } from './follow-chain.ts'
import { presentBid } from './present.ts'
import type { PacedChain } from './paced-chain.ts'
import type { AuctionStore } from './store.ts'
import type { Wallets } from './wallets.ts'

type OpenBody = BodyOf<typeof vaultCalls.openAuction>
type TakeBody = BodyOf<typeof vaultCalls.takeBid>
type ReportBody = BodyOf<typeof vaultCalls.reportTrade>
export type TradeSpoken = { readonly auction: Auction; readonly trade: BidTrade }

export type SellingParts = {
  readonly engine: Pick<AuctionEngine, 'find' | 'decided' | 'decide' | 'open'>
  readonly store: AuctionStore
  readonly wallets: Wallets
  readonly auctions: AuctionChain
  readonly node: PacedChain
  readonly following: Pick<Following, 'look' | 'isOfAnother'>
  /** Whether the operator has registered the desk as a vault. */
  readonly isVault: (desk: Caller['desk']) => boolean
  readonly admission: Pick<Admission, 'begin'>
  readonly now: () => number
}

export type Selling = ReturnType<typeof createSelling>

export function createSelling(parts: SellingParts) {
  const { engine, store, auctions } = parts
  return {
    async open(caller: Caller, body: OpenBody, request?: RequestName): Promise<Auction | Refusal> {
      const earlier = engine.decided(request)
      if (earlier !== undefined) return earlier
      const admitted = parts.admission.begin(caller, 'sell')
      const refusalNow = () => admitted() ?? openingRefusal(parts, caller, body)
      return refusalNow() ?? openFor(parts, caller, { body, request, refusalNow })
    },

    cancel: (caller: Caller, id: number, request?: RequestName): Promise<Auction | Refusal> =>
      engine.decide({ kind: 'CancelAuction', auction: id as AuctionId, desk: caller.desk, request }),

    async book(caller: Caller, id: number, gone?: () => AbortSignal): Promise<VaultBookView | Refusal> {
      const found = await engine.find(id)
      if (found === undefined) return noAuction
      const now = parts.now() as Instant
      const seen = found.seller === caller.desk ? await atTheClose(engine, found, now) : { auction: found, at: now }
      if (isRefusal(seen)) return seen
      const { auction, at } = seen
      const refused = refuseVault(auction, caller.desk, at)
      if (refused !== undefined) return refused
      const bids = ranked(bidsReadBy(auction, caller.desk, at))
      const chain = parts.node.ofReader(caller.desk, gone)
      const words = await Promise.all(bids.map((bid) => wordsIfKnown(chain, bid)))
      return { id, bids: bids.map((bid, place) => ({ ...presentBid(auction, bid, caller.desk), chain_words: words[place]! })) }
    },

    async take(caller: Caller, id: number, body: TakeBody, request?: RequestName): Promise<TradeSpoken | Refusal> {
      const refusalNow = parts.admission.begin(caller, 'sell')
      const auction = await engine.find(id)
      if (auction === undefined) return noAuction
      // An auction has one trade of a bid.
      const taken = (after: Auction) => ({ auction: after, trade: [...after.trades.values()].find(({ bid }) => bid === body.quote_id)! })
      if (hasDecided(auction, request)) return taken(auction)
      const early = refusalNow() ?? refuseVault(auction, caller.desk, parts.now() as Instant)
      if (early !== undefined) return early
      const checks = await checksFor(auctions, auction, body.quote_id as BidId)
      const trade = randomId() as BidTradeId
      const clientOrderId = body.client_order_id === undefined || body.client_order_id === null ? undefined : String(body.client_order_id)
      const asked = { desk: caller.desk, bid: body.quote_id as BidId, trade, clientOrderId }
      const decided = await engine.decide({ kind: 'TakeBid', auction: auction.id, asked, checks, request }, refusalNow)
      return isRefusal(decided) ? decided : taken(decided)
    },

    async report(caller: Caller, trade: number, body: ReportBody): Promise<TradeSpoken | Refusal> {
      const id = await store.auctionOfTrade(trade)
      const auction = id === undefined ? undefined : await engine.find(id)
      const known = auction?.trades.get(trade as BidTradeId)
      const isTheirs =
        auction !== undefined && known !== undefined && [auction.seller, auction.bids.get(known.bid)!.desk].includes(caller.desk)
      if (!isTheirs) return refuse('NotFound', '19.11', 'Your desk has no trade with this id.', 'id')
      const said = body.transaction_id
      if (body.status === 'COMPLETED' && said && (await parts.following.isOfAnother(auction.bids.get(known.bid)!, said)))
        return refuse('TransactionMissing', '19.11', 'The transaction was mined but did not swap this bid.', 'transaction_id')
      // The chain itself takes precedence over reports about it.
      await parts.following.look(auction, known)
      const decided = await engine.decide({
        ...{ kind: 'ReportTrade', auction: auction.id, desk: caller.desk },
        ...{ trade: known.id, report: reportOf(body) },
      })
      if (isRefusal(decided)) return decided
      const after = await parts.following.look(decided, decided.trades.get(known.id)!)
      return { auction: after, trade: after.trades.get(known.id)! }
    },
  }
}

function openingRefusal({ isVault }: SellingParts, { desk }: Caller, { venue }: OpenBody): Refusal | undefined {
  if (!isVault(desk)) return refuse('NotAVault', '19.1', 'Your desk is not a vault. The operator can register it as one.')
  return venue === 'RBN'
    ? undefined
    : refuse('VenueNotSupported', '19.1', `Venue "${venue}" not supported: auctions are held at RBN.`, 'venue')
}

type Opening = {
  readonly body: OpenBody
  readonly request: RequestName | undefined
  readonly refusalNow: () => Refusal | undefined
}

async function openFor(
  { engine, wallets, auctions, node }: SellingParts,
  { desk }: Caller,
  { body, request, refusalNow }: Opening,
): Promise<Auction | Refusal> {
  const { domain: given } = body
  const asked = {
    seller: desk,
    domain: {
      chainId: BigInt(given.chain_id),
      verifyingContract: given.verifying_contract as Address,
      ...(given.contract_name === undefined ? {} : { name: given.contract_name }),
      ...(given.version === undefined ? {} : { version: given.version }),
    },
    swapId: BigInt(body.swap_id),
    quantity: body.quantity === undefined || body.quantity === null ? undefined : String(body.quantity),
    awards: body.awards ?? 'ONE',
    startsAt: momentOf(body.starts_at),
    endsAt: momentOf(body.ends_at),
  } as const
  const offered = await readOffer(node.ofCommand(desk), asked)
  const { referrer } = auctions
  const reading = { ...offered, wallets: wallets.ofDesk(desk), referrer }
  return engine.open({ kind: 'OpenAuction', asked, reading, request }, refusalNow)
}

const momentOf = (ms: string | number | null | undefined): Instant | undefined =>
  ms === undefined || ms === null ? undefined : (Number(ms) as Instant)

/** Checks the competing bids and the bid itself (rulebook 19.10). */
async function checksFor({ chain }: AuctionChain, auction: Auction, wanted: BidId): Promise<ContractChecks> {
  const checks = new Map<BidId, readonly string[]>()
  for (const bid of takeable(auction)) {
    const found = await chain.check(signed(bid, bid.signature))
    const words = found.outcome === 'REFUSED' ? [found.reason] : await read(Promise.resolve(found))
    checks.set(bid.id, words)
    if (bid.id === wanted || words.length === 0) break
  }
  return checks
}

/** Errors of open bids, if known. If the chain does not respond, the vault still gets its bids. */
async function wordsIfKnown(chain: Chain, bid: PlacedBid): Promise<string[] | null> {
  if (bid.state !== 'OPEN') return null
  const found = await chain.check(signed(bid, bid.signature))
  if (found.outcome === 'DONE') return [...found.value]
  return found.outcome === 'REFUSED' ? [found.reason] : null
}

const reportOf = ({ status, transaction_id, error }: ReportBody) =>
  status === 'COMPLETED'
    ? ({ status, transaction: transaction_id?.toLowerCase() ?? undefined } as const)
    : ({ status, error: error ?? undefined } as const)
