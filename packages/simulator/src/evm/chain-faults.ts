/** Random faults of a chain. Driven by the seed, so that a failing run can be repeated. */
import { createRandom } from '../exchange/random.ts'

/**
 * REVERT: a transaction runs out of gas. REPLACE: another transaction of its sender uses its nonce. REORGANISE: the newest block is removed, and its
 * transactions are mined again in another one.
 */
export type ChainFault = 'REVERT' | 'REPLACE' | 'REORGANISE'

export interface ChainFaults {
  /** The next time that it can happen. */
  order(fault: ChainFault): void
  draw(fault: ChainFault): boolean
}

export function createChainFaults(seed: number, probabilities: Readonly<Partial<Record<ChainFault, number>>>): ChainFaults {
  const random = createRandom(seed, 'mishaps of the chain')
  let ordered: readonly ChainFault[] = []
  return {
    order: (fault) => {
      ordered = [...ordered, fault]
    },
    draw: (fault) => {
      const at = ordered.indexOf(fault)
      if (at < 0) return random.next() < (probabilities[fault] ?? 0)
      ordered = ordered.toSpliced(at, 1)
      return true
    },
  }
}
