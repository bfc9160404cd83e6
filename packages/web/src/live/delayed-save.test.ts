import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSaver } from './delayed-save.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Saves that finish when the test decides. */
function keeper() {
  const saved: string[] = []
  const ends: (() => void)[] = []
  const saver = createSaver<string>(async (value) => {
    saved.push(value)
    await new Promise<void>((resolve) => ends.push(resolve))
  }, 500)
  const end = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { saved, saver, end }
}

describe('what is changed often', () => {
  // Proves A 10.12, T 4.38, T 7.13, T 9.10.
  it('is saved once, half a second after the last change', async () => {
    const { saved, saver } = keeper()
    saver.later('a')
    await vi.advanceTimersByTimeAsync(499)
    saver.later('b')
    await vi.advanceTimersByTimeAsync(499)
    expect(saved).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(saved).toEqual(['b'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(saved).toEqual(['b'])
  })

  it('is saved immediately when the user leaves, and not again', async () => {
    const { saved, saver } = keeper()
    saver.now()
    saver.later('a')
    saver.now()
    await vi.advanceTimersByTimeAsync(600)
    expect(saved).toEqual(['a'])
  })

  it('waits for the save before it, so that the last change is the one that stays', async () => {
    const { saved, saver, end } = keeper()
    saver.later('a')
    await vi.advanceTimersByTimeAsync(500)
    saver.later('b')
    await vi.advanceTimersByTimeAsync(500)
    expect(saved).toEqual(['a'])
    await end()
    expect(saved).toEqual(['a', 'b'])
  })

  it('is discarded with its user', async () => {
    const { saved, saver } = keeper()
    saver.later('a')
    saver.forget()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saved).toEqual([])
  })
})
