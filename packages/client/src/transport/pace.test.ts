import { directRfqCalls, spreadCalls } from '@parley/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientError } from './client.ts'
import { createPace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const { getEcho, createRfq, createOrder, cancelOrders } = directRfqCalls
const tooOften = (retryAfterMs: number | undefined) => new ClientError('Too many.', { status: 429, error: 'RateLimited', retryAfterMs })

describe('calls wait for their turn', () => {
  it('are sent no faster than the published rate in any second', async () => {
    const pace = createPace({ calls: { most: 5, withinMs: 1_000 } })
    const sentAt: number[] = []
    const send = () => pace.run(getEcho, undefined, async () => void sentAt.push(Date.now()))
    const first = Promise.all([send(), send()])
    await vi.advanceTimersByTimeAsync(400)
    const all = Promise.all([first, ...Array.from({ length: 10 }, send)])
    await vi.advanceTimersByTimeAsync(3_000)
    await all
    expect(sentAt.map((at) => at - sentAt[0]!)).toEqual([0, 0, 400, 400, 400, 1_050, 1_050, 1_450, 1_450, 1_450, 2_100, 2_100])
  })

  it('of RFQs one in three seconds, which holds up nothing else', async () => {
    const pace = createPace({})
    let asked = 0
    const all = Promise.all(Array.from({ length: 3 }, () => pace.run(createRfq, undefined, async () => void (asked += 1))))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(asked).toBe(1)
    expect(await pace.run(createOrder, undefined, async () => 'sent')).toBe('sent')
    await vi.advanceTimersByTimeAsync(3_200)
    await all
    expect(asked).toBe(3)
  })

  it('of listed spreads ten writes a second, and as many reads as there are published', async () => {
    const pace = createPace({})
    let [written, isRead] = [0, false]
    const write = () => pace.run(spreadCalls.createOrder, undefined, async () => void (written += 1))
    const all = Promise.all(Array.from({ length: 12 }, write))
    await vi.advanceTimersByTimeAsync(999)
    expect(written).toBe(10)
    await pace.run(spreadCalls.listOrders, undefined, async () => void (isRead = true))
    expect(isRead).toBe(true)
    await vi.advanceTimersByTimeAsync(100)
    await all
    expect(written).toBe(12)
  })

  it('are sent again after Retry-After, and so are those behind them', async () => {
    const pace = createPace({})
    const sentAt: number[] = []
    const first = pace.run(getEcho, undefined, async () => {
      sentAt.push(Date.now())
      if (sentAt.length === 1) throw tooOften(3_000)
      return 'at last'
    })
    await vi.advanceTimersByTimeAsync(1)
    const second = pace.run(getEcho, undefined, async () => void sentAt.push(Date.now()))
    await vi.advanceTimersByTimeAsync(2_900)
    expect(sentAt).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await first).toBe('at last')
    await second
    expect(sentAt.slice(1).map((at) => at - sentAt[0]!)).toEqual([3_000, 3_000])
  })

  it('let a cancel pass while an RFQ waits, and fail at once if they carry a price', async () => {
    const pace = createPace({})
    let asked = 0
    const first = pace.run(createRfq, undefined, async () => {
      asked += 1
      if (asked === 1) throw tooOften(3_000)
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(await pace.run(cancelOrders, undefined, async () => 'cancelled')).toBe('cancelled')
    await expect(pace.run(createOrder, undefined, () => Promise.reject(tooOften(2_000)))).rejects.toMatchObject({ status: 429 })
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(3_100)
    await first
    expect(asked).toBe(2)
  })

  it.each([
    ['a wait that is longer than anybody waits', 3_600_000],
    ['being sent again too often', 1_000],
  ])('give up after %s', async (_title, retryAfterMs) => {
    const pace = createPace({})
    const failed = pace.run(getEcho, undefined, () => Promise.reject(tooOften(retryAfterMs))).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failed).toMatchObject({ status: 429 })
  })

  it('send nothing again after any other failure, because it may have been done', async () => {
    const pace = createPace({})
    let sent = 0
    const failing = pace.run(createOrder, undefined, () => {
      sent += 1
      return Promise.reject(new ClientError('Away.', { status: 503, retryAfterMs: 100 }))
    })
    await expect(failing).rejects.toMatchObject({ status: 503 })
    expect(sent).toBe(1)
  })

  it('can be given up while they wait', async () => {
    const pace = createPace({ calls: { most: 1, withinMs: 1_000_000 } })
    await pace.run(getEcho, undefined, async () => undefined)
    const stop = new AbortController()
    const waiting = pace.run(getEcho, stop.signal, async () => 'never').catch((error: unknown) => error)
    stop.abort()
    expect(await waiting).toMatchObject({ error: 'Aborted' })
  })

  it('do not wait where pacing is off', async () => {
    const pace = createPace(false)
    const sent = await Promise.all(Array.from({ length: 2_000 }, () => pace.run(getEcho, undefined, async () => 1)))
    expect(sent).toHaveLength(2_000)
  })
})
