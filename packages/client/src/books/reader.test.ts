import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Attempt, createReader, type Reading } from './reader.ts'

const AGAIN_MS = 5_000
beforeEach(() => void vi.useFakeTimers({ now: 1_000 }))
afterEach(() => void vi.useRealTimers())

/** A reader whose attempts are ended by the test. */
function readerWith(canRead = () => true, isFinal = (_error: unknown) => false) {
  const attempts: { readonly attempt: Attempt; readonly done: () => void; readonly fail: (error: unknown) => void }[] = []
  const changes: Reading[] = []
  const reader = createReader({
    read: (attempt) => new Promise<void>((done, fail) => void attempts.push({ attempt, done, fail })),
    now: () => Date.now(),
    againMs: AGAIN_MS,
    ...{ canRead, isFinal },
    onChange: (reading) => void changes.push(reading),
  })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { reader, attempts, changes, settled }
}

const broken = new Error('no network')

describe('a reader', () => {
  it('is current after a reading, and knows since when changes may be missing', async () => {
    const { reader, attempts, settled } = readerWith()
    reader.read()
    expect(reader.reading()).toEqual({ isRead: false, missingSince: 1_000, error: undefined })
    attempts[0]!.done()
    await settled()
    expect(reader.reading()).toEqual({ isRead: true, missingSince: undefined, error: undefined })
    vi.setSystemTime(2_000)
    reader.lose()
    vi.setSystemTime(3_000)
    reader.read()
    expect(reader.reading()).toEqual({ isRead: true, missingSince: 2_000, error: undefined })
  })

  it('keeps what was read, with the time until which it was complete, and reads again after a failure', async () => {
    const { reader, attempts, settled } = readerWith()
    reader.read()
    attempts[0]!.done()
    await settled()
    reader.read()
    attempts[1]!.fail(broken)
    await settled()
    expect(reader.reading()).toEqual({ isRead: true, missingSince: 1_000, error: broken })
    await vi.advanceTimersByTimeAsync(AGAIN_MS)
    expect(attempts.length).toBe(3)
    // The error is shown until the next reading has succeeded.
    expect(reader.reading().error).toBe(broken)
    attempts[2]!.done()
    await settled()
    expect(reader.reading()).toEqual({ isRead: true, missingSince: undefined, error: undefined })
  })

  it('changes nothing with an attempt that another has overtaken, or that ends after it was stopped', async () => {
    const { reader, attempts, changes, settled } = readerWith()
    reader.read()
    reader.read()
    attempts[0]!.attempt.show()
    attempts[0]!.fail(broken)
    await settled()
    expect(attempts.map(({ attempt }) => attempt.isCurrent())).toEqual([false, true])
    expect(reader.reading()).toMatchObject({ isRead: false, error: undefined })
    reader.stop()
    const before = changes.length
    attempts[1]!.fail(broken)
    await vi.advanceTimersByTimeAsync(AGAIN_MS)
    expect([changes.length, attempts.length]).toEqual([before, 2])
  })

  it('shows the first part before the rest, which can still fail', async () => {
    const { reader, attempts, settled } = readerWith()
    reader.read()
    attempts[0]!.attempt.show()
    expect(reader.reading()).toMatchObject({ isRead: true, missingSince: 1_000 })
    attempts[0]!.fail(broken)
    await settled()
    expect(reader.reading()).toMatchObject({ isRead: true, missingSince: 1_000, error: broken })
  })

  it('forgets the error of an empty screen when a user retries, and does not repeat what cannot help', async () => {
    const { reader, attempts, settled } = readerWith(() => false)
    reader.read()
    attempts[0]!.fail(broken)
    await settled()
    await vi.advanceTimersByTimeAsync(AGAIN_MS)
    expect([reader.reading().error, attempts.length]).toEqual([broken, 1])
    reader.retry()
    expect([reader.reading().error, attempts.length]).toEqual([undefined, 2])
  })

  it('is not repeated after an error that stays', async () => {
    const { reader, attempts, settled } = readerWith(undefined, (error) => error === broken)
    reader.read()
    attempts[0]!.fail(broken)
    await settled()
    await vi.advanceTimersByTimeAsync(AGAIN_MS)
    expect([reader.reading().error, attempts.length]).toEqual([broken, 1])
  })
})
