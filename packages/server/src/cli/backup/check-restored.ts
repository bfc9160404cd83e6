/** The proof of a restored backup: the last rows that the backup named are in its journal with their hashes, and all of it replays to its tables. */
import type { Sql } from '../../database/sql.ts'
import { marketShards } from '../../shards/shards.ts'
import { checkMarket } from '../replay/check-market.ts'
import { missingHeads, type Manifest } from './manifest.ts'

export async function checkRestored(sql: Sql, { heads }: Manifest, report: (sentence: string) => void): Promise<boolean> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const missing = await missingHeads(tx, heads)
    for (const { shard, seq, hash } of missing) report(`${shard}: row ${seq} with the hash ${hash} is missing.`)
    let isWell = missing.length === 0
    for (const shard of marketShards) {
      const checked = await checkMarket(tx, shard)
      report(checked.sentence)
      isWell &&= checked.isWell
    }
    return isWell
  })
}
