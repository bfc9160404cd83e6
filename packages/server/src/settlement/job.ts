/** A settlement as a row of its list, there and back. */
import type { DeskId, Price, RfqId, SettlementRoute, TradeId, VenueCode } from '@parley/core'
import type { Block, BlockLeg, Verification } from '@parley/venues'
import type { Settlement } from './decide.ts'

export type Party = { readonly desk: DeskId; readonly account: string }
export type Job = {
  readonly tradeId: TradeId
  readonly shard: string
  readonly rfqId: RfqId
  readonly venue: VenueCode
  readonly taker: Party
  readonly maker: Party
  readonly route: SettlementRoute
  /** The id of the venue's own RFQ, if that is the route. */
  readonly venueRfqId: string | undefined
  readonly block: Block
  readonly settlement: Settlement
  /** Revision of the row when it was read. Only a writer that has read the newest may store the next. */
  readonly revision: number
}

type Progress = {
  readonly attempts?: number
  readonly verification?: Verification
  readonly refusedWith?: string
  readonly rejection?: string
  readonly legPrices?: readonly Price[]
}
/** The row as stored in the table. */
export type StoredJob = {
  readonly trade_id: TradeId
  readonly shard: string
  readonly rfq_id: RfqId
  readonly venue: VenueCode
  readonly taker: DeskId
  readonly taker_account: string
  readonly maker: DeskId
  readonly maker_account: string
  readonly route: SettlementRoute
  readonly venue_rfq_id: string | null
  readonly agreed_at: number
  readonly legs: readonly BlockLeg[]
  readonly state: Settlement['state']
  readonly progress: Progress
  readonly venue_trade_id: string | null
  readonly next_attempt_at: number
  readonly revision: number
}

/** The part of the row that changes as the settlement proceeds. */
export type Moved = Pick<StoredJob, 'state' | 'progress' | 'venue_trade_id' | 'next_attempt_at'>

export function movedBy(settlement: Settlement): Moved {
  const { state, attempts, nextAttemptAt } = settlement
  const progress: Progress = {
    attempts,
    ...(state === 'VERIFIED' ? { verification: settlement.verification } : {}),
    ...(state === 'VERIFIED' && settlement.refusedWith !== undefined ? { refusedWith: settlement.refusedWith } : {}),
    ...(state === 'REJECTED' ? { rejection: settlement.rejection } : {}),
    ...(state === 'EXECUTED' && settlement.legPrices !== undefined ? { legPrices: settlement.legPrices } : {}),
  }
  return { state, progress, venue_trade_id: state === 'EXECUTED' ? settlement.venueTradeId : null, next_attempt_at: nextAttemptAt }
}

export function jobFromRow(row: StoredJob): Job {
  return {
    tradeId: row.trade_id,
    shard: row.shard,
    rfqId: row.rfq_id,
    venue: row.venue,
    taker: { desk: row.taker, account: row.taker_account },
    maker: { desk: row.maker, account: row.maker_account },
    route: row.route,
    venueRfqId: row.venue_rfq_id ?? undefined,
    block: { nonce: row.trade_id, at: row.agreed_at, legs: row.legs },
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
      // A reader of this row cannot know whether its writer went on to execute.
      return { state, blockAt: agreed_at, ...common, verification, sent: 'MAYBE', ...(refusedWith === undefined ? {} : { refusedWith }) }
    }
    case 'EXECUTED':
      if (venue_trade_id === null) throw new Error("a block was executed without the venue's id")
      return {
        ...{ state, ...common, venueTradeId: venue_trade_id },
        ...(progress.legPrices === undefined ? {} : { legPrices: progress.legPrices }),
      }
    case 'REJECTED':
      return { state, ...common, rejection: progress.rejection ?? '' }
  }
}
