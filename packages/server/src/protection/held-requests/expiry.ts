/** Ends held requests whose time is over. Every process does so, and the lock of the row lets only one of them end a request. */
import { decideHeldRequest, evolveHeldRequest, isRefusal, type Instant } from '@parley/core'
import { appendAudit } from '../../audit/append.ts'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { Clock } from '../../market-data/clock.ts'
import { heldFrom, listDue, lockHeld, nextExpiry, notifyHeld, removeOld, writeHeld } from './store.ts'

/** A stopped clock of a test never reaches the time, so it is looked at again. */
const LOOK_AT_LEAST_EVERY_MS = 100

export function createExpiry({ sql, clock, log }: { readonly sql: Sql; readonly clock: Clock; readonly log: Log }) {
  let cancel: (() => void) | undefined
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  const expire = async (id: string, desk: string): Promise<void> => {
    await sql.begin(async (tx) => {
      const row = await lockHeld(tx, desk, id)
      if (row === undefined) return
      const now = clock.now() as Instant
      const held = heldFrom(row)
      const events = decideHeldRequest(held, { kind: 'Expire' }, now)
      if (isRefusal(events) || events.length === 0) return
      await writeHeld(tx, id, events.reduce(evolveHeldRequest, held))
      await notifyHeld(tx, desk)
      await appendAudit(tx, { at: now, desk, actor: row.sender, action: 'ExpireHeldRequest', object: id, detail: { summary: row.summary } })
    })
  }

  const look = async (): Promise<void> => {
    cancel?.()
    for (const { id, desk } of await listDue(sql, clock.now())) await expire(id, desk)
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
