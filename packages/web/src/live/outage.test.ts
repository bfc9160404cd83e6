import { describe, expect, it } from 'vitest'
import { type ConnectionFacts, outageOf, outageReason } from './outage.ts'

const now = 1_800_000_000_000
const live: ConnectionFacts = { state: 'OPEN', brokenAt: undefined, silentMs: 40, networkLostAt: undefined, now }

describe('an outage', () => {
  const table: [what: string, facts: Partial<ConnectionFacts>, seconds: number | undefined][] = [
    ['is none while the line is open', {}, undefined],
    ['is none while an open line is silent: prices grow old, and are asked about', { silentMs: 9_000 }, undefined],
    ['is none for a blink', { state: 'RECONNECTING', brokenAt: now - 1_000, silentMs: 1_200 }, undefined],
    ['counts from the last frame, not from the break', { state: 'RECONNECTING', brokenAt: now - 7_000, silentMs: 12_000 }, 12],
    ['of a page that never had a line counts from its beginning', { state: 'CONNECTING', brokenAt: now - 5_000, silentMs: undefined }, 5],
    ['is the browser’s word, at once', { networkLostAt: now }, 0],
    ['is the browser’s word, also while frames still come', { networkLostAt: now - 4_000 }, 4],
    ['has been silent for longer than the browser has said so', { networkLostAt: now - 4_000, silentMs: 6_000 }, 6],
  ]
  it.each(table)('%s', (_, facts, seconds) => {
    const outage = outageOf({ ...live, ...facts })
    expect(outage.since === undefined ? undefined : outage.seconds).toBe(seconds)
  })

  it('is the reason why nothing new is sent', () => {
    expect(outageReason(outageOf(live))).toBeUndefined()
    expect(outageReason(outageOf({ ...live, networkLostAt: now - 12_400 }))).toBe('Offline 12 s. Order entry is disabled.')
  })
})
