import { describe, expect, it } from 'vitest'
import { price } from '../decimal.ts'
import { structureOf } from '../../test/leg-examples.ts'
import { breakEvens, payoffExtremes } from './payoff-extremes.ts'

const SPOT = 91_482
const low = 'BTC-27MAR26-85000-P'
const call = 'BTC-27MAR26-100000-C'
const high = 'BTC-27MAR26-120000-C'
const laterCall = 'BTC-26JUN26-100000-C'
const laterPut = 'BTC-26JUN26-85000-P'
const hedge = '-16.7636 BTC-PERPETUAL @ 91445'

const holding = (legs: readonly string[], quantity: number, at: string) => ({
  structure: structureOf(...legs),
  quantity,
  price: price(at),
  spot: SPOT,
})
const extremesOf = (...of: Parameters<typeof holding>) => payoffExtremes(holding(...of))
const at = (dollars: number, underlying: number, reach: 'AT' | 'BELOW' | 'ABOVE' = 'AT', isBound = false) => ({
  kind: 'AT',
  dollars: expect.closeTo(dollars, 4),
  underlying,
  reach,
  isBound,
})
const premium = (coins: number) => ({
  kind: 'PREMIUM',
  coins: expect.closeTo(coins, 9),
  currency: 'BTC',
  dollars: expect.closeTo(coins * SPOT, 4),
})
const unlimited = (above: number | undefined, otherwise?: object) => ({ kind: 'UNLIMITED', above, otherwise })
const unknown = (reason: string) => ({ kind: 'UNKNOWN', reason })

describe('6.14 the most that can be lost and gained', () => {
  const cases: [title: string, of: Parameters<typeof holding>, loss: object, gain: object][] = [
    ['a long call', [[`+1 ${call}`], 30, '0.04'], premium(-1.2), unlimited(100_000)],
    ['a short call', [[`+1 ${call}`], -30, '0.04'], unlimited(100_000), premium(1.2)],
    ['a long put', [[`+1 ${low}`], 30, '0.04'], premium(-1.2), at(30 * 85_000 - 1.2 * SPOT, 0)],
    ['a short put', [[`+1 ${low}`], -30, '0.04'], at(-30 * 85_000 + 1.2 * SPOT, 0), premium(1.2)],
    [
      'a short straddle',
      [['+1 BTC-27MAR26-100000-C', '+1 BTC-27MAR26-100000-P'], -10, '0.1'],
      unlimited(100_000, at(-10 * 100_000 + SPOT, 0)),
      premium(1),
    ],
    ['a risk reversal', [[`+1 ${call}`, `-1 ${low}`], 250, '-0.0001'], at(-250 * 85_000 + 0.025 * SPOT, 0), unlimited(100_000)],
    ['a call spread', [[`+1 ${call}`, `-1 ${high}`], 250, '0.0421'], premium(-10.525), at(5_000_000 - 10.525 * SPOT, 120_000, 'ABOVE')],
    ['a put spread sold', [[`-1 BTC-27MAR26-80000-P`, `+1 ${low}`], -5, '0.01'], at(-25_000 + 0.05 * SPOT, 80_000, 'BELOW'), premium(0.05)],
    ['a call ratio', [[`+1 ${call}`, `-2 ${high}`], 1, '0'], unlimited(120_000), at(20_000, 120_000)],
    [
      'a butterfly',
      [['+1 BTC-27MAR26-90000-C', `-2 ${call}`, '+1 BTC-27MAR26-110000-C'], 1, '0.01'],
      premium(-0.01),
      at(10_000 - 0.01 * SPOT, 100_000),
    ],
    [
      'a hedged call spread, as the hedge is short',
      [['+1 BTC-25DEC26-90000-C', '-1 BTC-25DEC26-100000-C', '-30659.8 BTC-PERPETUAL @ 91445'], 50, '0.04144'],
      unlimited(100_000, at(-165_326.62887, 90_000)),
      at(1_343_439.296, 0),
    ],
    ['an inverse future', [['+1 BTC-26JUN26'], 40_000, '90000'], at(-40_000, 0), unlimited(undefined)],
    ['an inverse future sold', [['+1 BTC-PERPETUAL'], -40_000, '90000'], unlimited(undefined), at(40_000, 0)],
    [
      'a linear option, whose premium is in dollars',
      [['+1 BTC_USDC-27MAR26-100000-C:BD'], 2, '1500'],
      at(-3_000, 100_000, 'BELOW'),
      unlimited(100_000),
    ],
    [
      'a call calendar: the later call has some worth everywhere',
      [[`-1 ${call}`, `+1 ${laterCall}`], 10, '0.02'],
      premium(-0.2),
      unknown('LATER_LEG'),
    ],
    ['a call calendar sold', [[`-1 ${call}`, `+1 ${laterCall}`], -10, '0.02'], unknown('LATER_LEG'), premium(0.2)],
    [
      'a call diagonal: far above, the later call has no more than its line',
      [[`-1 ${call}`, '+1 BTC-26JUN26-120000-C'], 1, '0.02'],
      at(-20_000 - 0.02 * SPOT, 120_000, 'ABOVE', true),
      unknown('LATER_LEG'),
    ],
    ['a later put against two calls', [[`-2 ${call}`, `+1 ${laterPut}`], 1, '0.02'], unlimited(100_000), unknown('LATER_LEG')],
    ['a future spread', [['-1 BTC-PERPETUAL', '+1 BTC-26JUN26'], 100, '500'], unknown('FUTURES_AGAINST_EACH_OTHER'), unknown('FUTURES_AGAINST_EACH_OTHER')], // prettier-ignore
    ['a hedge of another day', [[`+1 ${call}`, '-45000 BTC-26JUN26 @ 90000'], 1, '0.04'], unknown('HEDGE_EXPIRES_APART'), unknown('HEDGE_EXPIRES_APART')], // prettier-ignore
  ]
  it.each(cases)('of %s', (_, of, loss, gain) => expect(extremesOf(...of)).toEqual({ loss, gain }))

  it('of a put and its hedge follow the hedge at its own price', () => {
    const { gain } = extremesOf([`+1 ${low}`, hedge], 1, '0.02')
    expect(gain).toEqual(at(85_000 + 16.7636 - 0.02 * SPOT, 0))
  })
})

describe('6.14 where nothing is lost and nothing gained', () => {
  it.each<[string, Parameters<typeof holding>, readonly number[] | undefined]>([
    ['a call spread', [[`+1 ${call}`, `-1 ${high}`], 250, '0.0421'], [100_000 + 0.0421 * SPOT]],
    ['a straddle sold', [['+1 BTC-27MAR26-100000-C', '+1 BTC-27MAR26-100000-P'], -1, '0.1'], [100_000 - 0.1 * SPOT, 100_000 + 0.1 * SPOT]],
    ['a future', [['+1 BTC-26JUN26'], 40_000, '90000'], [90_000]],
    ['a calendar', [[`-1 ${call}`, `+1 ${laterCall}`], 10, '0.02'], undefined],
  ])('of %s', (_, of, prices) => expect(breakEvens(holding(...of))).toEqual(prices?.map((one) => expect.closeTo(one, 6))))
})
