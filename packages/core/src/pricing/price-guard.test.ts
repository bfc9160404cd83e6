import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardPrice, worstAcceptedPrice, type GuardFigures, type PriceGuard } from './price-guard.ts'

const spread: GuardFigures = { mark: 0.05, largestLegMark: 0.06, venuePrice: undefined, tick: 0.0001 }
const collar: GuardFigures = { mark: -0.0002, largestLegMark: 0.02, venuePrice: undefined, tick: 0.0001 }

// The side and the price, the figures, and what the guard requires.
const table: [side: 'BUY' | 'SELL', price: number, figures: GuardFigures, guard: PriceGuard, why: string][] = [
  ['BUY', 0.05, spread, 'FREE', 'the mark'],
  ['BUY', 0.055, spread, 'FREE', 'exactly 10 per cent'],
  ['BUY', 0.0551, spread, 'WARN', 'beyond 10'],
  ['BUY', 0.0625, spread, 'WARN', 'exactly 25'],
  ['BUY', 0.0626, spread, 'TYPE_TWICE', 'beyond 25'],
  ['BUY', 0.075, spread, 'TYPE_TWICE', 'exactly 50'],
  ['BUY', 0.0751, spread, 'REFUSE', 'beyond 50'],
  ['BUY', 0.5, spread, 'REFUSE', 'one slipped digit'],
  ['BUY', 0.005, spread, 'FREE', 'a slipped digit that can only be good'],
  ['SELL', 0.045, spread, 'FREE', 'exactly 10 per cent below'],
  ['SELL', 0.0449, spread, 'WARN', 'beyond 10 below'],
  ['SELL', 0.0374, spread, 'TYPE_TWICE', 'beyond 25 below'],
  ['SELL', 0.0249, spread, 'REFUSE', 'beyond 50 below'],
  ['SELL', 0.5, spread, 'FREE', 'far above is good for a seller'],
  ['BUY', 0.0512, { ...spread, venuePrice: 0.0511 }, 'WARN', 'worse than the venue itself'],
  ['BUY', 0.0511, { ...spread, venuePrice: 0.0511 }, 'FREE', 'as good as the venue'],
  ['SELL', 0.0488, { ...spread, venuePrice: 0.0489 }, 'WARN', 'worse than the venue itself'],
  ['BUY', 0.0003, collar, 'FREE', 'five ticks are never far'],
  ['BUY', 0.0004, collar, 'WARN', 'six ticks of a small mark'],
  ['BUY', 0.0018, collar, 'TYPE_TWICE', 'twenty ticks: half the measure of a structure of almost nothing'],
  ['BUY', 0.0019, collar, 'REFUSE', 'twenty-one'],
  ['SELL', -0.0023, collar, 'REFUSE', 'a worse negative price'],
  ['SELL', 0.0003, collar, 'FREE', 'better than the mark'],
  ['BUY', 0.05, { ...spread, mark: undefined, largestLegMark: undefined }, 'WARN', 'no mark to compare it with'],
  ['BUY', 0.001, { ...spread, mark: 0, largestLegMark: 0 }, 'REFUSE', 'a structure that is worth nothing'],
  ['BUY', 0.0751, { ...spread, deskPercent: 50 }, 'REFUSE', 'a limit of the desk that is no wider changes nothing'],
  ['BUY', 0.0751, { ...spread, deskPercent: 20 }, 'REFUSE', 'a narrower one speaks for itself'],
  ['BUY', 0.0751, { ...spread, deskPercent: 100 }, 'TYPE_TWICE', 'a wider limit is the last step'],
  ['BUY', 0.1001, { ...spread, deskPercent: 100 }, 'REFUSE', 'beyond the wider limit'],
]

describe('11.9 the guard of a price', () => {
  it.each(table)('%s %d of %o: %s, %s', (side, price, figures, guard) => expect(guardPrice(side, price, figures).guard).toBe(guard))

  it('measures how far it is on the losing side, in per cent of the mark', () => {
    expect(guardPrice('BUY', 0.051, spread).percent).toBeCloseTo(2, 9)
    expect(guardPrice('SELL', 0.051, spread).percent).toBeCloseTo(-2, 9)
    expect(guardPrice('SELL', 0.051, { ...spread, mark: undefined }).percent).toBeUndefined()
  })

  const figures = fc.record({
    mark: fc.integer({ min: -5_000, max: 5_000 }).map((ticks) => ticks / 10_000),
    more: fc.integer({ min: 0, max: 5_000 }).map((ticks) => ticks / 10_000),
    tick: fc.constantFrom(0.0001, 0.0005),
    deskPercent: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  })
  it('takes the worst price that it names and refuses the next tick, on both sides of every mark', () => {
    fc.assert(
      fc.property(fc.constantFrom('BUY' as const, 'SELL' as const), figures, (side, { mark, more, ...rest }) => {
        const known = { mark, largestLegMark: Math.abs(mark) + more, venuePrice: undefined, ...rest }
        const worst = worstAcceptedPrice(side, known)!
        const next = worst + (side === 'BUY' ? 1 : -1) * rest.tick
        expect(guardPrice(side, worst, known).guard).not.toBe('REFUSE')
        expect(guardPrice(side, next, known).guard).toBe('REFUSE')
      }),
      { numRuns: 2_000 },
    )
  })
})
