/** The requirements for every chain and every wallet on it. A chain's own test provides a harness and runs this suite. */
import { afterAll, beforeAll, describe } from 'vitest'
import { bids } from './compliance/bids.ts'
import { createChainWork, type ChainHarness, type ChainWorld } from './compliance/harness.ts'
import { reading } from './compliance/reading.ts'
import { transactions } from './compliance/transactions.ts'
import { watching } from './compliance/watching.ts'

export { CALL_EXPIRY_SECONDS, createChainWork, NOBODY, WHOLE, type ChainHarness, type ChainWork } from './compliance/harness.ts'
export { kinds, untilRead, watch } from './compliance/seen.ts'

export function chainCompliance(name: string, makeHarness: () => Promise<ChainHarness>): void {
  describe(`${name} as a chain`, { timeout: 120_000 }, () => {
    let world: ChainWorld
    let nonce = 1_000n
    beforeAll(async () => {
      const harness = await makeHarness()
      world = { ...harness, ...createChainWork(harness), freshNonce: () => ++nonce }
    })
    afterAll(() => world.close())
    for (const duties of [reading, bids, transactions, watching]) duties(() => world)
  })
}
