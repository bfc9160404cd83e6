import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

describe('the heartbeat', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const start = () => {
    const sent: string[] = []
    const drop = vi.fn()
    const heartbeat = createHeartbeat({
      send: (frame) => sent.push((JSON.parse(frame) as { params: { type: string } }).params.type),
      terminate: drop,
    })
    heartbeat.set(10)
    return { heartbeat, sent, drop }
  }

  it('beats, and sends no test request to an active client', () => {
    const { heartbeat, sent, drop } = start()
    for (let beat = 0; beat < 5; beat += 1) {
      heartbeat.received()
      vi.advanceTimersByTime(10_000)
    }
    expect(sent).toEqual(['heartbeat', 'heartbeat', 'heartbeat', 'heartbeat', 'heartbeat'])
    expect(drop).not.toHaveBeenCalled()
  })

  it('drops a silent client that does not answer a test request', () => {
    const { sent, drop } = start()
    vi.advanceTimersByTime(20_000)
    expect(sent).toEqual(['heartbeat', 'heartbeat', 'test_request'])
    vi.advanceTimersByTime(10_000)
    expect(drop).toHaveBeenCalledOnce()
  })

  it('keeps a client that answers the test request with public/test', () => {
    const { heartbeat, drop } = start()
    for (let beat = 0; beat < 6; beat += 1) {
      vi.advanceTimersByTime(10_000)
      heartbeat.tested()
    }
    expect(drop).not.toHaveBeenCalled()
  })

  it('accepts only public/test as an answer', () => {
    const { heartbeat, drop } = start()
    vi.advanceTimersByTime(20_000)
    heartbeat.received()
    vi.advanceTimersByTime(10_000)
    expect(drop).toHaveBeenCalled()
  })
})
