/** The list of settlements. Its rows are created by the market's own transactions. This module reads them and stores their progress. */
import type { TradeId } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Settlement } from './decide.ts'
import { jobFromRow, movedBy, type Job, type StoredJob } from './job.ts'
import { CLAIMED_WITHIN_MS, MOST_LISTED } from './limits.ts'

export type SettlementStore = ReturnType<typeof createSettlementStore>

export const createSettlementStore = (sql: Sql) => ({
  /**
   * One page of open settlements of the venues, oldest first. A page that is not full is the last one. Trades that desks book themselves are not
   * included.
   */
  async toDo(after?: Pick<Job, 'tradeId' | 'block'>): Promise<readonly Job[]> {
    const later = after === undefined ? sql`` : sql`and (agreed_at, trade_id) > (${after.block.at}, ${after.tradeId})`
    const rows = await sql<StoredJob[]>`
      select * from settlement where state <> 'DONE' and route <> 'BOOKED_BY_BOTH' ${later} order by agreed_at, trade_id limit ${MOST_LISTED}`
    return rows.map(jobFromRow)
  },

  /**
   * Returns the new revision. Replaces only the row that was read: if two workers have it, such as an old server and the one that took over, the
   * slower one is refused, whatever the venue has answered it in the meantime.
   */
  async save(tradeId: TradeId, revision: number, settlement: Settlement): Promise<number> {
    const moved = movedBy(settlement)
    const saved = await sql`
      update settlement set state = ${moved.state}, progress = ${JSON.stringify(moved.progress)}::text::jsonb,
        next_attempt_at = ${moved.next_attempt_at}, venue_trade_id = ${moved.venue_trade_id}, revision = revision + 1
      where trade_id = ${tradeId} and revision = ${revision} and state <> 'DONE'`
    if (saved.count === 0) throw new Error(`the settlement of ${tradeId} was changed by another process`)
    return revision + 1
  },

  /** Only if the shard's own rows confirm it, because a server that has lost its shard does not know every trade. */
  async markDone(tradeId: TradeId): Promise<void> {
    const marked = await sql`
      update settlement set state = 'DONE'
      where trade_id = ${tradeId}
        and exists (select from rfq_trade where id = ${tradeId} and state <> 'PENDING_SETTLEMENT')`
    if (marked.count === 0) throw new Error(`the market has not received the settlement of ${tradeId}`)
  },

  /** The venue's trades that are known to belong to other blocks. */
  async claimedByOthers({ tradeId, venue, block }: Job): Promise<ReadonlySet<string>> {
    const rows = await sql<{ id: string }[]>`
      select venue_trade_id as id from settlement
      where venue = ${venue} and route <> 'BOOKED_BY_BOTH' and agreed_at > ${block.at - CLAIMED_WITHIN_MS} and venue_trade_id is not null and trade_id <> ${tradeId}`
    // A trade with several of the venue's makers has the ids of all its blocks.
    return new Set(rows.flatMap(({ id }) => id.split('+')))
  },
})
