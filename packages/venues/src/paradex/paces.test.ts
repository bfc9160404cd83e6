import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createParadexPacer, PACES } from './paces.ts'

describe('calls stay within the limits of the venue over any period', () => {
  it.each([
    ['of our address', 'ofAddress', 60, 1_500],
    ['sign-ins of our address', 'auth', 60, 600],
    ['reads of an account', 'read', 60, 600],
    ['reads of an account', 'read', 1, 120],
    ['writes of an account', 'order', 1, 800],
    ['writes of an account', 'order', 60, 17_250],
  ] as const)('%s (%s), in %d s', (_, pace, seconds, most) => {
    const { pool, refillPerSecond, cost } = PACES[pace]
    expect((pool + refillPerSecond * seconds) / cost).toBeLessThanOrEqual(most)
  })
})

describe('the pacer', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  /** Calls that are requested at once, and how many of them may be sent at once. */
  async function atOnce(
    count: number,
    ask: (pacer: ReturnType<typeof createParadexPacer>, index: number) => Promise<number | undefined>,
  ): Promise<number> {
    const pacer = createParadexPacer(Date.now)
    let left = 0
    for (let index = 0; index < count; index += 1) void ask(pacer, index).then((late) => (left += late === undefined ? 1 : 0))
    await vi.advanceTimersByTimeAsync(0)
    return left
  }

  it.each([
    ['reads of one account wait for each other', 150, (pacer, _) => pacer.turn('read', { account: '0x1' }), 100],
    ['reads of many accounts wait for our address alone', 400, (pacer, index) => pacer.turn('read', { account: `0x${index}` }), 300],
    ['sign-ins are those of all accounts together', 150, (pacer, index) => pacer.turn('auth', { account: `0x${index}` }), 100],
    ['a few orders wait for nobody', 50, (pacer) => pacer.turn('order', { account: '0x1' }), 50],
  ] satisfies [string, number, (pacer: ReturnType<typeof createParadexPacer>, index: number) => Promise<number | undefined>, number][])(
    '%s',
    async (_, count, ask, most) => expect(await atOnce(count, ask)).toBe(most),
  )

  it("18.5 a thousand calls of one desk do not delay another desk's cancellation or order", async () => {
    const pacer = createParadexPacer(Date.now)
    for (let index = 0; index < 1_000; index += 1) {
      void pacer.turn('read', { account: '0x1', urgency: 'READ' })
      void pacer.turn('public', { urgency: 'READ' })
      void pacer.turn('order', { account: '0x1', urgency: 'ORDER' })
      void pacer.turn('order', { account: '0x1', urgency: 'CANCEL' })
    }
    await vi.advanceTimersByTimeAsync(0)
    const sent: string[] = []
    const others = ['CANCEL', 'ORDER'] as const
    for (const urgency of others) void pacer.turn('order', { account: '0x2', urgency }).then((late) => late ?? sent.push(urgency))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual(others)
  })
})
