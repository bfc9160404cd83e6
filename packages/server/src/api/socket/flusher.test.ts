import { afterEach, describe, expect, it, vi } from 'vitest'
import { Flusher, type Writable } from './flusher.ts'
import { socketLimits } from './limits.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A reader that receives events in writes. Each write takes the given time on the flusher's clock. */
function createReader(writeMs = 0) {
  let now = 0
  const flusher = new Flusher(() => now)
  let unwritten = 0
  const writes: number[] = []
  const reader: Writable = {
    flush: () => {
      writes.push(unwritten)
      unwritten = 0
      now += writeMs
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
    const { send, writes } = createReader()
    send()
    await Promise.resolve()
    expect(writes).toEqual([1])
  })

  it('what comes in one turn after the first write goes out together', async () => {
    const { send, writes } = createReader()
    send()
    await Promise.resolve()
    send()
    send()
    expect(writes).toEqual([1])
    await expect.poll(() => writes).toEqual([1, 2])
  })

  it('after a long round of writing, the events of many turns share the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { send, writes } = createReader(2 * socketLimits.restMs)
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
