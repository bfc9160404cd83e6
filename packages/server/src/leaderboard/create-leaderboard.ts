/** The leaderboard as one part of the server: final outcomes are counted at fixed times, and every response is added up from the sums. */
import { publishedUntil } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { jobsHere, type Jobs } from '../cluster/jobs.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { measureWork } from '../metrics/measure-work.ts'
import type { Meter } from '../metrics/meter.ts'
import type { Clock } from '../market-data/clock.ts'
import { createChoices } from './choices.ts'
import { countUntil } from './count.ts'
import { LOOK_LEAST_MS, LOOK_MOST_MS, PUBLISHED_EVERY_MS } from './limits.ts'
import { leaderboardRoutes } from './routes.ts'
import { createLeaderboardService } from './service.ts'

export type LeaderboardNeeds = {
  readonly sql: Sql
  readonly book: Book
  readonly clock: Clock
  readonly log: Log
  /** Figures change at multiples of it (rulebook 20.8). */
  readonly everyMs?: number | undefined
  readonly meter?: Meter | undefined
  /** Counting is one of them; here by default. */
  readonly jobs?: Jobs | undefined
}

export async function createLeaderboard(needs: LeaderboardNeeds) {
  const { sql, book, clock, log, everyMs = PUBLISHED_EVERY_MS, meter, jobs = jobsHere } = needs
  const nameOf = (firm: string): string => book.accounts.firms.get(firm)?.name ?? ''
  const counting = await jobs.run('leaderboard', () => startCounting({ sql, clock, log, everyMs, meter }))
  return {
    routes: leaderboardRoutes(createLeaderboardService({ sql, nameOf }), createChoices({ sql, book }), book),
    close: counting.close,
  }
}

type Counting = Pick<LeaderboardNeeds, 'sql' | 'clock' | 'log' | 'meter'> & { readonly everyMs: number }

function startCounting({ sql, clock, log, everyMs, meter }: Counting): { close(): Promise<void> } {
  const againMs = Math.min(Math.max(everyMs, LOOK_LEAST_MS), LOOK_MOST_MS)
  let callOff: (() => void) | undefined
  let isClosed = false
  let work: Promise<void> = Promise.resolve()
  const run = (): void => {
    const count = () => countUntil(sql, publishedUntil(clock.now(), everyMs), () => isClosed)
    work = measureWork(meter, 'leaderboard', count)
      .catch((error: unknown) => log.warn({ error }, 'Could not update the leaderboard; trying again at the next update'))
      .then(() => {
        if (!isClosed) callOff = clock.after(againMs, run)
      })
  }
  run()
  return {
    async close() {
      isClosed = true
      callOff?.()
      await work
      callOff?.()
    },
  }
}
