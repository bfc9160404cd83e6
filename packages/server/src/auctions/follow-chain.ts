/** Follows the chain for all trades. The chain decides the outcome of each (rulebook 19.11 to 19.13). */
import type { Chain, Hash, Mined, Swap, TransactionState } from '@parley/chain'
import {
  contractOf,
  isRefusal,
  isSameAddress,
  offerOf,
  type Auction,
  type AuctionId,
  type BidFields,
  type BidTrade,
  type BidTradeId,
  type PlacedBid,
  type TradeFacts,
  type TradeStep,
} from '@parley/core'
import type { Log } from '../log/log.ts'
import type { AuctionEngine } from './auction-engine.ts'
import { randomId } from './bidding.ts'
import { asked, type AuctionChain } from './chain-reading.ts'
import { auctionLimits as limits } from './limits.ts'
import type { AuctionStore } from './store.ts'
import { untilDone } from './until-done.ts'

export type Following = {
  newestBlock(): bigint | undefined
  /** Checks the trade's transaction now, and returns the auction afterwards. */
  look(auction: Auction, trade: BidTrade): Promise<Auction>
  /** Whether the transaction is mined and settled something else. */
  isOfAnother(bid: BidFields, transaction: string): Promise<boolean>
  /** Starts to follow the chain from the point where the server stopped. */
  start(): Promise<void>
  close(): Promise<void>
}

export type FollowingParts = {
  readonly auctions: AuctionChain
  readonly engine: () => Pick<AuctionEngine, 'find' | 'decide'>
  readonly store: AuctionStore
  readonly now: () => number
  readonly log: Log
  /** Called with each newest block. */
  readonly onBlock?: (block: bigint) => void
  /** The block to begin at if no block was followed before; the newest one by default. */
  readonly firstBlock?: bigint | undefined
}

type Seen = readonly [TradeStep, TradeFacts]

/** For a process that reads the chain when a desk asks, while another one follows it. */
export const createLooking = (parts: Omit<FollowingParts, 'onBlock' | 'firstBlock'>): Pick<Following, 'look' | 'isOfAnother'> => ({
  look: (auction, trade) => lookAt(parts, auction, trade),
  async isOfAnother(bid, transaction) {
    const found = await asked(parts.auctions.chain.transaction(transaction as Hash))
    return found.state === 'MINED' && !found.swaps.some((swap) => isOf(bid, swap))
  },
})

export function createFollowing(parts: FollowingParts): Following {
  const { auctions, store, log, onBlock = () => undefined } = parts
  const { chain } = auctions
  let newest: bigint | undefined
  let stop: () => void = () => undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isLooking = false
  /** Blocks are handled one after the other, so that the removal of a block comes after its own content. */
  const over = new AbortController()
  const trying = { what: 'Could not follow the chain for auctions', about: {}, log, signal: over.signal }
  const queue = (work: () => Promise<unknown>): void => void (turn = turn.then(() => untilDone(work, trying)))
  const lookAtAll = async (isOf: (trade: BidTrade) => boolean, sinceMs = 0): Promise<void> => {
    for (const { auction, trade } of await followed(parts, isOf, parts.now() - sinceMs)) await lookAt(parts, auction, trade)
  }
  const listener = {
    onSwap: (swap: Swap, mined: Mined) => queue(() => seeSwap(parts, swap, mined)),
    onSettled: () => undefined,
    onReorganised: (fromBlock: bigint) =>
      queue(() => lookAtAll(({ block }) => block !== undefined && BigInt(block) >= fromBlock, limits.undoneWithinMs)),
    onBlock(block: bigint) {
      newest = block
      onBlock(block)
      // Blocks that arrive during a check are checked together afterwards.
      if (isLooking) return
      isLooking = true
      queue(async () => {
        isLooking = false
        await lookAtAll(({ state }) => state === 'SENT' || state === 'MINED' || state === 'REORGANISED')
        await store.keepBlock(contractKey(chain), newest!)
      })
    },
  }
  return {
    newestBlock: () => newest,
    ...createLooking(parts),
    async start() {
      const known = (await lastFollowed(auctions, store)) ?? parts.firstBlock
      const found = await chain.newestBlock()
      if (found.outcome === 'DONE') newest = found.value
      // Swaps that were seen before the server stopped may have been reverted since.
      queue(() => lookAtAll(({ transaction }) => transaction !== undefined, limits.undoneWithinMs))
      stop = chain.watch(known ?? newest ?? 0n, listener)
    },
    async close() {
      stop()
      over.abort()
      await turn
    },
  }
}

/** The newest block that the server has followed, if the chain still has it. */
export const lastFollowed = async ({ chain, beganAnewAt }: AuctionChain, store: Pick<AuctionStore, 'knownBlock'>) =>
  beganAnewAt === undefined ? store.knownBlock(contractKey(chain)) : undefined

