import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beatInStep } from './beats.ts'

describe('heartbeats of several connections', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are sent at the same moments, whenever each connection began', () => {
    const sent: string[] = []
    const begin = (name: string) => beatInStep(500, () => sent.push(`${name} at ${performance.now() % 500}`))
    vi.advanceTimersByTime(1)
    const stop = [begin('one')]
    vi.advanceTimersByTime(300)
    stop.push(begin('two'))
    vi.advanceTimersByTime(499)
    expect(sent).toEqual(['one at 0', 'two at 0'])
    vi.advanceTimersByTime(500)
    expect(sent).toEqual(['one at 0', 'two at 0', 'one at 0', 'two at 0'])
    for (const end of stop) end()
  })

  it('end with their connection, before the first one and after it', () => {
    const sent: string[] = []
    const begin = (name: string) => beatInStep(500, () => sent.push(name))
    const [early, late] = [begin('early'), begin('late')]
    early()
    vi.advanceTimersByTime(500)
    expect(sent).toEqual(['late'])
    late()
    vi.advanceTimersByTime(2_000)
    expect(sent).toEqual(['late'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
