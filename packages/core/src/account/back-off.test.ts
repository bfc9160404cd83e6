import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  afterPressure,
  codeBackOff,
  nextAttemptInMs,
  isUnderAttack,
  secretBackOff,
  unknownDevicesAgainInMs,
  type Failures,
  type Pressure,
} from './back-off.ts'

const noon = 1_800_000_000_000
const rule = secretBackOff
const wrong = (count: number): Failures => ({ wrong: count, latestAt: noon })

// Consecutive failures, and the wait of their origin.
const table: [count: number, suspicion: 'KnownDevice' | 'Calm' | 'UnderAttack', waitMs: number][] = [
  [0, 'Calm', 0],
  [1, 'Calm', 0],
  [9, 'Calm', 0],
  [10, 'Calm', 1000],
  [11, 'Calm', 2000],
  [12, 'Calm', 4000],
  [18, 'Calm', 256_000],
  [19, 'Calm', 300_000],
  [10_000, 'Calm', 300_000],
  [9, 'KnownDevice', 0],
  [10, 'KnownDevice', 1000],
  [10_000, 'KnownDevice', 300_000],
  [0, 'UnderAttack', 0],
  [1, 'UnderAttack', 900_000],
  [10_000, 'UnderAttack', 900_000],
]

describe('failed attempts at a secret', () => {
  it.each(table)('after %i failures, %s, waits %i ms', (count, suspicion, waitMs) => {
    expect(nextAttemptInMs(wrong(count), suspicion, rule, noon)).toBe(waitMs)
    expect(nextAttemptInMs(wrong(count), suspicion, rule, noon + waitMs)).toBe(0)
  })

  it('starts again after an hour without an attempt', () => {
    expect(afterFailure(wrong(500), rule, noon + 3_600_000)).toEqual({ wrong: 501, latestAt: noon + 3_600_000 })
    expect(afterFailure(wrong(500), rule, noon + 3_600_001)).toEqual({ wrong: 1, latestAt: noon + 3_600_001 })
  })

  it('from one place has fewer than fifty attempts in the first hour, however often it tries', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 400, maxLength: 400 })
    fc.assert(
      fc.property(pauses, (gaps) => {
        let failures: Failures | undefined
        let now = noon
        let allowed = 0
        for (const gap of gaps) {
          now += gap
          if (now > noon + 3_600_000 || nextAttemptInMs(failures, 'Calm', rule, now) > 0) continue
          failures = afterFailure(failures, rule, now)
          allowed += 1
        }
        expect(allowed).toBeLessThan(50)
      }),
    )
  })
})

describe('a secret', () => {
  const pressed = (count: number, at: number): Pressure | undefined =>
    Array.from({ length: count }).reduce<Pressure | undefined>((before) => afterPressure(before, rule, at), undefined)

  it('is under attack from thirty failures in a window on, until a whole window was quiet', () => {
    expect(isUnderAttack(undefined, rule, noon)).toBe(false)
    expect(isUnderAttack(pressed(29, noon), rule, noon)).toBe(false)
    const attacked = pressed(30, noon)
    expect(isUnderAttack(attacked, rule, noon)).toBe(true)
    expect(isUnderAttack(attacked, rule, noon + 2 * rule.windowMs - 1)).toBe(true)
    expect(isUnderAttack(attacked, rule, noon + 2 * rule.windowMs)).toBe(false)
  })

  it('stays under attack when the next window begins with a single attempt', () => {
    const later = noon + rule.windowMs
    expect(isUnderAttack(afterPressure(pressed(30, noon), rule, later), rule, later)).toBe(true)
    expect(isUnderAttack(afterPressure(pressed(30, noon), rule, later + rule.windowMs), rule, later + rule.windowMs)).toBe(false)
  })

  it('of six digits has fifty attempts from unknown devices in six hours; a password has them without number', () => {
    const failures = (count: number): Pressure => ({ windowAt: noon, wrong: count, wrongBefore: 0 })
    expect(unknownDevicesAgainInMs(undefined, codeBackOff, noon)).toBe(0)
    expect(unknownDevicesAgainInMs(failures(49), codeBackOff, noon + 1)).toBe(0)
    expect(unknownDevicesAgainInMs(failures(50), codeBackOff, noon + 1)).toBe(6 * 3_600_000 - 1)
    expect(unknownDevicesAgainInMs(failures(50), codeBackOff, noon + 6 * 3_600_000)).toBe(0)
    expect(unknownDevicesAgainInMs(failures(1_000_000), secretBackOff, noon + 1)).toBe(0)
  })
})
