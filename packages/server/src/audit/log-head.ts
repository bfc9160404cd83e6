/**
 * Writes the newest hash of the audit log to the ordinary log: when it begins, once a day, and when it stops. The log is kept elsewhere,
 * so that rows cut off the end, which no chain can show by itself, are missed.
 */
import type { Sql } from '../database/sql.ts'
import { type DailyLine, writeDaily } from '../log/daily-line.ts'
import type { Log } from '../log/log.ts'
import { headOf } from './append.ts'

export const logHead = (sql: Sql, log: Log): Promise<DailyLine> =>
  writeDaily(log, async () => log.info(await headOf(sql), 'The head of the audit log'), 'The head of the audit log could not be read')
