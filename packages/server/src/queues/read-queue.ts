/**
 * Reads take turns: the desks one after another, and one read for each turn of the event loop, so that commands and their answers never wait for
 * more than one read at a time (docs/decisions/0994).
 */
export type ReadQueue = {
  /** Makes the read when its turn comes. Undefined if it has waited for too long and was not made. */
  run<Value>(desk: string, read: () => Promise<Value>): Promise<Value | undefined>
}

/** A read that has waited for longer is not made. */
export const READ_WAITS_MS = 5_000
/** The reads of one desk that are under way. Each of them can come back from the database at the same moment. */
export const READS_AT_ONCE = 4
const READS_WAITING = 1_000

type Waiting = { readonly since: number; readonly start: (isInTime: boolean) => void }

/** `now` is a clock that is never set, in milliseconds. `atNextTurn` runs work in the next turn of the event loop. */
export function createReadQueue(now: () => number, atNextTurn: (work: () => void) => void = setImmediate): ReadQueue {
  /** The desk whose turn is next comes first. Desks without a waiting read are left out. */
  const waiting = new Map<string, Waiting[]>()
  const underWay = new Map<string, number>()
  let isTurnTaken = false

  const underWayOf = (desk: string): number => underWay.get(desk) ?? 0
  const begin = (desk: string): void => {
    underWay.set(desk, underWayOf(desk) + 1)
    isTurnTaken = true
    atNextTurn(giveTurn)
  }
  const end = (desk: string): void => {
    if (underWayOf(desk) === 1) underWay.delete(desk)
    else underWay.set(desk, underWayOf(desk) - 1)
    if (!isTurnTaken) giveTurn()
  }
  const giveTurn = (): void => {
    isTurnTaken = false
    for (const [desk, reads] of [...waiting]) {
      while (reads.length > 0 && now() - reads[0]!.since > READ_WAITS_MS) reads.shift()!.start(false)
      const next = underWayOf(desk) < READS_AT_ONCE ? reads.shift() : undefined
      if (reads.length === 0) waiting.delete(desk)
      if (next === undefined) continue
      // The other desks come before its next read.
      if (waiting.delete(desk)) waiting.set(desk, reads)
      begin(desk)
      next.start(true)
      return
    }
  }
  const turnOf = (desk: string): Promise<boolean> => {
    if (!isTurnTaken && !waiting.has(desk) && underWayOf(desk) < READS_AT_ONCE) {
      begin(desk)
      return Promise.resolve(true)
    }
    const reads = waiting.get(desk) ?? []
    if (reads.length >= READS_WAITING) return Promise.resolve(false)
    return new Promise((start) => {
      reads.push({ since: now(), start })
      waiting.set(desk, reads)
    })
  }
  return {
    async run(desk, read) {
      if (!(await turnOf(desk))) return undefined
      try {
        return await read()
      } finally {
        end(desk)
      }
    },
  }
}
