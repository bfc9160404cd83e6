/**
 * The division of shards over processes (decision 1028). Processes that want shards announce themselves in the database, and rendezvous hashing
 * divides the shards over those that did so lately. An owner gives up what it should no longer own, and its lease is then free. The lease of an owner that is
 * silent is taken: its epoch ends the writes of the one before.
 */
import { sha256 } from '../engine/hash-chain.ts'
import type { Shard, ShardName } from '../engine/engine.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { clusterLimits as limits } from './limits.ts'

/** A shard that this process serves. */
export type OwnedShard = {
  /** Another process has taken it over. */
  readonly isLost: () => boolean
  /** Answers what has arrived, writes what was decided, and serves no more. */
  close(): Promise<void>
}

type Owning<Owned extends Shard> = {
  readonly sql: Sql
  /** The name of this process: the holder of its leases. */
  readonly member: string
  readonly shards: readonly Owned[]
  /** Takes the lease and serves. */
  readonly open: (shard: Owned) => Promise<OwnedShard>
  /** Whether commands would arrive. Without it no shard is taken. */
  readonly isReachable: () => boolean
  readonly log: Log
}

export type Ownership = {
  /** The shards that it serves at the moment. */
  owned(): ReadonlySet<ShardName>
  /** Gives up all shards. */
  close(): Promise<void>
}

export async function ownShards<Owned extends Shard>({ sql, member, shards, open, isReachable, log }: Owning<Owned>): Promise<Ownership> {
  const announcing = createSteadiness()
  const owned = new Map<ShardName, OwnedShard>()
  const busy = new Map<ShardName, Promise<void>>()
  let isClosed = false
  const change = (shard: Shard, work: () => Promise<void>): void => {
    if (busy.has(shard.name)) return
    const done = work()
      .catch((error: unknown) => log.error({ error, shard: shard.name }, 'Could not take over or give up a shard; trying again'))
      .finally(() => busy.delete(shard.name))
    busy.set(shard.name, done)
  }
  const take = async (shard: Owned): Promise<void> => {
    const one = await open(shard)
    owned.set(shard.name, one)
    log.info({ shard: shard.name }, 'This process serves the shard')
  }
  const giveUp = async ({ name }: Shard, one: OwnedShard): Promise<void> => {
    await one.close()
    owned.delete(name)
    await sql`update shard_lease set holder = '' where shard = ${name} and holder = ${member}`
    log.info({ shard: name }, one.isLost() ? 'Another process has taken over the shard' : 'This process has given up the shard')
  }
  const divide = async (): Promise<void> => {
    const { alive, wanting } = await membersOf(sql)
    const holders = await holdersOf(sql)
    if (isClosed) return
    const isSteady = announcing.isSteady()
    for (const shard of shards) {
      const one = owned.get(shard.name)
      const isOurs = ownerOf(shard.name, wanting) === member
      const holder = holders.get(shard.name) ?? ''
      const isFree = holder === member || !alive.includes(holder)
      if (one !== undefined && (one.isLost() || (isSteady && !isOurs))) change(shard, () => giveUp(shard, one))
      else if (one === undefined && isSteady && isOurs && isFree && isReachable()) change(shard, () => take(shard))
    }
  }
  const announce = async () => {
    await sql`
      insert into cluster_member (member, wants_shards) values (${member}, ${!isClosed})
      on conflict (member) do update set wants_shards = ${!isClosed}, seen_at = clock_timestamp()`
    announcing.done()
  }
  await announce()
  await divide()
  const stopAnnouncing = every(limits.announceMs, announce, log)
  const stopDividing = every(limits.divideMs, divide, log)
  return {
    owned: () => new Set(owned.keys()),
    async close() {
      isClosed = true
      await stopDividing()
      // The others divide its shards, and wait for each until it is given up.
      await announce().catch(() => undefined)
      await Promise.all(busy.values())
      await Promise.all(shards.flatMap((shard) => (owned.has(shard.name) ? [giveUp(shard, owned.get(shard.name)!)] : [])))
      await stopAnnouncing()
      await sql`delete from cluster_member where member = ${member}`.catch(() => undefined)
    },
  }
}

/**
 * After a pause in which no process could announce itself, as while the database restarts, all processes look silent. So a process that has been silent
 * itself leaves the division as it is, until the others have had the time to announce themselves.
 */
function createSteadiness() {
  let announcedAt = performance.now()
  let steadyFrom = -Infinity
  return {
    done(): void {
      const now = performance.now()
      if (now - announcedAt >= limits.memberSilentMs) steadyFrom = now + limits.memberSilentMs
      announcedAt = now
    },
    isSteady(): boolean {
      const now = performance.now()
      return now >= steadyFrom && now - announcedAt < limits.memberSilentMs
    },
  }
}

/** Every process comes to the same result, and one that joins or leaves moves only the shards that it must. */
export const ownerOf = (shard: ShardName, members: readonly string[]): string | undefined =>
  members.toSorted((one, other) => (sha256(`${shard} ${one}`) < sha256(`${shard} ${other}`) ? -1 : 1))[0]

type Members = { readonly alive: readonly string[]; readonly wanting: readonly string[] }

/** By the clock of the database. Those that ended long ago are removed. */
async function membersOf(sql: Sql): Promise<Members> {
  const rows = await sql<{ member: string; wants: boolean; isSilent: boolean }[]>`
    select member, wants_shards as wants, seen_at < clock_timestamp() - make_interval(secs => ${limits.memberSilentMs / 1_000}) as "isSilent" from cluster_member`
  const silent = rows.filter(({ isSilent }) => isSilent).map(({ member }) => member)
  if (silent.length > 0)
    await sql`delete from cluster_member where member = any(${silent}::text[]) and seen_at < clock_timestamp() - interval '1 minute'`
  const alive = rows.filter(({ isSilent }) => !isSilent)
  return { alive: alive.map(({ member }) => member), wanting: alive.flatMap(({ member, wants }) => (wants ? [member] : [])) }
}

async function holdersOf(sql: Sql): Promise<ReadonlyMap<ShardName, string>> {
  const rows = await sql<{ shard: ShardName; holder: string }[]>`select shard, holder from shard_lease`
  return new Map(rows.map(({ shard, holder }) => [shard, holder]))
}

/** One after another, however long each takes. Returns the function that ends it. */
function every(ms: number, work: () => PromiseLike<unknown>, log: Log): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let running: Promise<unknown> = Promise.resolve()
  const next = () => {
    running = Promise.resolve(work())
      .catch((error: unknown) => log.warn({ error }, 'Could not read which process owns which shard; trying again'))
      .then(() => {
        if (!isOver) timer = setTimeout(next, ms)
      })
  }
  timer = setTimeout(next, ms)
  return async () => {
    isOver = true
    clearTimeout(timer)
    await running
  }
}
