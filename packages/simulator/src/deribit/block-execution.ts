/** Executes a block between two accounts: both need enough margin, and the block is on disk before either is answered. */
import { userOf } from '../exchange/account.ts'
import type { BlockBook } from './block-book.ts'
import { checkTrades, type BlockTrade, type Listing } from './block-checks.ts'
import type { ExecutedBlock, ExecutedLeg } from './executed-block.ts'
import type { BlockTerms } from './consent.ts'
import type { DeribitAccount } from './deribit-account.ts'
import type { Ledger } from './ledger.ts'
import { holderOf, worseOff } from './margin.ts'
import type { Market } from './market.ts'
import { VenueError } from './protocol.ts'

export type BlockParties = { readonly maker: DeribitAccount; readonly taker: DeribitAccount }
export type AgreedTerms = Pick<BlockTerms, 'timestamp' | 'nonce' | 'trades'>

export type Execution = {
  /** Throws the venue's refusal if a leg can no longer trade or a party lacks funds. */
  readonly check: (terms: AgreedTerms, parties: BlockParties) => void
  readonly execute: (terms: AgreedTerms, parties: BlockParties) => ExecutedBlock
  /** Without a check: settlements of a block RFQ were checked when it was sent and quoted. */
  readonly settle: (terms: AgreedTerms, parties: BlockParties, blockRfqId?: number) => ExecutedBlock
}

export type ExecutionNeeds = {
  readonly book: BlockBook
  readonly listing: Listing
  readonly ledger: Ledger
  readonly market: Market
  readonly now: () => number
}

export function createExecution({ book, listing, ledger, market, now }: ExecutionNeeds): Execution {
  const check: Execution['check'] = ({ trades }, parties) => {
    checkTrades(trades, listing)
    for (const side of ['maker', 'taker'] as const) {
      const holder = holderOf(parties[side])
      const [lacking] = worseOff(holder, ledger, ledger.withLegs(holder.user, side, trades), market)
      if (lacking !== undefined) throw new VenueError(10009, 'not_enough_funds', { reason: `${side} lacks ${lacking}` })
    }
  }
  const settle: Execution['settle'] = (terms, parties, blockRfqId) => {
    const number = book.all().length + 1
    const block: ExecutedBlock = {
      ...{ id: `BLOCK-${number}`, timestamp: now(), nonce: terms.nonce, requestTimestamp: terms.timestamp },
      ...{ maker: userOf(parties.maker), taker: userOf(parties.taker) },
      legs: terms.trades.map((trade, index) => executedLeg(trade, listing, number * 100 + index)),
      ...(blockRfqId === undefined ? {} : { blockRfqId }),
    }
    book.add(block)
    return block
  }
  return {
    check,
    settle,
    execute: (terms, parties) => {
      check(terms, parties)
      return settle(terms, parties)
    },
  }
}

function executedLeg(trade: BlockTrade, listing: Listing, number: number): ExecutedLeg {
  const ticker = listing.ticker(listing.instrument(trade.instrument_name)!)
  return {
    ...trade,
    tradeId: String(number),
    tradeSeq: number,
    markPrice: ticker.mark_price,
    indexPrice: ticker.index_price,
    ...(ticker.mark_iv === undefined ? {} : { iv: ticker.mark_iv }),
    ...(ticker.underlying_price === undefined ? {} : { underlyingPrice: ticker.underlying_price }),
  }
}
