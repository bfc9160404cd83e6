/** Whether other programs leave the processor to a run of tests. */
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 500

type Times = { readonly idle: number; readonly all: number }

function timesOf(cores: ReturnType<typeof cpus>): Times {
  const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0)
  return { idle: sum(cores.map(({ times }) => times.idle)), all: sum(cores.flatMap(({ times }) => Object.values(times))) }
}

/** True if at least half of the processor was idle between the two. The average load would also count a program that has just ended. */
export function wasQuiet(before: Times, after: Times): boolean {
  return after.idle - before.idle >= (after.all - before.all) / 2
}

/** Looks for half a second, before the run itself uses the processor. */
export async function isQuiet(): Promise<boolean> {
  const before = timesOf(cpus())
  await delay(LOOK_MS)
  return wasQuiet(before, timesOf(cpus()))
}
