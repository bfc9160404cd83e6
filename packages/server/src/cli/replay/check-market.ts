/** Checks one market's journal from its first row, and compares everything that is derived from it. */
import { shardMachine, type RfqKind } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import { checkJournal } from '../../engine/check-journal.ts'
import { readPostgresJournal } from '../../engine/read-postgres-journal.ts'
import type { MarketShard } from '../../shards/shards.ts'
import { compareTables } from './compare-tables.ts'
import { createExpectedRows } from './expected-rows.ts'

/** The maximum number of printed faults. */
const MOST_FAULTS = 20

/** A sentence for each market, and whether all is well. */
export async function checkMarket(
  sql: TransactionSql,
  shard: MarketShard,
): Promise<{ readonly sentence: string; readonly isWell: boolean }> {
  const expected = createExpectedRows()
  const report = await checkJournal(readPostgresJournal(sql), shard, shardMachine, expected.listen)
  const faults = report.faults.length > 0 ? report.faults : await compareTables(sql, shard, expected)
  if (faults.length > 0) {
    const more = faults.length > MOST_FAULTS ? [`And ${faults.length - MOST_FAULTS} more.`] : []
    return { sentence: `${shard.name}: ${[...faults.slice(0, MOST_FAULTS), ...more].join(' ')}`, isWell: false }
  }
  const live = [...report.state.rfqs.live.values()].map(({ rfq }) => rfq.audience)
  const snapshot = report.snapshotSeq === undefined ? 'no snapshot yet' : `equal to the snapshot of row ${report.snapshotSeq}`
  const read = `${expected.rows.size + expected.settlements.size} table rows match it`
  const of = (audience: RfqKind) => live.filter((one) => one === audience).length
  const lives = `${of('DIRECT')} requests, ${of('ORDER_BOOK')} order-book markets and ${of('LISTED')} listed spreads live`
  const sentence = `${shard.name}: ${report.rows} rows, no gaps, all hashes valid; ${read}; ${lives}; state ${report.stateHash.slice(0, 16)}, ${snapshot}.`
  return { sentence, isWell: true }
}
