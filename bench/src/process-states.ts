/** Samples, from a separate process, the kernel's state of the server's thread, the senders and the database backends. Linux only. */
import { readFileSync } from 'node:fs'
import { answer, messagesHere } from './child.ts'
import { epochNow, type Interval } from './wait-intervals.ts'

export type Watched = { readonly server: number; readonly senders: number; readonly backends: readonly number[] }
export type States = {
  readonly disk: readonly Interval[]
  readonly starved: readonly Interval[]
  readonly sendersStarved: readonly Interval[]
  readonly working: readonly Interval[]
}

const EVERY_MS = 3
/** Less than this is the ordinary cost of switching processes. */
const LEAST_DELAY_MS = 0.5

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

/** The letter after the name in brackets: R is running, S sleeping, D waiting for a device. */
const stateOf = (pid: number): string | undefined => read(`/proc/${pid}/stat`)?.replace(/^.*\) /s, '')[0]
/** Nanoseconds for which the thread was runnable without getting a core. */
const delayOf = (pid: number): number => Number(read(`/proc/${pid}/task/${pid}/schedstat`)?.split(' ')[1] ?? 0)

let timer: NodeJS.Timeout | undefined
const disk: Interval[] = []
const starved: Interval[] = []
const sendersStarved: Interval[] = []
const working: Interval[] = []

function watch({ server, senders, backends }: Watched): void {
  const delays = new Map<number, number>()
  const delayed = (pid: number): number => {
    const now = delayOf(pid)
    const before = delays.get(pid) ?? now
    delays.set(pid, now)
    return (now - before) / 1e6
  }
  let last = epochNow()
  timer = setInterval(() => {
    const now = epochNow()
    const states = backends.map(stateOf)
    if (states.includes('D')) disk.push({ from: last, to: now })
    if (states.includes('R')) working.push({ from: last, to: now })
    const wait = Math.max(...[server, ...backends].map(delayed))
    if (wait > LEAST_DELAY_MS) starved.push({ from: now - Math.min(wait, now - last), to: now })
    const senderWait = delayed(senders)
    if (senderWait > LEAST_DELAY_MS) sendersStarved.push({ from: now - Math.min(senderWait, now - last), to: now })
    last = now
  }, EVERY_MS)
}

const messages = messagesHere()
watch(await messages.next<Watched>())
await messages.next()
clearInterval(timer)
answer({ disk, starved, sendersStarved, working } satisfies States)
