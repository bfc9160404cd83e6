import { afterEach, describe, expect, it, vi } from 'vitest'
import { Flusher, type Writable } from './flusher.ts'
import { socketLimits } from './limits.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A reader that gets events in writes; each write takes as long as given. */
function createReader(flusher: Flusher, writeMs = 0) {
  let unwritten = 0
  const writes: number[] = []
  const reader: Writable = {
    flush: () => {
      writes.push(unwritten)
      unwritten = 0
      const began = performance.now()
      while (performance.now() - began < writeMs);
    },
  }
  const send = () => {
    unwritten += 1
    flusher.mark(reader)
  }
  return { send, writes }
}

afterEach(() => void vi.useRealTimers())

describe('when frames are written', () => {
  it('a lone event goes out in the turn it came in', async () => {
    const { send, writes } = createReader(new Flusher())
    send()
    await Promise.resolve()
    expect(writes).toEqual([1])
  })

  it('what comes in one turn after the first write goes out together', async () => {
    const { send, writes } = createReader(new Flusher())
    send()
    await Promise.resolve()
    send()
    send()
    expect(writes).toEqual([1])
    await expect.poll(() => writes).toEqual([1, 2])
  })

  it('after a long round of writing, the events of many turns share the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { send, writes } = createReader(new Flusher(), 2 * socketLimits.restMs)
    send()
    await Promise.resolve()
    send()
    await turn()
    send()
    await turn()
    expect(writes).toEqual([1])
    vi.advanceTimersByTime(socketLimits.restMs)
    expect(writes).toEqual([1, 2])
  })
})
