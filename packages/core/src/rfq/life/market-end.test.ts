import { describe, expect, it } from 'vitest'
import { marketEndOf } from './market-end.ts'

const HOUR_MS = 3_600_000
const table: [what: string, firstExpiryAt: number | undefined, lastActivityAt: number, because: string, atHours: number][] = [
  ['a leg expired while desks were active', 30 * HOUR_MS, 29 * HOUR_MS, 'LEG_EXPIRED', 30],
  ['a leg expired before the day was over', 30 * HOUR_MS, 7 * HOUR_MS, 'LEG_EXPIRED', 30],
  ['both at the same time', 30 * HOUR_MS, 6 * HOUR_MS, 'LEG_EXPIRED', 30],
  ['nothing happened for a day before the expiry', 30 * HOUR_MS, 5 * HOUR_MS, 'IDLE', 29],
  ['no leg expires', undefined, 5 * HOUR_MS, 'IDLE', 29],
]

describe('10.25 why and when a market ended', () => {
  it.each(table)('%s', (_what, firstExpiryAt, lastActivityAt, because, hours) =>
    expect(marketEndOf({ firstExpiryAt, lastActivityAt })).toEqual({ because, at: hours * HOUR_MS }),
  )
})
