/**
 * `npm run replay -- --check`: reads the journal from its first row, verifies its hash chain, and compares its result with the newest snapshots and
 * every table row. It changes nothing and can run while the server is running.
 */
import { realpathSync } from 'node:fs'
import { marketShards } from '../shards/shards.ts'
import { inspectDatabase } from '../embedded-postgres/inspect-database.ts'
import { asStartProblem, StartProblem } from '../database/start-problem.ts'
import { checkInstallation, placeOf } from './installation.ts'
import { checkMarket } from './replay/check-market.ts'
import { readPlace } from '../settings.ts'

async function main(): Promise<void> {
  const { dataDir, databaseUrl } = readPlace(process.env)
  const database = await inspectDatabase({ dataDir, url: databaseUrl })
  try {
    await checkInstallation(database.sql, { dataDir, databaseUrl })
    console.error(`Installation: ${placeOf({ dataDir, databaseUrl })}`)
    // One consistent view of everything, even while a server continues to write.
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
  // A pipe may close after the first lines.
  process.stdout.on('error', () => undefined)
  await main().catch((error: unknown) => {
    const problem = asStartProblem(error, readPlace(process.env).dataDir)
    console.error(problem instanceof StartProblem ? problem.message : problem)
    process.exitCode = 1
  })
}
