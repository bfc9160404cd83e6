import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacer } from './pacing.ts'

describe('the pace of calls to a venue', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A pacer with three calls in reserve and ten a second, and how many of its calls have been sent. */
  function paced(calls: number) {
    const pacer = createPacer({ read: { cost: 1, pool: 3, refillPerSecond: 10 } }, Date.now)
    const sent: number[] = []
    for (let call = 0; call < calls; call += 1) void pacer.turn('read').then(() => sent.push(call))
    return { pacer, sent }
  }
  const settled = () => vi.advanceTimersByTimeAsync(0)

  it('sends the reserve immediately, and then one call after each interval, in order', async () => {
    const { sent } = paced(6)
    await settled()
    expect(sent).toEqual([0, 1, 2])
    await vi.advanceTimersByTimeAsync(199)
    expect(sent).toEqual([0, 1, 2, 3])
    await vi.advanceTimersByTimeAsync(101)
    expect(sent).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('sends a single waiting call after a pause of the process, however many should have left by then', async () => {
    const { sent } = paced(20)
    await settled()
    vi.setSystemTime(Date.now() + 5_000)
    vi.runOnlyPendingTimers()
    await settled()
    expect(sent).toEqual([0, 1, 2, 3])
  })

  it('has its reserve back after a quiet time', async () => {
    const { pacer, sent } = paced(5)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toHaveLength(5)
    for (let call = 5; call < 9; call += 1) void pacer.turn('read').then(() => sent.push(call))
    await settled()
    expect(sent).toHaveLength(8)
  })
})
