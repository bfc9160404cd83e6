import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'

describe('figures that are asked for of the SDK', () => {
  // Proves T 4.22, T 9.3, T 9.4, T 9.15.
  it.each([
    ['requestTimeoutMs', 5_000],
    ['slowTimeoutMs', 60_000],
    ['heartbeatMs', 5_000],
    ['heartbeatTimeoutMs', 5_000],
    ['subscribeTimeoutMs', 12_000],
    ['tokenWaitMs', 5_000],
    ['subscribeRetries', 5],
    ['subscribeFactor', 3.863],
    ['requestIdMost', 2_147_483_647],
  ] as const)('%s: %s', (name, figure) => expect(limits[name]).toBe(figure))
})
