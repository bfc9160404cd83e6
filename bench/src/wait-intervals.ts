/** Attributes the waiting time of a quote in transit to the parts of the machine, from the intervals in which each of them was stalled. */
import { performance, PerformanceObserver } from 'node:perf_hooks'

/** Milliseconds since 1970, so that processes can be compared. */
export type Interval = { readonly from: number; readonly to: number }

/** In order of precedence: each moment counts towards the first kind that covers it. */
export const kinds = [
  'disk (a backend in an uninterruptible sleep)',
  'garbage collection of the server',
  'another process on the core of server or database',
  'own code (the server at work on something else)',
  'the database at work',
  'the measuring process itself',
] as const
export type Kind = (typeof kinds)[number]
export type Waits = Readonly<Partial<Record<Kind, readonly Interval[]>>>
export const NOTHING_SEEN = 'nothing that was seen'

export const epochNow = (): number => performance.timeOrigin + performance.now()

const TICK_MS = 1

/** Garbage collections of this thread, and intervals in which its event loop was blocked. */
export function watchThread(): () => { readonly collected: readonly Interval[]; readonly busy: readonly Interval[] } {
  const collected: Interval[] = []
  const busy: Interval[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const from = performance.timeOrigin + startTime
      collected.push({ from, to: from + duration })
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  let last = epochNow()
  const timer = setInterval(() => {
    const now = epochNow()
    if (now - last > 2 * TICK_MS) busy.push({ from: last + TICK_MS, to: now })
    last = now
  }, TICK_MS)
  return () => {
    clearInterval(timer)
    observer.disconnect()
    return { collected, busy }
  }
}

const STEP_MS = 0.25

/** The fraction of the waiting time, from 0 to 1, for each kind. */
export function shareOut(waiting: readonly Interval[], waits: Waits): ReadonlyMap<Kind | typeof NOTHING_SEEN, number> {
  const sorted = kinds.map((kind) => ({ kind, list: merged(waits[kind] ?? []) }))
  const steps = new Map<Kind | typeof NOTHING_SEEN, number>([...kinds, NOTHING_SEEN].map((kind) => [kind as Kind | typeof NOTHING_SEEN, 0]))
  let all = 0
  for (const { from, to } of waiting)
    for (let at = from + STEP_MS / 2; at < to; at += STEP_MS) {
      const kind = sorted.find(({ list }) => covers(list, at))?.kind ?? NOTHING_SEEN
      steps.set(kind, steps.get(kind)! + 1)
      all += 1
    }
  return new Map([...steps].map(([kind, count]) => [kind, all === 0 ? 0 : count / all]))
}

/** In order and without overlaps. */
function merged(intervals: readonly Interval[]): readonly Interval[] {
  const out: { from: number; to: number }[] = []
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else out.push({ from, to })
  }
  return out
}

function covers(list: readonly Interval[], at: number): boolean {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]!.to > at) high = middle
    else low = middle + 1
  }
  return low < list.length && list[low]!.from <= at
}
