/** The measurement of commands. */
import { isRefusal } from '@parley/core'
import { unmeasured, type CommandOutcome, type Meter } from '../metrics/meter.ts'
import type { ShardName } from './engine.ts'

/** Measures each command, and counts those that are not answered yet. The caller gets the answer itself, so that measuring never delays it. */
export function createObserver(meter: Meter) {
  const waiting = new Map<ShardName, number>()
  return {
    waiting,
    observe<Answer extends object>(answer: Promise<Answer>, shard: ShardName): Promise<Answer> {
      if (meter === unmeasured) return answer
      const began = performance.now()
      waiting.set(shard, (waiting.get(shard) ?? 0) + 1)
      const ended = (outcome: CommandOutcome) => {
        waiting.set(shard, waiting.get(shard)! - 1)
        meter.commanded(shard, outcome, (performance.now() - began) / 1_000)
      }
      answer.then(
        (decided) => ended(isRefusal(decided) ? 'refused' : 'decided'),
        () => ended('unavailable'),
      )
      return answer
    },
  }
}
