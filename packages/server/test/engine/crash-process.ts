/** The engine in a separate process, for tests that kill it: takes commands from its parent and answers when they are durable. */
import { realpathSync } from 'node:fs'
import { silent } from '../../src/log/log.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/embedded-postgres/supervisor.ts'
import { createEngine } from '../../src/engine/create-engine.ts'
import type { Shard } from '../../src/engine/engine.ts'
import { ledgerMachine, ledgerProjector, ledgerTable, type LedgerCommand } from './ledger.ts'

export const crashShards: readonly Shard[] = [
  { name: 'DBT-BTC', group: 1 },
  { name: 'DBT-ETH', group: 2 },
]

export type SentCommand = { readonly shard: string; readonly key: string; readonly command: LedgerCommand }
export type CommandAnswer =
  | { readonly key: string; readonly refused: string }
  | { readonly key: string; readonly seq: number }
  | { readonly key: string; readonly unavailable: string }

export const callerOf = ({ key, command }: SentCommand) => ({ scope: 'client', key, requestHash: JSON.stringify(command) })

export async function openCrashEngine(dataDir: string) {
  const database = await openDatabase({ dataDir, log: silent })
  await migrate(database.sql, silent)
  await database.sql.unsafe(ledgerTable)
  const engine = await createEngine({
    sql: database.sql,
    shards: crashShards,
    machine: ledgerMachine,
    projector: ledgerProjector,
    log: silent,
    limits: { snapshotEveryEvents: 700, housekeepingEveryEvents: 300 },
  })
  return { database, engine }
}

if (process.send !== undefined && realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  const { engine } = await openCrashEngine(process.argv[2] ?? '')
  const send = (answer: CommandAnswer) => process.send?.(answer)
  process.on('message', (asked: SentCommand) => {
    engine.submit(asked.shard, asked.command, callerOf(asked)).then(
      (answer) => send('refused' in answer ? { key: asked.key, refused: answer.refused } : { key: asked.key, seq: answer.seq }),
      (error: Error) => send({ key: asked.key, unavailable: error.message }),
    )
  })
  process.on('disconnect', () => process.exit())
  process.send('serving')
}
