/** The list of what has to reach a venue. Rows are made by the market's own transactions; this reads them and writes what was learned. */
import type { DeskId, RfqId, TradeId, VenueCode } from '@parley/core'
import type { Block, BlockLeg, Verification } from '@parley/venues'
import type { Sql } from 'postgres'
import type { Settlement } from './decide.ts'
import { CLAIMED_WITHIN_MS, MOST_LISTED } from './limits.ts'

export type Party = { readonly desk: DeskId; readonly account: string }
export type Job = {
  readonly tradeId: TradeId
  readonly shard: string
  readonly rfqId: RfqId
  readonly venue: VenueCode
  readonly taker: Party
  readonly maker: Party
  readonly block: Block
  readonly settlement: Settlement
}

type Progress = {
  readonly attempts?: number
  readonly verification?: Verification
  readonly refusedWith?: string
  readonly rejection?: string
}
type Row = {
  readonly trade_id: TradeId
  readonly shard: string
  readonly rfq_id: RfqId
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
}

export type SettlementStore = ReturnType<typeof createSettlementStore>

export const createSettlementStore = (sql: Sql) => ({
  /** Everything that is not done, oldest first. */
  async toDo(): Promise<readonly Job[]> {
    const rows = await sql<Row[]>`select * from settlement where state <> 'DONE' order by agreed_at, trade_id limit ${MOST_LISTED}`
    return rows.map(jobFromRow)
  },

  /** Only from the state it was read in: of two workers that hold the same row, the slower one is stopped. */
  async save(tradeId: TradeId, from: Settlement['state'], settlement: Settlement): Promise<void> {
    const { state, attempts, nextAttemptAt } = settlement
    const progress: Progress = {
      attempts,
      ...(state === 'VERIFIED' ? { verification: settlement.verification } : {}),
      ...(state === 'VERIFIED' && settlement.refusedWith !== undefined ? { refusedWith: settlement.refusedWith } : {}),
      ...(state === 'REJECTED' ? { rejection: settlement.rejection } : {}),
    }
    const saved = await sql`
      update settlement set state = ${state}, progress = ${JSON.stringify(progress)}::text::jsonb, next_attempt_at = ${nextAttemptAt},
        venue_trade_id = ${state === 'EXECUTED' ? settlement.venueTradeId : null}
      where trade_id = ${tradeId} and state = ${from}`
    if (saved.count === 0) throw new Error(`the settlement of ${tradeId} was moved by somebody else`)
  },

  async markDone(tradeId: TradeId): Promise<void> {
    await sql`update settlement set state = 'DONE' where trade_id = ${tradeId}`
  },

  /** The venue's trades that are known to belong to other blocks. */
  async claimedBesides({ tradeId, venue, block }: Job): Promise<ReadonlySet<string>> {
    const rows = await sql<{ id: string }[]>`
      select venue_trade_id as id from settlement
      where venue = ${venue} and agreed_at > ${block.at - CLAIMED_WITHIN_MS} and venue_trade_id is not null and trade_id <> ${tradeId}`
    return new Set(rows.map(({ id }) => id))
  },
})

function jobFromRow(row: Row): Job {
  return {
    tradeId: row.trade_id,
    shard: row.shard,
    rfqId: row.rfq_id,
    venue: row.venue,
    taker: { desk: row.taker, account: row.taker_account },
    maker: { desk: row.maker, account: row.maker_account },
    block: { nonce: row.nonce, at: row.agreed_at, legs: row.legs },
    settlement: settlementFromRow(row),
  }
}

function settlementFromRow({ state, progress, agreed_at, venue_trade_id, next_attempt_at }: Row): Settlement {
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
