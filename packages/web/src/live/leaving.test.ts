import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beforeLeaving, leavingNow, whileLeaving } from './leaving.ts'
import { limits } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The steps in order. */
function somebodyLeaves() {
  const happened: string[] = []
  const leaving = whileLeaving(async () => {
    happened.push('left')
    await Promise.resolve()
    happened.push('answered')
  })
  return { happened, leaving }
}

describe('signing out', () => {
  it('is sent immediately if no other call is pending, and later calls wait for its response', async () => {
    const { happened, leaving } = somebodyLeaves()
    await vi.advanceTimersByTimeAsync(0)
    await leaving
    expect(happened).toEqual(['left', 'answered'])
    await vi.advanceTimersByTimeAsync(0)
    expect(leavingNow()).toBeUndefined()
  })

  it('waits for the responses of earlier calls, including refusals', async () => {
    const [read, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    beforeLeaving(read.promise)
    beforeLeaving(written.promise).catch(() => undefined)
    const { happened, leaving } = somebodyLeaves()
    read.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(happened).toEqual([])
    written.reject(new Error('refused'))
    await vi.advanceTimersByTimeAsync(0)
    await leaving
    expect(happened).toEqual(['left', 'answered'])
  })

  it('is not blocked by a hanging call', async () => {
    beforeLeaving(new Promise(() => undefined))
    const { happened } = somebodyLeaves()
    await vi.advanceTimersByTimeAsync(limits.leavingWaitsMs - 1)
    expect(happened).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(happened).toEqual(['left', 'answered'])
  })
})
