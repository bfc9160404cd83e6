import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBybitPacer } from './paces.ts'

describe('the pace of our own calls', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  async function sendTimes(calls: readonly (readonly [key: string | undefined, path: string])[]): Promise<readonly number[]> {
    const pacer = createBybitPacer(Date.now)
    const sent: number[] = []
    const all = Promise.all(calls.map(([key, path]) => pacer.turn(key, path).then(() => sent.push(Date.now()))))
    await vi.runAllTimersAsync()
    await all
    return sent
  }
  const most = (sent: readonly number[], withinMs: number): number =>
    Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + withinMs).length))

  it('is below 50 in any second for one key and path', async () => {
    expect(most(await sendTimes(Array.from({ length: 150 }, () => ['key', '/v5/rfq/config'] as const)), 1_000)).toBeLessThan(50)
  })

  it('is under 600 in any five seconds for our address, whatever the keys and paths', async () => {
    const calls = Array.from({ length: 1_500 }, (_, index) => [`key ${index}`, `/v5/${index % 3}`] as const)
    expect(most(await sendTimes(calls), 5_000)).toBeLessThan(600)
  })

  it('does not hold up one key for another', async () => {
    const sent = await sendTimes(Array.from({ length: 20 }, (_, index) => [`key ${index}`, '/v5/rfq/config'] as const))
    expect(sent.every((at) => at === 0)).toBe(true)
  })
})
