import type { TradingStopView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { allowedBy, stopFor, stopText } from './stop-text.ts'

const noon = Date.UTC(2026, 10, 21, 12)

describe('11.6 a stop', () => {
  const stop = (user: string | null): TradingStopView => ({ user, user_name: user, by: 'Ada', why: 'A bot runs wild', at: noon })
  it('of the desk applies to all members and comes before a user’s own', () => {
    const [desk, mine, other] = [stop(null), stop('u_1'), stop('u_2')]
    expect(stopFor([mine, desk], 'u_1')).toBe(desk)
    expect(stopFor([other, mine], 'u_1')).toBe(mine)
    expect(stopFor([other], 'u_1')).toBeUndefined()
  })
  it('shows who, when and why', () => {
    expect(stopText(stop(null))).toBe('By Ada at 12:00:00 UTC: A bot runs wild')
    expect(stopText({ ...stop(null), why: null })).toBe('By Ada at 12:00:00 UTC')
  })
  it('is ended by an administrator, or only by the operator if the operator stopped it', () => {
    expect(allowedBy(stop(null))).toBe('A desk administrator can resume it')
    expect(allowedBy({ ...stop('u_1'), by: 'operator' })).toBe('Only the operator can resume it')
  })
})
