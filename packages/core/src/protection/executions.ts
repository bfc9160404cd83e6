/** The executions of a desk's quotes, kept for as long as the window of a limit can reach (rulebook 11.2). */
import type { Instant } from '../ids.ts'
import { MAX_WINDOW_MS } from './limits.ts'
import type { Execution, Executions } from './protection.ts'

/** Removing the front of a list is cheap only for many entries at once. */
const FORGOTTEN_TOGETHER = 256

export const executionsOf = (remembered: readonly Execution[]): Executions => ({ all: [...remembered], first: 0 })

export const remembered = ({ all, first }: Executions): readonly Execution[] => all.slice(first)

/** Adds the newest execution and removes those older than the longest window. The others stay, because a limit set later counts them too. */
export function addExecution(executions: Executions, newest: Execution): void {
  const { all } = executions
  const forgottenAt = newest.at - MAX_WINDOW_MS
  while (executions.first < all.length && all[executions.first]!.at <= forgottenAt) executions.first++
  if (executions.first >= FORGOTTEN_TOGETHER && 2 * executions.first >= all.length) {
    all.splice(0, executions.first)
    executions.first = 0
  }
  all.push(newest)
}

/** Visits the executions after `since`, newest first. */
export function eachSince({ all, first }: Executions, since: Instant, visit: (execution: Execution) => void): void {
  for (let at = all.length - 1; at >= first && all[at]!.at > since; at--) visit(all[at]!)
}

/** Marks executions that a reset has covered, so that they do not trigger the same limit again. They still count for other limits and labels. */
export function lookAt({ all, first }: Executions, limit: string, wasFrozen: (execution: Execution) => boolean): void {
  for (let at = first; at < all.length; at++) {
    const execution = all[at]!
    if (wasFrozen(execution) && execution.lookedAt?.includes(limit) !== true)
      all[at] = { ...execution, lookedAt: [...(execution.lookedAt ?? []), limit] }
  }
}
