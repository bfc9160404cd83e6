/** The engine in a process of its own, for tests that kill it: takes commands from its parent and answers when they are durable. */
import { realpathSync } from 'node:fs'
import { silent } from '../log.ts'
import { migrate } from '../postgres/migrate.ts'
import { openDatabase } from '../postgres/supervisor.ts'
import { createEngine } from './create-engine.ts'
import type { Shard } from './engine.ts'
import { ledgerMachine, ledgerProjector, ledgerTable, type LedgerCommand } from './test-ledger.ts'

export const crashShards: readonly Shard[] = [
  { name: 'DBT-BTC', group: 1 },
  { name: 'DBT-ETH', group: 2 },
]

export type Asked = { readonly shard: string; readonly key: string; readonly command: LedgerCommand }
export type Told =
  | { readonly key: string; readonly refused: string }
  | { readonly key: string; readonly seq: number }
  | { readonly key: string; readonly unavailable: string }

export const callerOf = ({ key, command }: Asked) => ({ scope: 'client', key, bodyHash: JSON.stringify(command) })

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
  const tell = (told: Told) => process.send?.(told)
  process.on('message', (asked: Asked) => {
    engine.submit(asked.shard, asked.command, callerOf(asked)).then(
      (answer) => tell('refused' in answer ? { key: asked.key, refused: answer.refused } : { key: asked.key, seq: answer.seq }),
      (error: Error) => tell({ key: asked.key, unavailable: error.message }),
    )
  })
  process.on('disconnect', () => process.exit())
  process.send('serving')
}
