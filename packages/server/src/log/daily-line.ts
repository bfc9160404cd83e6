/** A line of the ordinary log that is written when the product starts, once a day, and when it stops. */
import type { Log } from './log.ts'

const EVERY_MS = 24 * 3_600_000

export interface DailyLine {
  close(): Promise<void>
}

/** Rejects if the first line cannot be written. A later failure is logged as an error with this message. */
export async function writeDaily(log: Log, write: () => Promise<void>, failure: string): Promise<DailyLine> {
  await write()
  const missed = (error: unknown) => log.error({ error }, failure)
  const daily = setInterval(() => void write().catch(missed), EVERY_MS).unref()
  return {
    async close() {
      clearInterval(daily)
      // A stop does not fail because the database is gone.
      await write().catch(missed)
    },
  }
}
