/** A settlement as a row of its list, there and back. */
import type { DeskId, TradeId, VenueCode } from '@parley/core'
import type { Block, BlockLeg, Verification } from '@parley/venues'
import type { Settlement } from './decide.ts'
import type { Flow } from './rows.ts'

export type Party = { readonly desk: DeskId; readonly account: string }
export type Job = {
  readonly tradeId: TradeId
  readonly shard: string
  readonly flow: Flow
  /** Of the request, or the market. */
  readonly rfqId: string
  readonly venue: VenueCode
  readonly taker: Party
  readonly maker: Party
  readonly block: Block
  readonly settlement: Settlement
  /** Of the row as it was read; whoever writes it down next has to have read the newest. */
  readonly revision: number
}

type Progress = {
  readonly attempts?: number
  readonly verification?: Verification
  readonly refusedWith?: string
  readonly rejection?: string
}
/** As it stands in the table. */
export type StoredJob = {
  readonly trade_id: TradeId
  readonly shard: string
  readonly rfq_id: string
  readonly venue: VenueCode
  readonly taker: DeskId
  readonly taker_account: string
  readonly maker: DeskId
  readonly maker_account: string
  readonly nonce: string
  readonly agreed_at: number
  readonly legs: readonly BlockLeg[]
  readonly state: Settlement['state']
  readonly progress: Progress
  readonly venue_trade_id: string | null
  readonly next_attempt_at: number
  readonly revision: number
  readonly flow: Flow
}

/** What of the row moves as the settlement does. */
export type Moved = Pick<StoredJob, 'state' | 'progress' | 'venue_trade_id' | 'next_attempt_at'>

export function movedBy(settlement: Settlement): Moved {
  const { state, attempts, nextAttemptAt } = settlement
  const progress: Progress = {
    attempts,
    ...(state === 'VERIFIED' ? { verification: settlement.verification } : {}),
    ...(state === 'VERIFIED' && settlement.refusedWith !== undefined ? { refusedWith: settlement.refusedWith } : {}),
    ...(state === 'REJECTED' ? { rejection: settlement.rejection } : {}),
  }
  return { state, progress, venue_trade_id: state === 'EXECUTED' ? settlement.venueTradeId : null, next_attempt_at: nextAttemptAt }
}

export function jobFromRow(row: StoredJob): Job {
  return {
    tradeId: row.trade_id,
    shard: row.shard,
    rfqId: row.rfq_id,
    flow: row.flow,
    venue: row.venue,
    taker: { desk: row.taker, account: row.taker_account },
    maker: { desk: row.maker, account: row.maker_account },
    block: { nonce: row.nonce, at: row.agreed_at, legs: row.legs },
    settlement: settlementFromRow(row),
    revision: row.revision,
  }
}

function settlementFromRow({ state, progress, agreed_at, venue_trade_id, next_attempt_at }: StoredJob): Settlement {
  const common = { attempts: progress.attempts ?? 0, nextAttemptAt: next_attempt_at }
  switch (state) {
    case 'AGREED':
      return { state, blockAt: agreed_at, ...common }
    case 'VERIFIED': {
      const { verification, refusedWith } = progress
      if (verification === undefined) throw new Error('a block was verified without a signature')
      // Whoever reads this row cannot know whether the one who wrote it went on to execute.
      return { state, blockAt: agreed_at, ...common, verification, sent: 'MAYBE', ...(refusedWith === undefined ? {} : { refusedWith }) }
    }
    case 'EXECUTED':
      if (venue_trade_id === null) throw new Error("a block was executed without the venue's id")
      return { state, ...common, venueTradeId: venue_trade_id }
    case 'REJECTED':
      return { state, ...common, rejection: progress.rejection ?? '' }
  }
}
