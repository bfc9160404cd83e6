/** Mishaps of a chain, which happen by themselves. Drawn from the seed, so that a failing run can be run again. */
import { createRandom } from '../exchange/random.ts'

/**
 * REVERT: a transaction runs out of gas. REPLACE: another transaction of its sender takes its number. REORGANISE: the newest block is taken back,
 * and what stood in it is mined again in another.
 */
export type Mishap = 'REVERT' | 'REPLACE' | 'REORGANISE'

export interface Mishaps {
  /** The next time that it could happen. */
  order(mishap: Mishap): void
  draw(mishap: Mishap): boolean
}

export function createMishaps(seed: number, probabilities: Readonly<Partial<Record<Mishap, number>>>): Mishaps {
  const random = createRandom(seed, 'mishaps of the chain')
  let ordered: readonly Mishap[] = []
  return {
    order: (mishap) => {
      ordered = [...ordered, mishap]
    },
    draw: (mishap) => {
      const at = ordered.indexOf(mishap)
      if (at < 0) return random.next() < (probabilities[mishap] ?? 0)
      ordered = ordered.toSpliced(at, 1)
      return true
    },
  }
}
