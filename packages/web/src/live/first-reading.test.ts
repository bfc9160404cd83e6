import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFirstReading, type FirstReading } from './first-reading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each response in turn: a text is data, an error is a failure. */
function reading(answers: readonly (string | Error)[]) {
  const states: FirstReading<string>[] = []
  let asked = 0
  const read = async () => {
    const answer = answers[asked++]!
    if (typeof answer !== 'string') throw answer
    return answer
  }
  const stop = createFirstReading(read, (state) => states.push(state))
  return { states, stop, asked: () => asked }
}
const words = ({ data, failed }: FirstReading<string>): string | undefined => data ?? failed?.words

describe('data that every screen needs', () => {
  // Proves T 4.5.
  it('is read once', async () => {
    const { states, asked } = reading(['here', 'again'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([states.map(words), asked()]).toEqual([['here'], 1])
  })

  it('is retried automatically until it has loaded, and shows why it is waiting', async () => {
    const { states, asked } = reading([new Error('no'), new Error('not yet'), 'here'])
    await vi.advanceTimersByTimeAsync(2_999)
    expect(states.map(words)).toEqual(['no'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([states.map(words), asked()]).toEqual([['no', 'not yet', 'here'], 3])
  })

  it('is retried immediately by a click, and then not twice', async () => {
    const { states, asked } = reading([new Error('no'), 'here', 'again'])
    await vi.advanceTimersByTimeAsync(1_000)
    states[0]!.failed!.retry()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([states.map(words), asked()]).toEqual([['no', 'here'], 2])
    expect(states.at(-1)).toEqual({ data: 'here', failed: undefined })
  })

  it('is discarded at sign-out, including later responses', async () => {
    const { states, stop, asked } = reading([new Error('no'), 'here'])
    await vi.advanceTimersByTimeAsync(1_000)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([states.at(-1), asked()]).toEqual([{ data: undefined, failed: undefined }, 1])
  })
})
