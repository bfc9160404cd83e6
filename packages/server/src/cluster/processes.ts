/** The processes of an installation, as each announces itself for the operator console. Nothing is decided by it: owners hold leases (decision 1028). */
import { randomUUID } from 'node:crypto'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'

const ANNOUNCED_EVERY_MS = 5_000
/** A process that has not announced itself for longer is shown as silent, and later not at all. */
const SILENT_MS = 15_000
const FORGOTTEN_MS = 600_000

export type ProcessRole = 'ALL' | 'GATEWAY' | 'SHARDS' | 'WORKERS'

type Announced = {
  readonly sql: Sql
  readonly log: Log
  readonly role: ProcessRole
  /** The address on which it listens. */
  readonly url: string
  readonly version: string
  /** The name under which it holds leases. A process that does everything holds all of them, under several names. */
  readonly holder?: string | undefined
}

/** Returns the function that ends it. A process that ends in another way is shown as silent. */
export async function announceProcess({ sql, log, role, url, version, holder = '' }: Announced): Promise<() => Promise<void>> {
  const process = randomUUID()
  const announce = async () => {
    await sql`
      insert into cluster_process (process, role, url, version, holder) values (${process}, ${role}, ${url}, ${version}, ${holder})
      on conflict (process) do update set seen_at = clock_timestamp()`
    await sql`delete from cluster_process where seen_at < clock_timestamp() - make_interval(secs => ${FORGOTTEN_MS / 1_000})`
  }
  let running: Promise<unknown> = announce()
  await running
  const timer = setInterval(() => {
    running = running.then(announce).catch((error: unknown) => log.warn({ error }, 'The process could not be announced; trying again'))
  }, ANNOUNCED_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
    await sql`delete from cluster_process where process = ${process}`.then(
      () => undefined,
      (error: unknown) => log.warn({ error }, 'The process stays announced until it is forgotten'),
    )
  }
}

export type AnnouncedProcess = {
  readonly id: string
  readonly role: ProcessRole
  readonly url: string
  readonly version: string
  /** In milliseconds, by the clock of the database. */
  readonly startedAt: number
  readonly seenAt: number
  readonly isSilent: boolean
  readonly shards: readonly string[]
  readonly jobs: readonly string[]
}

/** Gateways first, then owners of shards, then workers, each in the sequence in which they started. */
export const announcedProcesses = (sql: Sql): PromiseLike<readonly AnnouncedProcess[]> => sql<AnnouncedProcess[]>`
  select process as id, role, url, version, (extract(epoch from started_at) * 1000)::bigint as "startedAt",
    (extract(epoch from seen_at) * 1000)::bigint as "seenAt",
    seen_at < clock_timestamp() - make_interval(secs => ${SILENT_MS / 1_000}) as "isSilent",
    array(select shard from shard_lease where shard_lease.holder <> '' and (role = 'ALL' or shard_lease.holder = one.holder) order by shard) as shards,
    array(select job from job_lease where job_lease.holder <> '' and job_lease.holder = one.holder order by job) as jobs
  from cluster_process one order by array_position(array['ALL', 'GATEWAY', 'SHARDS', 'WORKERS'], role), started_at, process`
