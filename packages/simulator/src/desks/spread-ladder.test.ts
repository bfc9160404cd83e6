import type { StrategyView } from '@parley/client'
import { describe, expect, it } from 'vitest'
import type { MakerStyle } from './how-to-quote.ts'
import { isDue, spreadAmount, spreadLadder, spreadWorth, type RestingRung } from './spread-ladder.ts'
import type { VenueMarks } from './venue-marks.ts'

const NOW = Date.UTC(2026, 10, 28)
const DAY_MS = 86_400_000
const leg = (name: string, days: number | undefined) => ({
  instrument_id: 1,
  instrument_name: name,
  expires_at: days === undefined ? 0 : (NOW + days * DAY_MS) * 1_000_000,
})
const spreadOf = (near: number | undefined, far: number): StrategyView =>
  ({
    venue: 'DBT',
    min_tick_size: '0.5',
    min_order_size: 1_000,
    min_block_size: 200_000,
    legs: [leg('NEAR', near), leg('FAR', far)],
  }) as unknown as StrategyView

const marks: VenueMarks = ({ venue_instrument_name: name }) => {
  const markPrice = { NEAR: 90_000, FAR: 90_400 }[name]
  return markPrice === undefined ? undefined : { instrumentId: 1, markPrice, underlyingPrice: 90_000, indexPrice: 90_000, at: NOW }
}

const style: MakerStyle = { lean: 0, width: 0.01, slowness: 1, isDeep: false }
const shown = (changes: Partial<MakerStyle> = {}, mark = 400) =>
  spreadLadder({ strategy: spreadOf(0, 30), style: { ...style, ...changes }, worth: { mark, premium: 500 }, blocks: 2 })

describe('the value of a listed spread to a desk', () => {
  it('is the later mark minus the nearer one, and less certain the further apart they are', () => {
    const [short, long, perpetual] = [spreadOf(10, 20), spreadOf(10, 375), spreadOf(undefined, 365)].map((one) =>
      spreadWorth(one, marks, NOW),
    )
    expect([short!.mark, long!.mark]).toEqual([400, 400])
    expect(long!.premium).toBe(perpetual!.premium)
    expect(long!.premium).toBeGreaterThan(1.9 * short!.premium)
  })

  it('is undefined while a leg has no mark', () => {
    const unknown: VenueMarks = (one) => (one.venue_instrument_name === 'FAR' ? undefined : marks(one))
    expect(spreadWorth(spreadOf(10, 20), unknown, NOW)).toBeUndefined()
  })
})

describe("a maker's ladder of a listed spread", () => {
  it('is on both sides of the mark, on the step of the spread, larger further out', () => {
    expect(shown().map(({ place, price, amount }) => [place, price, amount])).toEqual([
      ['BUY 0', '395.0', '400000'],
      ['SELL 0', '405.0', '400000'],
      ['BUY 1', '390.5', '800000'],
      ['SELL 1', '409.5', '800000'],
    ])
  })

  it('is rounded away from the mark, and may cross zero', () => {
    expect(shown({}, 0.3).map(({ price }) => price)).toEqual(['-5.0', '5.5', '-9.5', '10.0'])
  })

  it('has three prices on a side for a deep maker, and follows its skew', () => {
    expect(shown({ isDeep: true, lean: 0.5 }).map(({ price }) => price)).toEqual(['397.5', '407.5', '393.0', '412.0', '388.5', '416.5'])
  })

  it('is never closer to the mark than a step', () => {
    expect(shown({ width: 0.000_01 }).map(({ price }) => price)).toEqual(['399.5', '400.5', '399.0', '401.0'])
  })

  it('of any two makers never crosses that of the other', () => {
    const [low, high] = [shown({ lean: -0.5 }), shown({ lean: 0.5 })]
    expect(Number(high[0]!.price)).toBeLessThan(Number(low[1]!.price))
  })

  const [top, , outer] = shown()
  const resting = (price: string, left = '400000'): RestingRung => ({ price, amount: '400000', resting: left })
  it.each([
    ['is placed where it is missing', top!, undefined, true],
    ['stays where the mark has hardly moved', top!, resting('397.0'), false],
    ['follows the mark further than that', top!, resting('397.5'), true],
    ['stays longer where it stands further out', outer!, resting('393.5'), false],
    ['stays while most of it rests', top!, resting('395.0', '200000'), false],
    ['is shown whole again when most of it has traded', top!, resting('395.0', '199000'), true],
  ] as const)('%s', (_, wished, known, is) => {
    expect(isDue(wished, known)).toBe(is)
  })

  it('has amounts in the increments of the spread', () => {
    expect(spreadAmount({ ...spreadOf(0, 30), min_block_size: 0.1, min_order_size: 0.001 }, 3)).toBe('0.300')
  })
})
