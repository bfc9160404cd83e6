import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeribitPacer } from './paces.ts'

describe('the pace of our own calls', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  /** The times in ms at which each call may be sent if all are requested at once. */
  async function sendTimes(kind: 'plain' | 'matching', count: number): Promise<readonly number[]> {
    const pacer = createDeribitPacer(Date.now)
    const sent: number[] = []
    const all = Promise.all(Array.from({ length: count }, () => pacer.turn(kind).then(() => sent.push(Date.now()))))
    await vi.runAllTimersAsync()
    await all
    return sent
  }

  it('lets a burst through and spreads the rest over the refill', async () => {
    const sent = await sendTimes('matching', 27)
    expect(sent.filter((at) => at === 0)).toHaveLength(18)
    // Nine calls at 4.5 a second.
    expect(sent.at(-1)).toBe(2_000)
    expect(sent).toEqual([...sent].sort((a, b) => a - b))
  })

  it('stays under what the venue allows over any stretch of time', async () => {
    const sent = await sendTimes('plain', 300)
    for (const from of sent) {
      const within = (ms: number): number => sent.filter((at) => at >= from && at < from + ms).length
      expect(within(1_000)).toBeLessThanOrEqual(100 + 20)
    }
  })
})
