/**
 * `npm run replay -- --check`: reads the journal from its first row, proves its chain, and compares what it gives with the newest
 * snapshots and with what is read of it. Changes nothing, and may be run beside a running server.
 */
import { realpathSync } from 'node:fs'
import { wholeMarket, restingOrders, type Market } from '@parley/core'
import type { TransactionSql } from 'postgres'
import { marketShards, type MarketShard } from './market/shards.ts'
import { checkJournal, type JournalReport } from './engine/check-journal.ts'
import { readPostgresJournal } from './engine/read-postgres-journal.ts'
import { inspectDatabase } from './postgres/inspect-database.ts'
import { StartProblem } from './postgres/start-problem.ts'
import { readPlace } from './settings.ts'

type Counts = { readonly made: number; readonly living: number; readonly resting: number; readonly agreed: number }

const inJournal = async (sql: TransactionSql, shard: MarketShard, { state }: JournalReport<Market>): Promise<Counts> => {
  const [row] = await sql<{ made: number; agreed: number }[]>`
    select count(*) filter (where event ->> 'kind' = 'RfqCreated') as made, count(*) filter (where event ->> 'kind' = 'TradeAgreed') as agreed
    from journal where shard = ${shard.name}`
  return { made: row!.made, living: state.direct.rfqs.size, resting: restingOrders(state.direct), agreed: row!.agreed }
}

const inReadModel = async (sql: TransactionSql, { venue, baseCurrency }: MarketShard): Promise<Counts> => {
  const [row] = await sql<Counts[]>`
    select
      (select count(*) from direct_rfq where venue = ${venue} and base_currency = ${baseCurrency}) as made,
      (select count(*) from direct_rfq where venue = ${venue} and base_currency = ${baseCurrency} and state <> 'CLOSED') as living,
      (select count(*) from rfq_order where venue = ${venue} and base_currency = ${baseCurrency} and state = 'OPEN') as resting,
      (select count(*) from block_trade where venue = ${venue} and base_currency = ${baseCurrency}) as agreed`
  return row!
}

const sentences: Readonly<Record<keyof Counts, string>> = {
  made: 'requests made',
  living: 'requests that live',
  resting: 'orders that rest',
  agreed: 'trades agreed',
}

function differences(journal: Counts, read: Counts): readonly string[] {
  const names = Object.keys(sentences) as (keyof Counts)[]
  return names
    .filter((name) => journal[name] !== read[name])
    .map((name) => `The journal knows ${journal[name]} ${sentences[name]}, and the tables show ${read[name]}.`)
}

/** A sentence for each market, and whether all is well. */
export async function checkMarket(
  sql: TransactionSql,
  shard: MarketShard,
): Promise<{ readonly sentence: string; readonly isWell: boolean }> {
  const report = await checkJournal(readPostgresJournal(sql), shard, wholeMarket)
  const faults = report.faults.length > 0 ? report.faults : differences(await inJournal(sql, shard, report), await inReadModel(sql, shard))
  const snapshot = report.snapshotSeq === undefined ? 'no snapshot yet' : `equal to the snapshot of row ${report.snapshotSeq}`
  const well = `${report.rows} rows, no gap, every hash right; ${report.state.direct.rfqs.size} requests live; state ${report.stateHash.slice(0, 16)}, ${snapshot}.`
  return { sentence: `${shard.name}: ${faults.length === 0 ? well : faults.join(' ')}`, isWell: faults.length === 0 }
}

async function main(): Promise<void> {
  const { dataDir, databaseUrl } = readPlace(process.env)
  const database = await inspectDatabase({ dataDir, url: databaseUrl })
  try {
    // One picture of everything, even while a server goes on writing.
    await database.sql.begin('isolation level repeatable read read only', async (sql) => {
      for (const shard of marketShards) {
        const { sentence, isWell } = await checkMarket(sql, shard)
        console.log(sentence)
        if (!isWell) process.exitCode = 1
      }
    })
  } finally {
    await database.close()
  }
}

if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  // Who reads only the first lines has read what he wanted.
  process.stdout.on('error', () => undefined)
  await main().catch((error: unknown) => {
    console.error(error instanceof StartProblem ? error.message : error)
    process.exitCode = 1
  })
}