const contractKey = ({ chainId, swap }: Chain): string =>
  contractOf({ domain: { name: '', version: '', chainId, verifyingContract: swap } })

type Followed = { readonly auction: Auction; readonly trade: BidTrade }

/** Auctions with trades that are pending or were agreed recently, because a reorganisation may still affect those. */
async function followed(parts: FollowingParts, isOf: (trade: BidTrade) => boolean, since: number): Promise<readonly Followed[]> {
  const { engine, store, auctions: chain } = parts
  const auctions = await Promise.all((await store.tradedSince(since)).map((id) => engine().find(id)))
  return auctions.flatMap((auction) =>
    auction === undefined
      ? []
      : [...auction.trades.values()].filter((trade) => isOf(trade) && !isOnAnother(chain, trade)).map((trade) => ({ auction, trade })),
  )
}

/** It was confirmed on a chain that no longer exists, and remains confirmed. */
const isOnAnother = ({ beganAnewAt = 0 }: AuctionChain, { state, settledAt }: BidTrade): boolean =>
  state === 'CONFIRMED' && settledAt !== undefined && settledAt < beganAnewAt

async function seeSwap(parts: FollowingParts, swap: Swap, mined: Mined): Promise<void> {
  const { chain } = parts.auctions
  const domain = { name: '', version: '', chainId: chain.chainId, verifyingContract: chain.swap }
  for (const id of await parts.store.ofOffer(offerOf({ domain, swapId: swap.swapId }))) {
    const auction = await parts.engine().find(id)
    const bid = auction === undefined ? undefined : [...auction.bids.values()].find((each) => isOf(each, swap))
    if (auction === undefined || bid === undefined) continue
    const facts = { transaction: mined.transaction, block: Number(mined.block) }
    const command = { kind: 'AdoptSwap', auction: auction.id, bid: bid.id, trade: randomId() as BidTradeId } as const
    const adopted = await parts.engine().decide(command)
    const trade = isRefusal(adopted) ? undefined : [...adopted.trades.values()].find((each) => each.bid === bid.id)
    if (trade === undefined) return
    const after = await followSteps(parts, auction.id, trade.id, [['SeeSwap', facts]])
    await lookAt(parts, after, after.trades.get(trade.id)!)
    return
  }
}

const isOf = (bid: BidFields, swap: Swap): boolean =>
  bid.swapId === swap.swapId &&
  bid.nonce === swap.nonce &&
  bid.sellAmount === swap.sellAmount &&
  bid.buyAmount === swap.buyAmount &&
  isSameAddress(bid.signerWallet, swap.signerWallet)

/** Nothing is learned from a chain that does not respond. */
async function lookAt(parts: FollowingParts, auction: Auction, trade: BidTrade): Promise<Auction> {
  if (trade.transaction === undefined) return auction
  const found = await parts.auctions.chain.transaction(trade.transaction as Hash)
  if (found.outcome !== 'DONE') return auction
  const steps = stepsOf(found.value, auction.bids.get(trade.bid)!, trade, parts.auctions.confirmations)
  return steps.length === 0 ? auction : followSteps(parts, auction.id, trade.id, steps)
}

function stepsOf(seen: TransactionState, bid: PlacedBid, { state, transaction }: BidTrade, needed: number): readonly Seen[] {
  const wasSwapped = state === 'MINED' || state === 'CONFIRMED'
  const undone: readonly Seen[] = wasSwapped ? [['LoseSwap', {}]] : []
  switch (seen.state) {
    case 'MINED': {
      if (!seen.swaps.some((swap) => isOf(bid, swap))) return undone
      const facts = { transaction: transaction!, block: Number(seen.block) }
      const swapped: Seen = ['SeeSwap', facts]
      return seen.confirmations >= needed ? [swapped, ['Confirm', facts]] : [swapped]
    }
    case 'REVERTED':
      return seen.confirmations >= needed ? [...undone, ['SeeRevert', { block: Number(seen.block), error: seen.reason }]] : undone
    case 'REPLACED':
      return [
        ...undone,
        ['SeeReplaced', { error: 'Another transaction of the same sender replaced this one, so it can no longer be mined.' }],
      ]
    case 'PENDING':
    case 'UNKNOWN':
      return undone
  }
}

async function followSteps(parts: FollowingParts, id: AuctionId, trade: BidTradeId, steps: readonly Seen[]): Promise<Auction> {
  let auction: Auction | undefined
  for (const [step, facts] of steps) {
    const decided = await parts.engine().decide({ kind: 'FollowChain', auction: id, trade, step, facts })
    if (isRefusal(decided)) throw new Error(`a report from the chain was rejected: ${decided.message}`)
    auction = decided
  }
  return auction!
}
