/**
 * Writes the newest hash of the audit log to the ordinary log: when it begins, once a day, and when it stops. The log is kept elsewhere,
 * so that rows cut off the end, which no chain can show by itself, are missed.
 */
import type { Sql } from '../../postgres/sql.ts'
import type { Log } from '../../log.ts'
import { headOf } from './append.ts'

const EVERY_MS = 24 * 3_600_000

export interface HeadTeller {
  close(): Promise<void>
}

export async function tellHead(sql: Sql, log: Log): Promise<HeadTeller> {
  const tell = async (): Promise<void> => log.info(await headOf(sql), 'The head of the audit log')
  await tell()
  const missed = (error: unknown) => log.error({ error }, 'The head of the audit log could not be read')
  const daily = setInterval(() => void tell().catch(missed), EVERY_MS).unref()
  return {
    async close() {
      clearInterval(daily)
      // A stop does not fail for want of a database.
      await tell().catch(missed)
    },
  }
}
