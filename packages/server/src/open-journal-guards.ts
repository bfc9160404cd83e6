/** The guards of the journal against manipulation. */
import type { HttpServer } from './api/http/create-http.ts'
import type { Sql } from './database/sql.ts'
import { logJournalHeads } from './engine/journal-heads.ts'
import { readPostgresJournal } from './engine/read-postgres-journal.ts'
import { verifyJournals } from './engine/verify-journals.ts'
import type { Log } from './log/log.ts'
import type { MarketShard } from './shards/shards.ts'
import type { Vault } from './vault/vault.ts'

type JournalGuards = {
  readonly http: HttpServer
  readonly sql: Sql
  readonly vault: Vault
  readonly shards: readonly MarketShard[]
  readonly log: Log
}

/** Manipulation of the journal shows in its heads in the log, and in its content, which is checked in parallel with the market. */
export async function openJournalGuards({ http, sql, vault, shards, log }: JournalGuards): Promise<{ close(): Promise<void> }> {
  const journal = readPostgresJournal(sql)
  const heads = await logJournalHeads({ journal, shards, vault, log })
  const verification = verifyJournals(journal, shards, log)
  http.readiness.showJournal(verification.state)
  return {
    async close() {
      http.readiness.showJournal(undefined)
      await verification.close()
      await heads.close()
    },
  }
}
