/**
 * The division of shards or jobs over processes (decision 1028). Processes that want a share announce themselves in the database, and rendezvous hashing
 * divides the work over those that did so lately. An owner gives up what it should no longer own, and its lease is then free. The lease of an owner
 * that is silent is taken.
 */
import { sha256 } from '../engine/hash-chain.ts'
import type { Log } from '../log/log.ts'
import type { Leases } from './leases.ts'
import { clusterLimits as limits } from './limits.ts'

/** A shard or job that this process does. */
export type Owned = {
  /** It has noticed by itself that another process has taken it over. */
  readonly isLost: () => boolean
  /** Answers what has arrived, writes what was decided, and does no more. */
  close(): Promise<void>
}

type Dividing<Work extends { readonly name: string }> = {
  readonly leases: Leases
  /** The name of this process: the holder of its leases. */
  readonly member: string
  readonly works: readonly Work[]
  /** Takes the lease and begins. `isOurs` is false after a pause of this process, until it has read that the lease is still its own. */
  readonly open: (work: Work, isOurs: () => boolean) => Promise<Owned>
  /** Whether other processes can reach it. Otherwise nothing is taken, and after a while it leaves the work to those that can be reached. */
  readonly isReachable: () => boolean
  readonly log: Log
}

export type Ownership = {
  /** The shards or jobs that it does at the moment. */
  owned(): ReadonlySet<string>
  /** Gives up everything. */
  close(): Promise<void>
}

const endings = { LOST: 'Another process has taken over', GIVEN_UP: 'This process has given up' }

export async function divideWork<Work extends { readonly name: string }>(dividing: Dividing<Work>): Promise<Ownership> {
  const { leases, member, works, open, isReachable, log } = dividing
  const announcing = createSteadiness()
  const reach = createReach(isReachable)
  const owned = new Map<string, Owned>()
  const busy = new Map<string, Promise<void>>()
  const confirmedAt = new Map<string, number>()
  let isClosed = false
  const change = ({ name }: Work, act: () => Promise<void>): void => {
    if (busy.has(name)) return
    const done = act()
      .catch((error: unknown) => log.error({ error, work: name }, 'Could not take over or give up a share; trying again'))
      .finally(() => busy.delete(name))
    busy.set(name, done)
  }
  const take = async (work: Work): Promise<void> => {
    confirmedAt.set(work.name, performance.now())
    const isOurs = () => performance.now() - (confirmedAt.get(work.name) ?? -Infinity) < limits.memberSilentMs
    owned.set(work.name, await open(work, isOurs))
    log.info({ work: work.name }, 'This process has taken over')
  }
  const giveUp = async ({ name }: Work, one: Owned, reason: keyof typeof endings): Promise<void> => {
    await one.close()
    owned.delete(name)
    confirmedAt.delete(name)
    await leases.release(name, member)
    log.info({ work: name }, endings[reason])
  }
  const divide = async (): Promise<void> => {
    const before = new Map(owned)
    const readAt = performance.now()
    const { alive, wanting } = await leases.members()
    const holders = await leases.holders()
    if (isClosed) return
    const isSteady = announcing.isSteady()
    for (const work of works) {
      const one = owned.get(work.name)
      const others = wanting.filter((one) => one !== member)
      // The others see its wish a moment later. Without others it keeps what it has, because none of them could be reached either.
      const isOurs = ownerOf(work.name, isSteady && (others.length === 0 || !reach.isGone()) ? [...others, member] : wanting) === member
      const holder = holders.get(work.name) ?? ''
      if (one !== undefined && holder === member) confirmedAt.set(work.name, readAt)
      const isFree = holder === member || !alive.includes(holder)
      const isLost = one !== undefined && (one.isLost() || (before.get(work.name) === one && holder !== member))
      if (one !== undefined && (isLost || (isSteady && !isOurs))) change(work, () => giveUp(work, one, isLost ? 'LOST' : 'GIVEN_UP'))
      else if (one === undefined && isSteady && isOurs && isFree && isReachable()) change(work, () => take(work))
    }
  }
  const announce = async () => {
    await leases.announce(member, isClosed || !announcing.mayWant() || reach.isWeak() ? 'UNWANTED' : 'WANTED')
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
      // The others divide its share, and wait for each part until it is given up.
      await announce().catch(() => undefined)
      await Promise.all(busy.values())
      await Promise.all(works.flatMap((work) => (owned.has(work.name) ? [giveUp(work, owned.get(work.name)!, 'GIVEN_UP')] : [])))
      await stopAnnouncing()
      await leases.leave(member).catch(() => undefined)
    },
  }
}

/**
 * After a pause in which no process could announce itself, as while the database restarts, all processes look silent. So a process that has been silent
 * itself leaves the division as it is, until the others have had the time to announce themselves. Only then it wants a share, so that nothing is given up
 * for it that it does not take yet.
 */
function createSteadiness() {
  let announcedAt = performance.now()
  let steadyFrom = -Infinity
  const notice = (now: number) => {
    if (now - announcedAt >= limits.memberSilentMs) steadyFrom = now + limits.memberSilentMs
  }
  return {
    mayWant(): boolean {
      const now = performance.now()
      notice(now)
      return now >= steadyFrom
    },
    done(): void {
      const now = performance.now()
      notice(now)
      announcedAt = now
    },
    isSteady(): boolean {
      const now = performance.now()
      return now >= steadyFrom && now - announcedAt < limits.memberSilentMs
    },
  }
}

/**
 * A process that others cannot reach wants no share at first, and gives its share up later. In between it learns whether the others can be reached: while
 * the network itself is away, each process keeps its share.
 */
function createReach(isReachable: () => boolean) {
  let reachedAt = performance.now()
  const unreachedMs = (): number => {
    const now = performance.now()
    if (isReachable()) reachedAt = now
    return now - reachedAt
  }
  return {
    isWeak: () => unreachedMs() >= limits.memberSilentMs,
    isGone: () => unreachedMs() >= 2 * limits.memberSilentMs,
  }
}

/** Every process comes to the same result, and one that joins or leaves moves only the work that it must. */
export const ownerOf = (work: string, members: readonly string[]): string | undefined =>
  members.toSorted((one, other) => (sha256(`${work} ${one}`) < sha256(`${work} ${other}`) ? -1 : 1))[0]

/** One after another, however long each takes. Returns the function that ends it. */
function every(ms: number, work: () => PromiseLike<unknown>, log: Log): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let running: Promise<unknown> = Promise.resolve()
  const next = () => {
    running = Promise.resolve(work())
      .catch((error: unknown) => log.warn({ error }, 'Could not read how the work is divided; trying again'))
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
