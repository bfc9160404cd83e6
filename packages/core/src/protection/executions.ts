/** What a desk's resting orders have traded, as long as a limit may ask for it (rulebook 11.2). */
import type { Instant } from '../ids.ts'
import { MAX_WINDOW_MS } from './limits.ts'
import type { Execution } from './protection.ts'

export type Executions = {
  /** The oldest first. */
  readonly all: Execution[]
  /** The place of the oldest that is still remembered; what stands before it is forgotten, and no question reaches it. */
  first: number
}

/** A list gives up its first entries cheaply only many at once. */
const FORGOTTEN_TOGETHER = 256

export const executionsOf = (remembered: readonly Execution[]): Executions => ({ all: [...remembered], first: 0 })

export const remembered = ({ all, first }: Executions): readonly Execution[] => all.slice(first)

/** Adds the newest; what is older than any window may be is forgotten: a limit that is set now counts what was before, too. */
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

/** Visits those after `since`, the newest first. */
export function eachSince({ all, first }: Executions, since: Instant, visit: (execution: Execution) => void): void {
  for (let at = all.length - 1; at >= first && all[at]!.at > since; at--) visit(all[at]!)
}

/** A frozen execution has been looked at, and does not trigger its limit again; to every other limit, and label, it counts as before. */
export function lookAt({ all, first }: Executions, limit: string, wasFrozen: (execution: Execution) => boolean): void {
  for (let at = first; at < all.length; at++) {
    const execution = all[at]!
    if (wasFrozen(execution) && execution.lookedAt?.includes(limit) !== true)
      all[at] = { ...execution, lookedAt: [...(execution.lookedAt ?? []), limit] }
  }
}
