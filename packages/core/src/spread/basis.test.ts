import { describe, expect, it } from 'vitest'
import { basisOf, basisPointValue, carriedMs, carryCurve, fundingRate, spreadRate } from './basis.ts'

const DAY = 86_400_000
const now = 1_765_000_000_000

describe('basis and its rate a year', () => {
  it.each<[title: string, spread: number, near: number, days: number, percent: number | undefined]>([
    ['three months of contango', 1129.5, 91652.3, 91, 4.943],
    ['16 weeks between two futures', 669, 91_357.6, 112, 2.386],
    ['a perpetual below the future that expires first', -107, 91_482, 5.567, -7.669],
    ['a perpetual and a future of ten months', 2086.5, 91_482.8, 299.6, 2.779],
    ['a future below its index', 91_368.8 - 91_445.7, 91_445.7, 5.567, -5.514],
    ['a year is the basis itself', 500, 10_000, 365, 5],
    ['backwardation is below zero', -20, 10_000, 73, -1],
    ['no price of the nearer leg, no rate', 20, 0, 73, undefined],
    ['nor for less than an hour', 20, 10_000, 0.04, undefined],
  ])('%s', (_title, spread, near, days, percent) => {
    const rate = spreadRate(spread, near, days * DAY)
    expect(rate === undefined ? undefined : Number((rate * 100).toFixed(3))).toBe(percent)
  })

  it('the basis is a fraction of the nearer price', () => {
    expect(basisOf(500, 10_000)).toBe(0.05)
    expect(basisOf(500, 0)).toBeUndefined()
  })

  it.each([
    [0.0001, 8, 10.95],
    [0.000146, 8, 15.987],
    [0.00008919, 8, 9.7663],
    [-0.00005, 4, -10.95],
    [0, 8, 0],
  ])('funding of %d in %d hours is %d per cent a year', (rate, hours, percent) => {
    expect(Number((fundingRate({ rate, everyMs: hours * 3_600_000 })! * 100).toFixed(4))).toBe(percent)
  })

  it('a perpetual carries from now, a future from its expiry', () => {
    const far = { expiresAt: now + 30 * DAY }
    expect(carriedMs({}, far, now)).toBe(30 * DAY)
    expect(carriedMs({ expiresAt: now + 10 * DAY }, far, now)).toBe(20 * DAY)
  })
})

describe('the carry curve', () => {
  it('has a point for each future that is marked, the nearest first', () => {
    const curve = carryCurve(
      100_000,
      [
        { expiresAt: now + 73 * DAY, mark: 101_000 },
        { expiresAt: undefined, mark: 100_010 },
        { expiresAt: now + 365 * DAY, mark: undefined },
        { expiresAt: now + 36.5 * DAY, mark: 99_900 },
        { expiresAt: now - DAY, mark: 100_000 },
      ],
      now,
    )
    expect(curve.map(({ days, rate }) => [days, Number((rate * 100).toFixed(6))])).toEqual([
      [36.5, -1],
      [73, 5],
    ])
  })
})

describe('one basis point of the rate', () => {
  it.each<[title: string, margin: 'INVERSE' | 'LINEAR', amount: number, days: number, dollars: number]>([
    ['of dollars', 'INVERSE', 100_000, 91, 2.49],
    ['of dollars over 16 weeks', 'INVERSE', 100_000, 112, 3.07],
    ['of twice the dollars', 'INVERSE', 200_000, 112, 6.14],
    ['of twice the dollars over 21 weeks', 'INVERSE', 200_000, 147, 8.05],
    ['of a coin over less than a week', 'LINEAR', 1, 5.567, 0.14],
    ['of coin at its price', 'LINEAR', 2, 91, 4.57],
    ['of a spread whose time is over', 'INVERSE', 100_000, -1, 0],
  ])('%s', (_title, margin, amount, days, dollars) => {
    expect(Number(basisPointValue({ amount, margin, near: 91_652.3, carriedMs: days * DAY }).toFixed(2))).toBe(dollars)
  })
})
