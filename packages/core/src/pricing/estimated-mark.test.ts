import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Instrument } from '../catalogue/instrument.ts'
import { listed } from '../../test/instrument-examples.ts'
import { priceToNumber } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { inverseOptionPrice, MILLISECONDS_PER_YEAR } from './black76.ts'
import { estimatedMark } from './estimated-mark.ts'
import type { Mark } from './mark.ts'

const NOW = Date.UTC(2026, 0, 2, 8) as Instant
const FORWARD = 90_000
const call = (strike: number, day = '27MAR26') => listed(`BTC-${day}-${strike}-C`)
const put = (strike: number, day = '27MAR26') => listed(`BTC-${day}-${strike}-P`)
const future = (day: string) => listed(`BTC-${day}`)

const marked = (instrument: Instrument, markIv: number | undefined, forward = FORWARD): readonly [Instrument, Mark] => [
  instrument,
  {
    instrumentId: instrument.id,
    markPrice: instrument.kind === 'FUTURE' ? forward : 0.01,
    underlyingPrice: forward,
    indexPrice: FORWARD,
    at: 5,
    ...(markIv === undefined ? {} : { markIv }),
  },
]
function estimate(instrument: Instrument, ...marks: readonly (readonly [Instrument, Mark])[]): Mark | undefined {
  const byId = new Map(marks.map(([{ id }, mark]) => [id, mark]))
  return estimatedMark(instrument, [instrument, ...marks.map(([each]) => each)], (id) => byId.get(id), NOW)
}
const years = ({ expiresAt }: Instrument) => (expiresAt! - NOW) / MILLISECONDS_PER_YEAR
const coin = (option: Instrument, volatility: number) =>
  inverseOptionPrice({
    kind: option.optionKind!,
    forward: FORWARD,
    strike: priceToNumber(option.strike!),
    years: years(option),
    volatility,
  })

describe('6.13 a mark from the neighbours', () => {
  it.each<[string, Instrument, (readonly [Instrument, Mark])[], number]>([
    ['half way between two strikes', call(95_000), [marked(call(90_000), 0.5), marked(call(100_000), 0.6)], 0.55],
    ['a put from calls', put(95_000), [marked(call(90_000), 0.5), marked(call(100_000), 0.6)], 0.55],
    ['its own strike where the put is told', call(95_000), [marked(call(90_000), 0.5), marked(put(95_000), 0.7)], 0.7],
    ['beyond the last strike as there', call(140_000), [marked(call(90_000), 0.5), marked(call(100_000), 0.6)], 0.6],
    ['its own day before others', call(95_000), [marked(call(90_000), 0.5), marked(call(95_000, '26JUN26'), 0.9)], 0.5],
    ['beyond the last day as there', call(95_000, '26JUN26'), [marked(call(95_000), 0.5)], 0.5],
  ])('6.13 %s', (_title, option, marks, volatility) => {
    const mark = estimate(option, ...marks)!
    expect(mark.markIv).toBeCloseTo(volatility, 12)
    expect(mark.markPrice).toBeCloseTo(coin(option, volatility), 12)
    expect(mark).toMatchObject({ instrumentId: option.id, at: 5, underlyingPrice: FORWARD })
  })

  it('6.13 between two days the variance grows along time, and the forward moves along it', () => {
    const [near, middle, far] = [call(95_000, '30JAN26'), call(95_000, '27MAR26'), call(95_000, '26JUN26')]
    const mark = estimate(middle, marked(near, 0.4, 90_000), marked(far, 0.6, 92_000))!
    const share = (years(middle) - years(near)) / (years(far) - years(near))
    expect(mark.underlyingPrice).toBeCloseTo(90_000 + share * 2_000, 6)
    const variance = (1 - share) * 0.4 ** 2 * years(near) + share * 0.6 ** 2 * years(far)
    expect(mark.markIv).toBeCloseTo(Math.sqrt(variance / years(middle)), 12)
  })

  it('6.13 a future is estimated at the forward of its expiry', () => {
    expect(estimate(future('26JUN26'), marked(call(95_000, '26JUN26'), 0.5, 91_500))?.markPrice).toBe(91_500)
    expect(estimate(future('26JUN26'), marked(future('27MAR26'), undefined, 90_500))?.markPrice).toBe(90_500)
  })

  it('6.13 nothing is made of nothing', () => {
    expect(estimate(call(95_000))).toBeUndefined()
    expect(estimate(call(95_000), marked(future('27MAR26'), undefined))).toBeUndefined()
    expect(estimate(call(95_000), marked(listed('ETH-27MAR26-3000-C'), 0.5))).toBeUndefined()
  })

  it('6.13 an estimate is between the values of its neighbours', () => {
    const volatility = fc.double({ min: 0.1, max: 3, noNaN: true })
    fc.assert(
      fc.property(volatility, volatility, (low, high) => {
        const mark = estimate(call(95_000), marked(call(90_000), low), marked(call(100_000), high))!
        expect(mark.markIv).toBeGreaterThanOrEqual(Math.min(low, high) - 1e-12)
        expect(mark.markIv).toBeLessThanOrEqual(Math.max(low, high) + 1e-12)
        expect(mark.markPrice).toBeGreaterThan(0)
      }),
    )
  })
})
