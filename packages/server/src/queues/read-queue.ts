/**
 * Reads take turns: the desks one after another, and one read for each turn of the event loop, so that commands and their answers never wait for
 * more than one read at a time. A command has several steps, each of which could meet another read, so reads begin less often while one is under way
 * (docs/decisions/0994).
 */
export type ReadQueue = {
  /** Makes the read when its turn comes. Undefined if it has waited for too long and was not made. `weight` is the number of calls that it counts as. */
  run<Value>(read: { readonly desk: string; readonly weight: number }, make: () => Promise<Value>): Promise<Value | undefined>
  /** Carries out a command. Until it has ended, the thread is free of reads for most of the time. */
  command<Value>(carryOut: () => Promise<Value>): Promise<Value>
}

/** A read that has waited for longer is not made. */
export const READ_WAITS_MS = 5_000
/** The reads of one desk that are under way. Each of them can come back from the database at the same moment. */
export const READS_AT_ONCE = 4
/** The same while a command is under way: its steps meet one of them at most. */
export const READS_NEXT_TO_COMMANDS = 1
const READS_WAITING = 1_000
/**
 * The least time from one read to the next, for each call that the first one counts as, while a command is under way. A page of 100 rows takes about
 * 1 ms. Reads that keep the thread busy for longer are followed by a pause of `PAUSE_TIMES` that time.
 */
export const HELD_MS = 3
export const PAUSE_TIMES = 2
/** A read that waits for a venue shares the thread with others, so not all of that time is its own. */
const PAUSE_MOST_MS = 30

type Waiting = { readonly since: number; readonly weight: number; readonly start: (isInTime: boolean) => void }

type Thread = {
  readonly atNextTurn: (work: () => void) => void
  /** Returns how to cancel it. */
  readonly after: (work: () => void, ms: number) => () => void
  /** How long this thread has been busy since its start. */
  readonly busyMs: () => number
}
const thisThread: Thread = {
  atNextTurn: setImmediate,
  busyMs: () => performance.eventLoopUtilization().active,
  after: (work, ms) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** `now` is a clock that is never set, in milliseconds. */
export function createReadQueue(now: () => number, { atNextTurn, after, busyMs }: Thread = thisThread): ReadQueue {
  /** The desk whose turn is next comes first. Desks without a waiting read are left out. */
  const waiting = new Map<string, Waiting[]>()
  const underWay = createCounts()
  const hold = createHold(now)
  let isTurnTaken = false
  let stopHolding: (() => void) | undefined

  const mayBegin = (desk: string): boolean => underWay.of(desk) < (hold.commands() > 0 ? READS_NEXT_TO_COMMANDS : READS_AT_ONCE)
  const begin = (desk: string, weight: number): void => {
    underWay.add(desk)
    hold.atLeast(weight * HELD_MS)
    isTurnTaken = true
    atNextTurn(giveTurn)
  }
  const end = (desk: string, busyForMs: number): void => {
    underWay.remove(desk)
    hold.atLeast(Math.min(PAUSE_TIMES * busyForMs, PAUSE_MOST_MS))
    if (!isTurnTaken) giveTurn()
  }
  const giveTurn = (): void => {
    stopHolding?.()
    stopHolding = hold.leftMs() > 0 && waiting.size > 0 ? after(giveTurn, hold.leftMs()) : undefined
    isTurnTaken = stopHolding !== undefined
    if (isTurnTaken) return
    for (const [desk, reads] of [...waiting]) {
      while (reads.length > 0 && now() - reads[0]!.since > READ_WAITS_MS) reads.shift()!.start(false)
      const next = mayBegin(desk) ? reads.shift() : undefined
      if (reads.length === 0) waiting.delete(desk)
      if (next === undefined) continue
      // The other desks come before its next read.
      if (waiting.delete(desk)) waiting.set(desk, reads)
      begin(desk, next.weight)
      next.start(true)
      return
    }
  }
  const turnOf = (desk: string, weight: number): Promise<boolean> => {
    if (!isTurnTaken && hold.leftMs() === 0 && !waiting.has(desk) && mayBegin(desk)) {
      begin(desk, weight)
      return Promise.resolve(true)
    }
    const reads = waiting.get(desk) ?? []
    if (reads.length >= READS_WAITING) return Promise.resolve(false)
    return new Promise((start) => {
      reads.push({ since: now(), weight, start })
      waiting.set(desk, reads)
      if (!isTurnTaken) giveTurn()
    })
  }
  return {
    async run({ desk, weight }, make) {
      if (!(await turnOf(desk, weight))) return undefined
      const busyBefore = busyMs()
      try {
        return await make()
      } finally {
        // The answer is written in this turn, and is a part of the read.
        atNextTurn(() => end(desk, busyMs() - busyBefore))
      }
    },
    command: (carryOut) =>
      hold.during(carryOut, () => {
        if (stopHolding !== undefined || !isTurnTaken) giveTurn()
      }),
  }
}

/** While commands are under way, no read begins for some time after the last one. */
function createHold(now: () => number) {
  let commands = 0
  let until = 0
  return {
    commands: (): number => commands,
    /** Carries out a command. `onLast` is called if it was the last one under way. */
    async during<Value>(carryOut: () => Promise<Value>, onLast: () => void): Promise<Value> {
      commands += 1
      try {
        return await carryOut()
      } finally {
        commands -= 1
        if (commands === 0) onLast()
      }
    },
    atLeast: (ms: number): void => void (until = Math.max(until, now() + ms)),
    leftMs: (): number => (commands === 0 ? 0 : Math.max(0, Math.ceil(until - now()))),
  }
}

function createCounts() {
  const counts = new Map<string, number>()
  const of = (name: string): number => counts.get(name) ?? 0
  return {
    of,
    add: (name: string): void => void counts.set(name, of(name) + 1),
    remove: (name: string): void => void (of(name) === 1 ? counts.delete(name) : counts.set(name, of(name) - 1)),
  }
}
