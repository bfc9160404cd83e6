/** Numbers of notifications: they increase for each reader, and the secret activity of others does not affect them (rulebook 8.6, 10.11). */
import type { Instant } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { chanceFrom, type Chance } from '../../test/trading-day/chance.ts'
import type { Audience } from './engine.ts'
import { lastNumberAt, NotificationNumbers, numberBefore, timeOfNumber } from './notification-numbers.ts'

const DAYS = Number(process.env['PARLEY_NUMBERS'] ?? 300)
const SEED = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
const NOON = 1_800_000_000_000
const KEST = 'desk:KEST'
const MERL = 'desk:MERL'
type Decision = { readonly at: number; readonly audiences: readonly Audience[] }

/** Sometimes hundreds of decisions in one millisecond, because the clock often does not move. */
function dayOf(chance: Chance): readonly Decision[] {
  let at = NOON
  return Array.from({ length: 120 }, () => {
    at += chance.happens(0.3) ? chance.below(3) : 0
    return { at, audiences: chance.oneOf<readonly Audience[]>([[KEST], [MERL], [KEST, MERL], ['everybody'], [MERL], [MERL, 'everybody']]) }
  })
}

/** As in the shard: each decision is made at a time that has a number left. */
function numbered(decisions: readonly Decision[], reader: Audience): readonly number[] {
  const numbers = new NotificationNumbers(0)
  return decisions.flatMap(({ at, audiences }) => {
    const number = numbers.of(numbers.timeOfNext(at as Instant), audiences)
    const own = audiences.filter((one) => one === reader || one === 'everybody').map(number)
    return own.length === 0 ? [] : [own[0]!, ...own.slice(1).filter((other) => other !== own[0])]
  })
}

describe('the numbers of notifications', () => {
  it('grow for each reader, one for each decision', () => {
    for (let day = 0; day < DAYS; day++) {
      const decisions = dayOf(chanceFrom(SEED + day))
      for (const reader of [KEST, MERL] as const) {
        const own = numbered(decisions, reader)
        expect(own, `PARLEY_SEED=${SEED + day}`).toEqual([...new Set(own)].toSorted((a, b) => a - b))
        expect(own).toHaveLength(decisions.filter(({ audiences }) => audiences.includes(reader) || audiences.includes('everybody')).length)
      }
    }
  })

  it('8.3, 10.11 are the same with and without what only another desk reads', () => {
    for (let day = 0; day < DAYS; day++) {
      const decisions = dayOf(chanceFrom(SEED + day))
      const shown = decisions.filter(({ audiences }) => audiences.some((one) => one !== MERL))
      expect(numbered(decisions, KEST), `PARLEY_SEED=${SEED + day}`).toEqual(numbered(shown, KEST))
    }
  })

  it('11.7 are at most the fence of their own decision, also the 64th public one in a millisecond', () => {
    const numbers = new NotificationNumbers(0)
    const decided = Array.from({ length: 500 }, () => {
      const at = numbers.timeOfNext(NOON as Instant)
      return { at, number: numbers.of(at, ['everybody'])('everybody') }
    })
    expect(decided.filter(({ at, number }) => timeOfNumber(number) !== at || number > lastNumberAt(at))).toEqual([])
    expect(decided.filter(({ at }) => at === NOON)).toHaveLength(63)
    expect(decided.at(-1)!.at - NOON).toBe(7)
    expect(timeOfNumber(numberBefore(NOON) + 1)).toBe(NOON)
  })

  it('8.3, 10.11 public ones are 32 apart, however many one reader has had in between', () => {
    const numbers = new NotificationNumbers(0)
    const next = (audience: Audience): number => numbers.of(numbers.timeOfNext(NOON as Instant), [audience])(audience)
    for (let secrets = 0; secrets < 200; secrets++) {
      for (let n = 0; n < secrets; n++) next(MERL)
      expect((next('everybody') - NOON * 2_048) % 32, `after ${secrets}`).toBe(0)
    }
  })

  it('of one reader alone, which has had more in a millisecond than it has numbers, move no other reader', () => {
    const numbers = new NotificationNumbers(0)
    for (let n = 0; n < 3_000; n++) numbers.of(NOON as Instant, [MERL])(MERL)
    expect(numbers.of(NOON as Instant, [KEST])(KEST)).toBe(NOON * 2_048)
  })

  it('go on above those of before a restart, in the same millisecond too', () => {
    const before = new NotificationNumbers(0)
    const number = before.of(NOON as Instant, ['everybody'])('everybody')
    const after = new NotificationNumbers(before.highest)
    expect(after.timeOfNext(NOON as Instant)).toBe(NOON + 1)
    expect(after.of(after.timeOfNext(NOON as Instant), [KEST])(KEST)).toBeGreaterThan(number)
  })
})
