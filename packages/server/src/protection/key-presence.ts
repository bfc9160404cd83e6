/**
 * The API keys that have open sockets with cancel-on-disconnect. Each is stored before its socket opens, so that the next server notices a key that
 * disconnected while no server was running (docs/decisions/0131).
 */
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
  /** The rows of these keys were of a gateway that has died. They have as long to return as after a restart. */
  adopt(keys: readonly PresentKey[]): void
  /** Resolves when current work is done. */
  settled(): Promise<void>
}

type KeyPresenceParts = {
  readonly sql: Sql
  /** May be repeated for the same disconnection. */
  readonly cancelWhatLeft: (gone: PresentKey, leftAt: number) => Promise<void>
  readonly now: () => number
  readonly log: Log
  /** The name of this process among several that keep the presence of keys. Alone, a process needs none. */
  readonly gateway?: string | undefined
}

type Missing = PresentKey & { readonly since: number }

export async function openKeyPresence({ sql, cancelWhatLeft, now, log, gateway = '' }: KeyPresenceParts): Promise<KeyPresence> {
  if (gateway === '') await takeLeftBehind(sql)
  const rows = await sql<PresentKey[]>`select via, desk, app_user as user from socket_presence where gateway = ${gateway}`
  /** Keys that were connected before and have not returned yet. */
  const missing = new Map<string, Missing>(rows.map((row) => [row.via, { ...row, since: now() }]))
  const here = new Set<string>()
  const written = new Set<string>(missing.keys())
  /** One step after another for each key: a key that returns while its orders are being cancelled is admitted afterwards. */
  const steps = createKeyedSerialQueue<string>()
  const forget = async (via: string) => {
    await sql`delete from socket_presence where via = ${via} and gateway = ${gateway}`
    written.delete(via)
  }
  const cancel = (key: PresentKey) =>
    void steps
      .run(key.via, async () => {
        const leftAt = await storeDeparture(sql, { via: key.via, gateway, at: now() })
        if (leftAt === undefined) written.delete(key.via)
        else await cancelWhatLeft(key, leftAt)
        if (!here.has(key.via)) await forget(key.via)
      })
      .catch((error: unknown) => {
        log.error({ error, desk: key.desk, via: key.via }, 'Could not cancel the open orders of a key that disconnected; trying again')
        if (!here.has(key.via)) missing.set(key.via, tryAgain(key))
      })
  const tryAgain = (key: PresentKey): Missing => ({ ...key, since: now() - RETURN_WITHIN_MS })

  return {
    async arrived({ desk, user, via }) {
      here.add(via)
      missing.delete(via)
      if (written.has(via) && !steps.isBusy(via)) return
      await steps.run(via, async () => {
        await sql`
          insert into socket_presence (via, gateway, desk, app_user, since) values (${via}, ${gateway}, ${desk}, ${user}, ${now()})
          on conflict (via, gateway) do update set left_at = null`
        written.add(via)
      })
    },
    turnedBack({ desk, user, via }) {
      here.delete(via)
      steps.run(via, async () => (here.has(via) ? undefined : forget(via))).catch(() => missing.set(via, tryAgain({ desk, user, via })))
    },
    left({ desk, user, via }) {
      here.delete(via)
      cancel({ desk, user, via })
    },
    sweep(at, isHere) {
      for (const [via, key] of [...missing]) {
        if (at - key.since < RETURN_WITHIN_MS) continue
        missing.delete(via)
        // The key is back with sockets that do not cancel, so nothing is cancelled.
        if (isHere(via)) steps.run(via, () => forget(via)).catch(() => missing.set(via, key))
        else cancel(key)
      }
    },
    adopt(keys) {
      for (const key of keys) {
        written.add(key.via)
        if (!here.has(key.via)) missing.set(key.via, { ...key, since: now() })
      }
    },
    settled: () => steps.settled(),
  }
}

/** A process that is alone takes over the keys that were connected to several gateways. */
const takeLeftBehind = (sql: Sql) => sql`
  with left_behind as (delete from socket_presence where gateway <> '' returning *)
  insert into socket_presence (via, desk, app_user, since, left_at)
  select distinct on (via) via, desk, app_user, since, left_at from left_behind on conflict (via, gateway) do nothing`

type Departure = { readonly via: string; readonly gateway: string; readonly at: number }

/** The time of the disconnection, stored before anything is cancelled. Undefined while the key is connected to another gateway. */
const storeDeparture = (sql: Sql, { via, gateway, at }: Departure): Promise<number | undefined> =>
  sql.begin(async (tx) => {
    // If a key leaves two gateways at once, the second of them finds that the first has no row of it any more.
    const known = await tx<{ gateway: string; leftAt: number | null }[]>`
      select gateway, left_at as "leftAt" from socket_presence where via = ${via} order by gateway for update`
    if (known.some((row) => row.gateway !== gateway && row.leftAt === null)) {
      await tx`delete from socket_presence where via = ${via} and gateway = ${gateway}`
      return undefined
    }
    const leftAt = known.find((row) => row.gateway === gateway)?.leftAt ?? at
    await tx`update socket_presence set left_at = ${leftAt} where via = ${via} and gateway = ${gateway}`
    return leftAt
  })
