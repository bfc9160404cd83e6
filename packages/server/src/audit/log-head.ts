/**
 * Writes the newest hash of the audit log to the ordinary log: when it begins, once a day, and when it stops. The log is kept elsewhere,
 * so that rows cut off the end, which no chain can show by itself, are missed.
 */
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { headOf } from './append.ts'

const EVERY_MS = 24 * 3_600_000

export interface HeadLog {
  close(): Promise<void>
}

export async function logHead(sql: Sql, log: Log): Promise<HeadLog> {
  const write = async (): Promise<void> => log.info(await headOf(sql), 'The head of the audit log')
  await write()
  const missed = (error: unknown) => log.error({ error }, 'The head of the audit log could not be read')
  const daily = setInterval(() => void write().catch(missed), EVERY_MS).unref()
  return {
    async close() {
      clearInterval(daily)
      // A stop does not fail because the database is gone.
      await write().catch(missed)
    },
  }
}
