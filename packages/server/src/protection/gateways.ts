/**
 * The gateways of an installation of many processes: each announces itself, and takes over the keys of one that is silent, so that their orders are
 * cancelled although their gateway has died (decision 1028).
 */
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { KeyPresence, PresentKey } from './key-presence.ts'

const ANNOUNCED_EVERY_MS = 500
const SILENT_MS = 3_000

type Gateways = {
  readonly sql: Sql
  readonly gateway: string
  readonly keys: Pick<KeyPresence, 'adopt'>
  readonly log: Log
}

/** Returns the function that ends it. */
export async function followGateways({ sql, gateway, keys, log }: Gateways): Promise<() => Promise<void>> {
  const announce = () => sql`
    insert into cluster_gateway (gateway) values (${gateway}) on conflict (gateway) do update set seen_at = clock_timestamp()`
  /** A row that two of them want is taken by one. A key with sockets at both has a row of each. */
  const takeOver = async (): Promise<void> => {
    const taken = await sql<PresentKey[]>`
      with silent as (
        select distinct presence.gateway from socket_presence presence left join cluster_gateway alive using (gateway)
        where coalesce(alive.seen_at < clock_timestamp() - make_interval(secs => ${SILENT_MS / 1_000}), true)
      ), left_behind as (
        delete from socket_presence where gateway in (select gateway from silent) and gateway <> ${gateway} returning *
      )
      insert into socket_presence (via, gateway, desk, app_user, since, left_at)
      select distinct on (via) via, ${gateway}, desk, app_user, since, left_at from left_behind
      on conflict (via, gateway) do nothing
      returning via, desk, app_user as user`
    keys.adopt(taken)
  }
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let running: Promise<unknown> = Promise.resolve()
  const next = () => {
    running = announce()
      .then(takeOver)
      .catch((error: unknown) => log.warn({ error }, 'Could not read which gateways are alive; trying again'))
      .then(() => {
        if (!isOver) timer = setTimeout(next, ANNOUNCED_EVERY_MS)
      })
  }
  await announce()
  next()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await running
  }
}
