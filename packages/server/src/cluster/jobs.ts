/** Jobs that one process of an installation does at a time: always here, at another process, or shared by workers under leases (decision 1037). */
import type { Sql } from '../database/sql.ts'
import { newHolder } from '../engine/postgres-journal.ts'
import type { Log } from '../log/log.ts'
import { divideWork, type Ownership } from './divide-work.ts'
import { jobLeases } from './leases.ts'

export type JobName =
  | 'account_checks'
  | 'auctions'
  | 'booking_emails'
  | 'journal_checks'
  | 'leaderboard'
  | 'listing'
  | 'mail'
  | 'mark_history'
  | 'operator_requests'
  | 'perpetuals'
  | 'reconciliation'
  | 'settlement'

type Running = { close(): Promise<unknown> | void }

export type Job<One> = {
  /** Undefined while another process does it. */
  current(): One | undefined
  close(): Promise<void>
}

export type Jobs = {
  /**
   * `start` is called whenever this process begins to do the job. In a process that does every job, this resolves when it has begun. After a pause of
   * the process, `isOurs` is false until it is known that no other one has begun it.
   */
  run<One extends Running>(name: JobName, start: (isOurs: () => boolean) => One | Promise<One>): Promise<Job<One>>
}

/** In a process that does everything. */
export const jobsHere: Jobs = {
  async run(_, start) {
    const one = await start(() => true)
    return { current: () => one, close: async () => void (await one.close()) }
  },
}

/** In a process next to the workers. */
export const jobsElsewhere: Jobs = {
  run: () => Promise.resolve({ current: () => undefined, close: () => Promise.resolve() }),
}

type Leased = { readonly name: JobName; open(isOurs: () => boolean): Promise<Running>; close(): Promise<void> }

export type LeasedJobs = Jobs & {
  names(): readonly JobName[]
  /** The name under which this process holds leases. */
  readonly holder: string
  /** Takes its share of the jobs. All of them have been named. */
  begin(): Promise<Ownership>
}

type LeasingParts = {
  readonly sql: Sql
  readonly log: Log
  /** Whether the other processes can be reached. */
  readonly isReachable: () => boolean
}

/**
 * A frozen process that returns notices within a moment that its job has moved. Until then it repeats work, which every job survives: its
 * writes name the row that they replace, and a venue executes a block once.
 */
export function leasedJobs({ sql, log, isReachable }: LeasingParts): LeasedJobs {
  const works: Leased[] = []
  const leases = jobLeases(sql)
  const member = newHolder()
  return {
    async run<One extends Running>(name: JobName, start: (isOurs: () => boolean) => One | Promise<One>): Promise<Job<One>> {
      let one: One | undefined
      const close = async () => {
        const ended = one
        one = undefined
        await ended?.close()
      }
      works.push({ name, open: async (isOurs) => (one = await start(isOurs)), close })
      return { current: () => one, close }
    },
    names: () => works.map(({ name }) => name),
    holder: member,
    begin: () =>
      divideWork({
        leases,
        member,
        works,
        async open({ name, open, close }, isOurs) {
          await leases.take(name, member)
          await open(isOurs)
          return { isLost: () => false, close }
        },
        isReachable,
        log,
      }),
  }
}
