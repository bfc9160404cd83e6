/**
 * Whether this process can serve: its database answers and accepts writes, and its markets are its own. Once another process has taken over a market,
 * this one serves nothing, closes its sockets with that reason and ends, so that no client takes its silence for a quiet market.
 */
import type { HttpServer } from './api/http/create-http.ts'
import { createDatabaseHealth, problemSentences } from './database/health.ts'
import type { Sql } from './database/sql.ts'
import type { DatabaseUnavailable } from './database/unavailable.ts'
import type { RunningEngine } from './engine/create-engine.ts'
import type { Log } from './log/log.ts'

type Lease = Pick<RunningEngine<never, never>, 'problems' | 'checkLeases'>

export type Availability = {
  /** Repetitions during an outage are left out. */
  readonly log: Log
  readonly onFailure: (error: DatabaseUnavailable) => void
  readonly onFenced: () => void
  readonly takenOver: Promise<void>
  watch(sql: Sql): void
  /** An engine whose shards must be ours. */
  follow(lease: Lease): void
  /** Called when the markets are taken over, at once if they already are. */
  onTakenOver(act: () => void): void
  close(): Promise<void>
}

export function createAvailability(http: Pick<HttpServer, 'readiness' | 'drain'>, log: Log): Availability {
  const health = createDatabaseHealth(log)
  const leases: Lease[] = []
  const lost = Promise.withResolvers<void>()
  const acts: (() => void)[] = []
  let isTakenOver = false
  http.readiness.showProblems(() => {
    const problem = health.problem()
    return [...(problem === undefined ? [] : [problemSentences[problem]]), ...leases.flatMap((lease) => lease.problems())]
  })
  return {
    log: health.log,
    onFailure: health.failed,
    onFenced() {
      if (isTakenOver) return
      isTakenOver = true
      http.drain('Another server has taken over the markets.')
      http.readiness.takenOver()
      log.error({}, 'Another Parley has taken over the markets of this database; this process closes its sockets and ends')
      for (const act of acts) act()
      lost.resolve()
    },
    takenOver: lost.promise,
    watch: (sql) => health.watch(sql, () => (leases.length === 0 ? sql`select` : Promise.all(leases.map((each) => each.checkLeases())))),
    follow: (lease) => void leases.push(lease),
    onTakenOver(act) {
      if (isTakenOver) act()
      else acts.push(act)
    },
    close: health.close,
  }
}
