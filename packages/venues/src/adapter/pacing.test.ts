import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacer, type Asking, type Pace } from './pacing.ts'

describe('the pace of calls to a venue', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A pacer with three calls in reserve and ten a second, and how many of its calls have been sent. */
  function paced(calls: number) {
    const pacer = createPacer({ read: { cost: 1, pool: 3, refillPerSecond: 10 } }, Date.now)
    const sent: number[] = []
    for (let call = 0; call < calls; call += 1) void pacer.turn('read').then(() => sent.push(call))
    return { pacer, sent }
  }
  const settled = () => vi.advanceTimersByTimeAsync(0)

  it('sends the reserve immediately, and then one call after each interval, in order', async () => {
    const { sent } = paced(6)
    await settled()
    expect(sent).toEqual([0, 1, 2])
    await vi.advanceTimersByTimeAsync(199)
    expect(sent).toEqual([0, 1, 2, 3])
    await vi.advanceTimersByTimeAsync(101)
    expect(sent).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('sends a single waiting call after a pause of the process, however many should have left by then', async () => {
    const { sent } = paced(20)
    await settled()
    vi.setSystemTime(Date.now() + 5_000)
    vi.runOnlyPendingTimers()
    await settled()
    expect(sent).toEqual([0, 1, 2, 3])
  })

  it('goes on if the clock stands still or is set back', async () => {
    const sent: number[] = []
    let now = 1_000
    const pacer = createPacer({ read: { cost: 1, pool: 1, refillPerSecond: 10 } }, () => now)
    for (let call = 0; call < 4; call += 1) void pacer.turn('read').then(() => sent.push(call))
    await vi.advanceTimersByTimeAsync(200)
    now = 0
    await vi.advanceTimersByTimeAsync(100)
    expect(sent).toEqual([0, 1, 2, 3])
  })

  it('has its reserve back after a quiet time', async () => {
    const { pacer, sent } = paced(5)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toHaveLength(5)
    for (let call = 5; call < 9; call += 1) void pacer.turn('read').then(() => sent.push(call))
    await settled()
    expect(sent).toHaveLength(8)
  })

  /** Calls by name, in the order in which they are sent or refused. */
  function asking(pace: Pace) {
    const pacer = createPacer({ call: pace }, Date.now)
    const sent: string[] = []
    const refused: string[] = []
    const ask = (name: string, asked: Asking) =>
      void pacer.turn('call', asked).then((late) => (late === undefined ? sent : refused).push(name))
    return { ask, sent, refused }
  }
  const times = (count: number) => Array.from({ length: count }, (_, at) => at)

  it('18.5 cancellations are sent first, then what all wait for, then orders, then reads', async () => {
    const { ask, sent } = asking({ cost: 1, pool: 1, refillPerSecond: 10 })
    ask('first', {})
    for (const urgency of ['READ', 'ORDER', 'COMMON', 'CANCEL'] as const) ask(urgency, { urgency })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toEqual(['first', 'CANCEL', 'COMMON', 'ORDER', 'READ'])
  })

  it('18.5 reads and orders leave a part of the reserve, which a cancellation uses immediately', async () => {
    const { ask, sent } = asking({ cost: 1, pool: 10, refillPerSecond: 1, kept: { fromReads: 6, fromOrders: 2 } })
    for (const at of times(20)) ask(`read ${at}`, { urgency: 'READ', owner: 'LIND' })
    await settled()
    expect(sent).toHaveLength(4)
    for (const at of times(20)) ask(`order ${at}`, { urgency: 'ORDER', owner: 'LIND' })
    await settled()
    expect(sent).toHaveLength(8)
    ask('cancel', { urgency: 'CANCEL', owner: 'AMBR' })
    await settled()
    expect(sent.at(-1)).toBe('cancel')
  })

  it('18.1 a read that would wait for more than a second is refused, and an order after five', async () => {
    const { ask, refused } = asking({ cost: 1, pool: 1, refillPerSecond: 10 })
    ask('first', {})
    for (const at of times(12)) ask(`read ${at}`, { urgency: 'READ' })
    await settled()
    expect(refused).toEqual(['read 10', 'read 11'])
    for (const at of times(52)) ask(`order ${at}`, { urgency: 'ORDER' })
    await settled()
    expect(refused.slice(2)).toEqual(['order 50', 'order 51'])
  })

  it('18.1 a read that more urgent calls have delayed is refused in the end', async () => {
    const { ask, sent, refused } = asking({ cost: 1, pool: 1, refillPerSecond: 10 })
    ask('first', {})
    ask('read', { urgency: 'READ' })
    for (const at of times(49)) ask(`order ${at}`, { urgency: 'ORDER' })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(refused).toEqual(['read'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toHaveLength(50)
  })

  it('18.5 owners take turns, and one that uses more than its share leaves the rest to the others', async () => {
    const share = { pool: 6, refillPerSecond: 1, left: 3 }
    const { ask, sent } = asking({ cost: 1, pool: 10, refillPerSecond: 10, share })
    for (const at of times(30)) ask(`LIND ${at}`, { urgency: 'CANCEL', owner: 'LIND' })
    await settled()
    expect(sent).toHaveLength(7)
    ask('AMBR 0', { urgency: 'CANCEL', owner: 'AMBR' })
    await settled()
    expect(sent.at(-1)).toBe('AMBR 0')
    for (const at of times(4)) ask(`KEST ${at}`, { urgency: 'CANCEL', owner: 'KEST' })
    for (const at of times(4)) ask(`ORRY ${at}`, { urgency: 'CANCEL', owner: 'ORRY' })
    await vi.advanceTimersByTimeAsync(600)
    expect(sent.slice(8, 14)).toEqual(['KEST 0', 'KEST 1', 'ORRY 0', 'KEST 2', 'ORRY 1', 'KEST 3'])
  })

  it('18.5 a caller who has left is not waited for', async () => {
    const { ask, sent, refused } = asking({ cost: 1, pool: 1, refillPerSecond: 10 })
    const leaving = new AbortController()
    ask('first', {})
    for (const at of times(5)) ask(`left ${at}`, { urgency: 'READ', signal: leaving.signal })
    ask('stays', { urgency: 'READ' })
    await settled()
    leaving.abort()
    ask('gone', { urgency: 'READ', signal: leaving.signal })
    await vi.advanceTimersByTimeAsync(100)
    expect(sent).toEqual(['first', 'stays'])
    expect(refused).toHaveLength(6)
  })
})
