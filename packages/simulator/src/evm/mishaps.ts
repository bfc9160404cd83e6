/** Random faults of a chain. Driven by the seed, so that a failing run can be repeated. */
import { createRandom } from '../exchange/random.ts'

/**
 * REVERT: a transaction runs out of gas. REPLACE: another transaction of its sender uses its nonce. REORGANISE: the newest block is removed, and its
 * transactions are mined again in another one.
 */
export type Mishap = 'REVERT' | 'REPLACE' | 'REORGANISE'

export interface Mishaps {
  /** The next time that it can happen. */
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
