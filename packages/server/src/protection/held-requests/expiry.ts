/** Ends held requests whose time is over. Every process does so, and the lock of the row lets only one of them end a request. */
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { Clock } from '../../market-data/clock.ts'
import { endHeld } from './change-held.ts'
import { listDue, nextExpiry, removeOld } from './store.ts'

/** A stopped clock of a test never reaches the time, so it is looked at again. */
const LOOK_AT_LEAST_EVERY_MS = 100

export function createExpiry({ sql, clock, log }: { readonly sql: Sql; readonly clock: Clock; readonly log: Log }) {
  let cancel: (() => void) | undefined
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    cancel?.()
    for (const due of await listDue(sql, clock.now())) await endHeld(sql, due, { kind: 'Expire', now: clock.now })
    await removeOld(sql, clock.now())
    const next = await nextExpiry(sql)
    if (next === undefined || isClosed) return
    cancel = clock.after(Math.max(next - clock.now(), LOOK_AT_LEAST_EVERY_MS), () => void sweep())
  }

  /** Ends what is due, and comes back when the next one is. */
  const sweep = (): Promise<void> =>
    (running = running.then(async () => {
      if (isClosed) return
      await look().catch((error: unknown) => log.error({ error }, 'Could not end the held requests that have expired'))
    }))

  return {
    sweep,
    async close() {
      isClosed = true
      cancel?.()
      await running
    },
  }
}
