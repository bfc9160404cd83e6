import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterGuess,
  afterPressure,
  codeBackOff,
  guessAgainInMs,
  isUnderAttack,
  secretBackOff,
  strangersAgainInMs,
  type Guessed,
  type Pressure,
} from './back-off.ts'

const noon = 1_800_000_000_000
const rule = secretBackOff
const wrong = (count: number): Guessed => ({ wrong: count, latestAt: noon })

// What a place waits after so many wrong guesses in a row.
const table: [count: number, standing: 'KnownPlace' | 'Calm' | 'UnderAttack', waitMs: number][] = [
  [0, 'Calm', 0],
  [1, 'Calm', 0],
  [9, 'Calm', 0],
  [10, 'Calm', 1000],
  [11, 'Calm', 2000],
  [12, 'Calm', 4000],
  [18, 'Calm', 256_000],
  [19, 'Calm', 300_000],
  [10_000, 'Calm', 300_000],
  [9, 'KnownPlace', 0],
  [10, 'KnownPlace', 1000],
  [10_000, 'KnownPlace', 300_000],
  [0, 'UnderAttack', 0],
  [1, 'UnderAttack', 900_000],
  [10_000, 'UnderAttack', 900_000],
]

describe('who guesses at a secret', () => {
  it.each(table)('after %i wrong guesses, %s, waits %i ms', (count, standing, waitMs) => {
    expect(guessAgainInMs(wrong(count), standing, rule, noon)).toBe(waitMs)
    expect(guessAgainInMs(wrong(count), standing, rule, noon + waitMs)).toBe(0)
  })

  it('begins anew after an hour without a guess', () => {
    expect(afterGuess(wrong(500), rule, noon + 3_600_000)).toEqual({ wrong: 501, latestAt: noon + 3_600_000 })
    expect(afterGuess(wrong(500), rule, noon + 3_600_001)).toEqual({ wrong: 1, latestAt: noon + 3_600_001 })
  })

  it('from one place has fewer than fifty guesses in the first hour, however often it tries', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 400, maxLength: 400 })
    fc.assert(
      fc.property(pauses, (gaps) => {
        let guessed: Guessed | undefined
        let now = noon
        let allowed = 0
        for (const gap of gaps) {
          now += gap
          if (now > noon + 3_600_000 || guessAgainInMs(guessed, 'Calm', rule, now) > 0) continue
          guessed = afterGuess(guessed, rule, now)
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

  it('is under attack from thirty wrong guesses in a window on, until a whole window was quiet', () => {
    expect(isUnderAttack(undefined, rule, noon)).toBe(false)
    expect(isUnderAttack(pressed(29, noon), rule, noon)).toBe(false)
    const attacked = pressed(30, noon)
    expect(isUnderAttack(attacked, rule, noon)).toBe(true)
    expect(isUnderAttack(attacked, rule, noon + 2 * rule.windowMs - 1)).toBe(true)
    expect(isUnderAttack(attacked, rule, noon + 2 * rule.windowMs)).toBe(false)
  })

  it('stays under attack when the next window begins with a single guess', () => {
    const later = noon + rule.windowMs
    expect(isUnderAttack(afterPressure(pressed(30, noon), rule, later), rule, later)).toBe(true)
    expect(isUnderAttack(afterPressure(pressed(30, noon), rule, later + rule.windowMs), rule, later + rule.windowMs)).toBe(false)
  })

  it('of six digits has fifty guesses from strangers in six hours; a password has them without number', () => {
    const guessed = (count: number): Pressure => ({ windowAt: noon, wrong: count, wrongBefore: 0 })
    expect(strangersAgainInMs(undefined, codeBackOff, noon)).toBe(0)
    expect(strangersAgainInMs(guessed(49), codeBackOff, noon + 1)).toBe(0)
    expect(strangersAgainInMs(guessed(50), codeBackOff, noon + 1)).toBe(6 * 3_600_000 - 1)
    expect(strangersAgainInMs(guessed(50), codeBackOff, noon + 6 * 3_600_000)).toBe(0)
    expect(strangersAgainInMs(guessed(1_000_000), secretBackOff, noon + 1)).toBe(0)
  })
})
