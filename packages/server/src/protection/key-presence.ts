/**
 * The API keys that have open sockets with cancel-on-disconnect. Each is stored before its socket opens, so that the next server notices a key that
 * disconnected while no server was running (docs/decisions/0131).
 */
import type { DeskId, UserId } from '@parley/core'
import { createKeyedSerialQueue } from '../queues/keyed-serial-queue.ts'
import type { Sql } from '../database/sql.ts'
import type { Caller } from '../calls/route.ts'
import type { Log } from '../log/log.ts'

/** How long after its start a server waits for keys that were connected before. */
export const RETURN_WITHIN_MS = 10_000

export type PresentKey = Pick<Caller, 'desk' | 'user' | 'via'>

export interface KeyPresence {
  /** Durable when it resolves. */
  arrived(caller: PresentKey): Promise<void>
  /** Its socket never opened. */
  turnedBack(caller: PresentKey): void
  /** The last socket of the key is gone, so everything placed through it is cancelled. */
  left(caller: PresentKey): void
  /** Runs every second: cancels for keys that were connected before this server started and have not returned in time. */
  sweep(now: number, isHere: (via: string) => boolean): void
  /** Resolves when current work is done. */
  settled(): Promise<void>
}

type KeyPresenceParts = {
  readonly sql: Sql
  /** May be repeated for the same disconnection. */
  readonly cancelWhatLeft: (gone: PresentKey, leftAt: number) => Promise<void>
  readonly now: () => number
  readonly log: Log
}

export async function openKeyPresence({ sql, cancelWhatLeft, now, log }: KeyPresenceParts): Promise<KeyPresence> {
  const startedAt = now()
  const rows = await sql<{ via: string; desk: DeskId; user: UserId }[]>`select via, desk, app_user as user from socket_presence`
  /** Keys that were connected before and have not returned yet. */
  const missing = new Map<string, PresentKey>(rows.map((row) => [row.via, row]))
  const here = new Set<string>()
  const written = new Set<string>(missing.keys())
  /** One step after another for each key: a key that returns while its orders are being cancelled is admitted afterwards. */
  const steps = createKeyedSerialQueue<string>()
  const forget = async (via: string) => {
    await sql`delete from socket_presence where via = ${via}`
    written.delete(via)
  }
  /** The time of the disconnection, stored before anything is cancelled. */
  const departed = async ({ via }: PresentKey): Promise<number> => {
    const at = now()
    const [row] = await sql<{ leftAt: number }[]>`
      update socket_presence set left_at = coalesce(left_at, ${at}) where via = ${via} returning left_at as "leftAt"`
    return row?.leftAt ?? at
  }
  const cancel = (key: PresentKey) =>
    void steps
      .run(key.via, async () => {
        await cancelWhatLeft(key, await departed(key))
        if (!here.has(key.via)) await forget(key.via)
      })
      .catch((error: unknown) => {
        log.error({ error, desk: key.desk, via: key.via }, 'Could not cancel the open orders of a key that disconnected; trying again')
        if (!here.has(key.via)) missing.set(key.via, key)
      })

  return {
    async arrived({ desk, user, via }) {
      here.add(via)
      missing.delete(via)
      if (written.has(via) && !steps.isBusy(via)) return
      await steps.run(via, async () => {
        await sql`
          insert into socket_presence (via, desk, app_user, since) values (${via}, ${desk}, ${user}, ${now()})
          on conflict (via) do update set left_at = null`
        written.add(via)
      })
    },
    turnedBack({ desk, user, via }) {
      here.delete(via)
      steps.run(via, async () => (here.has(via) ? undefined : forget(via))).catch(() => missing.set(via, { desk, user, via }))
    },
    left({ desk, user, via }) {
      here.delete(via)
      cancel({ desk, user, via })
    },
    sweep(at, isHere) {
      if (missing.size === 0 || at - startedAt < RETURN_WITHIN_MS) return
      for (const [via, key] of [...missing]) {
        missing.delete(via)
        // The key is back with sockets that do not cancel, so nothing is cancelled.
        if (isHere(via)) steps.run(via, () => forget(via)).catch(() => missing.set(via, key))
        else cancel(key)
      }
    },
    settled: () => steps.settled(),
  }
}
