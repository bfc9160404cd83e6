/** The same days as in trading-day.test.ts, shorter, on PostgreSQL. PARLEY_SEED=<seed> repeats the same random choices. */
import { describe, expect, it } from 'vitest'
import { withTestDatabase } from './database.ts'
import { checkDatabase, onPostgres } from './trading-day/on-postgres.ts'
import { live } from './trading-day/trading-day.ts'

const database = withTestDatabase()
const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const COMMANDS = 500

describe('a trading day on PostgreSQL', () => {
  it(
    '7.4, 7.6, 9.4, 10.15, 11.1 to 11.7 ends as in memory: everything once, nothing exceeded, and every table what was committed',
    { timeout: 180_000 },
    async () => {
      const { sql } = database
      try {
        const lived = await live({ seed, days: 1, commandsADay: COMMANDS, fixture: onPostgres(sql) })
        await checkDatabase(sql, lived.tables)
        for (const what of ['book OrderPlaced', 'OrderPlaced', 'book TradeAgreed', 'CommitFails'])
          expect(lived.counts.get(what) ?? 0, `${what} never came about`).toBeGreaterThan(0)
      } catch (fault) {
        throw new Error(`PARLEY_SEED=${seed}: ${fault instanceof Error ? fault.message : String(fault)}`, { cause: fault })
      }
    },
  )
})
