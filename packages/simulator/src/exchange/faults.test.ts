import { describe, expect, it } from 'vitest'
import { createFaults } from './faults.ts'
import { createRandom } from './random.ts'

const LOSE = { kind: 'LOSE_ANSWER' } as const

describe('faults to order', () => {
  it('hit the method they were ordered for, as often as ordered', () => {
    const faults = createFaults([{ method: 'private/execute_block_trade', fault: LOSE, times: 2 }], createRandom(1, 'faults'))
    const drawn = Array.from({ length: 4 }, () => faults.draw('private/execute_block_trade')?.kind)
    expect(drawn).toEqual(['LOSE_ANSWER', 'LOSE_ANSWER', undefined, undefined])
    expect(faults.draw('private/verify_block_trade')).toBeUndefined()
  })

  it('hit every private method, and no public one, under *', () => {
    const faults = createFaults([{ method: '*', fault: LOSE }], createRandom(1, 'faults'))
    expect(faults.draw('private/get_block_trades')).toEqual(LOSE)
    expect(faults.draw('public/auth')).toBeUndefined()
    faults.clear()
    expect(faults.draw('private/get_block_trades')).toBeUndefined()
  })

  it('come with the ordered probability, and the same ones from the same seed', () => {
    const run = (seed: number): readonly boolean[] => {
      const faults = createFaults([{ method: '*', fault: LOSE, probability: 0.25 }], createRandom(seed, 'faults'))
      return Array.from({ length: 4_000 }, () => faults.draw('private/x') !== undefined)
    }
    expect(run(9)).toEqual(run(9))
    const share = run(9).filter(Boolean).length / 4_000
    expect(share).toBeGreaterThan(0.22)
    expect(share).toBeLessThan(0.28)
  })
})
