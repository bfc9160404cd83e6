/** The rows by which processes divide work (decision 1028): which of them are there, and which holds the lease of what. */
import type { Sql } from '../database/sql.ts'
import { clusterLimits as limits } from './limits.ts'

export type Members = {
  readonly alive: readonly string[]
  /** Those of them that want a share. */
  readonly wanting: readonly string[]
}

export type Leases = {
  /** Without a share, others are given what it has. */
  announce(member: string, share: 'WANTED' | 'UNWANTED'): Promise<void>
  leave(member: string): Promise<void>
  members(): Promise<Members>
  /** The holder of each lease; '' if it is free. */
  holders(): Promise<ReadonlyMap<string, string>>
  release(name: string, member: string): Promise<void>
}

/** Shards are taken by their journal, with the next epoch. */
export function shardLeases(sql: Sql): Leases {
  return {
    async announce(member, share) {
      const wants = share === 'WANTED'
      await sql`
        insert into cluster_member (member, wants_shards) values (${member}, ${wants})
        on conflict (member) do update set wants_shards = ${wants}, seen_at = clock_timestamp()`
    },
    ...membersIn(sql),
    async holders() {
      const rows = await sql<{ name: string; holder: string }[]>`select shard as name, holder from shard_lease`
      return new Map(rows.map(({ name, holder }) => [name, holder]))
    },
    async release(name, member) {
      await sql`update shard_lease set holder = '' where shard = ${name} and holder = ${member}`
    },
  }
}

export type JobLeases = Leases & {
  /** Returns the epoch of the lease. */
  take(job: string, member: string): Promise<number>
}

export function jobLeases(sql: Sql): JobLeases {
  return {
    async announce(member, share) {
      const wants = share === 'WANTED'
      await sql`
        insert into cluster_member (member, wants_shards, wants_jobs) values (${member}, false, ${wants})
        on conflict (member) do update set wants_jobs = ${wants}, seen_at = clock_timestamp()`
    },
    ...membersIn(sql, 'JOBS'),
    async holders() {
      const rows = await sql<{ name: string; holder: string }[]>`select job as name, holder from job_lease`
      return new Map(rows.map(({ name, holder }) => [name, holder]))
    },
    async release(name, member) {
      await sql`update job_lease set holder = '' where job = ${name} and holder = ${member}`
    },
    async take(job, member) {
      const [lease] = await sql<{ epoch: number }[]>`
        insert into job_lease (job, holder) values (${job}, ${member})
        on conflict (job) do update set epoch = job_lease.epoch + 1, holder = ${member}, taken_at = now() returning epoch`
      return lease!.epoch
    },
  }
}

/** By the clock of the database. Those that ended long ago are removed. */
function membersIn(sql: Sql, work: 'SHARDS' | 'JOBS' = 'SHARDS'): Pick<Leases, 'members' | 'leave'> {
  return {
    async members() {
      const rows = await sql<{ member: string; shards: boolean; jobs: boolean; isSilent: boolean }[]>`
        select member, wants_shards as shards, wants_jobs as jobs,
          seen_at < clock_timestamp() - make_interval(secs => ${limits.memberSilentMs / 1_000}) as "isSilent"
        from cluster_member`
      const silent = rows.filter(({ isSilent }) => isSilent).map(({ member }) => member)
      if (silent.length > 0)
        await sql`delete from cluster_member where member = any(${silent}::text[]) and seen_at < clock_timestamp() - interval '1 minute'`
      const alive = rows.filter(({ isSilent }) => !isSilent)
      const wanting = alive.filter(({ shards, jobs }) => (work === 'SHARDS' ? shards : jobs))
      return { alive: alive.map(({ member }) => member), wanting: wanting.map(({ member }) => member) }
    },
    async leave(member) {
      await sql`delete from cluster_member where member = ${member}`
    },
  }
}
