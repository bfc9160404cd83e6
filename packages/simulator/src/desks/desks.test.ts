import type { InstrumentView } from '@parley/contracts'
import { price, quantity, ratio, type Instrument, type Mark, type Structure } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../deribit/random.ts'
import { expiriesOf, nearestDelta } from './chain.ts'
import { drawMood, drawStyle, fairness, hasMoved, leaning, twoWay } from './how-to-quote.ts'
import { atSpeed, scenarios } from './scenario.ts'
import { whatToAsk } from './what-to-ask.ts'
import { cheapest, type Offer } from './what-to-take.ts'
import { drawPlan, whenToTrade, type Plan, type Sight } from './when-to-trade.ts'

const DAY = 86_400_000
const noon = 1_800_000_000_000
const strikes = [70, 80, 90, 95, 100, 105, 110, 120, 130].map((thousands) => thousands * 1000)

/** Two expiries of calls and puts around 100,000, with deltas that fall in strike. */
const listed: InstrumentView[] = [7, 70].flatMap((days) =>
  strikes.flatMap((strike) =>
    (['CALL', 'PUT'] as const).map(
      (kind) =>
        ({
          id: days * 1_000_000 + strike + (kind === 'PUT' ? 1 : 0),
          option_kind: kind,
          strike: String(strike),
          expires_at: noon + days * DAY,
          base_currency: 'BTC',
          quote_currency: 'BTC',
          min_block_size: '25',
        }) as InstrumentView,
    ),
  ),
)
const callDelta = (strike: number): number => 1 / (1 + Math.exp((strike - 100_000) / 12_000))
const deltaOf = (id: number): number => (id % 10 === 1 ? callDelta(Math.floor((id % 1_000_000) / 10) * 10) - 1 : callDelta(id % 1_000_000))
const expiries = expiriesOf(listed, 'BTC', { from: noon, to: noon + 100 * DAY }, deltaOf)
const makers = ['HALY', 'MERI', 'NORT', 'TIDE', 'LARK', 'KEST']

const seeds = fc.integer({ min: 1, max: 1_000_000 })

describe('what a taker asks for', () => {
  const ask = (seed: number) => whatToAsk(createRandom(seed, 'test'), { expiries, makers, newcomersMaker: 'LIND', newcomersShare: 0.5 })!

  it('the chain is read by expiry, each with its calls and puts in order of strike', () => {
    expect(expiries.map(({ calls, puts }) => [calls.length, puts.length])).toEqual([[9, 9], [9, 9]]) // prettier-ignore
    expect(nearestDelta(expiries[0]!.calls, 0.5).strike).toBe(100_000)
    expect(nearestDelta(expiries[0]!.puts, 0.25).strike).toBe(90_000)
  })

  it('one seed asks for one thing', () => {
    expect(ask(7)).toEqual(ask(7))
  })

  it('is always a structure of different options, at or above the minimum block, to three makers or more', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { legs, quantity, makers: asked } = ask(seed)
        expect(new Set(legs.map(({ option }) => option.id)).size).toBe(legs.length)
        expect(quantity).toBeGreaterThanOrEqual(25)
        expect(quantity % 25).toBe(0)
        expect(new Set(asked).size).toBe(asked.length)
        expect(asked.length).toBeGreaterThanOrEqual(3)
      }),
    )
  })

  it('over a day it is of every kind, and the newcomer is asked about as often as is wished', () => {
    const day = Array.from({ length: 600 }, (_, seed) => ask(seed + 1))
    expect([...new Set(day.map(({ legs }) => legs.length))].sort()).toEqual([1, 2, 3, 4])
    expect(new Set(day.flatMap(({ legs }) => legs.map(({ option }) => option.expiresAt))).size).toBe(2)
    const share = day.filter(({ makers: asked }) => asked.includes('LIND')).length / day.length
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.6)
    expect(day.some(({ isAnonymous }) => isAnonymous)).toBe(true)
  })
})

/** A call of its own expiry for each leg, so that no order of strikes binds them. */
const instrument = (place: number): Instrument => ({
  id: place,
  name: `BTC-${place}JAN27-100000-C`,
  venue: 'DBT',
  productCode: 'DO',
  kind: 'OPTION',
  baseCurrency: 'BTC',
  quoteCurrency: 'BTC',
  clearingCurrency: 'BTC',
  marginKind: 'INVERSE',
  optionKind: 'CALL',
  strike: price('100000'),
  contractSize: quantity('1'),
  tickSize: price('0.0005'),
  tickSizeSteps: [],
  quantityIncrement: quantity('0.1'),
  minBlockSize: quantity('25'),
  state: 'ACTIVE',
})
const anyMarket = fc
  .array(
    fc.record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      mark: fc.double({ min: 0.005, max: 0.2, noNaN: true }),
      ratio: fc.constantFrom('1', '2'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((drawn) => {
    const legs = drawn.map((leg, place) => ({
      instrument: instrument(place + 1),
      side: drawn.length === 1 ? ('BUY' as const) : leg.side,
      ratio: ratio(leg.ratio),
    }))
    const marks = drawn.map(
      (leg, place): Mark => ({ instrumentId: place + 1, markPrice: leg.mark, underlyingPrice: 1e5, indexPrice: 1e5, at: noon }),
    )
    return { structure: { legs } satisfies Structure, markOf: (id: number) => marks[id - 1] }
  })

describe('how a maker quotes', () => {
  it('the bid is below the ask, both stand near the mark, and every leg is on its tick', () => {
    fc.assert(
      fc.property(seeds, anyMarket, (seed, { structure, markOf }) => {
        const style = drawStyle(createRandom(seed, 'style'))
        const fair = fairness(structure, markOf, style, 1)!
        const { bid, ask } = twoWay(structure, markOf, style, fair)
        for (const quote of [bid, ask]) {
          if (quote === undefined) continue
          expect(quote.legs.every((leg) => leg % price('0.0005') === 0)).toBe(true)
          expect(Math.abs(quote.price / 1e8 - fair.mark)).toBeLessThan(2 * fair.halfWidth + 0.0021)
        }
        if (bid !== undefined && ask !== undefined) expect(bid.price).toBeLessThan(ask.price)
      }),
    )
  })

  it('without the mark of a leg there is no opinion', () => {
    const structure: Structure = { legs: [{ instrument: instrument(1), side: 'BUY', ratio: ratio('1') }] }
    expect(fairness(structure, () => undefined, drawStyle(createRandom(1, 'style')), 1)).toBeUndefined()
  })

  it('a quote follows the mark once it has moved by a good part of the width', () => {
    const before = { mark: 0.05, halfWidth: 0.001 }
    expect(hasMoved(before, { mark: 0.0502, halfWidth: 0.001 })).toBe(false)
    expect(hasMoved(before, { mark: 0.0495, halfWidth: 0.001 })).toBe(true)
  })

  it('who has bought quotes lower, and never so low that the own bid leaves the mark behind', () => {
    const style = { lean: 0, width: 0.01, slowness: 1, isDeep: false }
    expect([-9, -1, 0, 1, 9].map((position) => leaning(style, position).lean)).toEqual([0.8, 1 / 3, 0, -1 / 3, -0.8])
  })

  it('a newcomer always sees both sides', () => {
    fc.assert(fc.property(seeds, (seed) => drawMood(createRandom(seed, 'mood'), true).shows === 'BOTH'))
  })
})

const at = (price: number) => ({ orderId: 'o', price, priceText: String(price), quantity: '25' })
const plan = (more: Partial<Plan>): Plan => ({ wants: 'BUY', patienceMs: 1000, tolerance: 1, atTheEnd: 'CANCEL', ...more })
const sight = (more: Partial<Sight>): Sight => ({ ageMs: 1500, bid: at(0.041), ask: at(0.043), mark: 0.042, ...more })

const decisions: [name: string, plan: Plan, sight: Sight, move: string][] = [
  ['it waits while it is patient', plan({}), sight({ ageMs: 900 }), 'WAIT'],
  ['a buyer lifts the ask', plan({}), sight({}), 'TRADE BUY 0.043'],
  ['a seller hits the bid', plan({ wants: 'SELL' }), sight({}), 'TRADE SELL 0.041'],
  ['one who only looks leaves', plan({ wants: 'LOOK' }), sight({}), 'CANCEL'],
  ['or lets it expire', plan({ wants: 'LOOK', atTheEnd: 'LET_EXPIRE' }), sight({}), 'WAIT'],
  ['a price far from the mark is waited out', plan({ tolerance: 0.6 }), sight({ ask: at(0.06), bid: at(0.059) }), 'WAIT'],
  ['without quotes there is nothing to do yet', plan({}), sight({ bid: undefined, ask: undefined }), 'WAIT'],
  ['and in the end it goes', plan({}), sight({ bid: undefined, ask: undefined, ageMs: 2500 }), 'CANCEL'],
]

describe('when a taker trades', () => {
  it.each(decisions)('%s', (_, given, seen, then) => {
    const move = whenToTrade(given, seen)
    expect(move.kind === 'TRADE' ? `TRADE ${move.side} ${move.best.price}` : move.kind).toBe(then)
  })

  it('after the opening every RFQ is meant to trade', () => {
    fc.assert(fc.property(seeds, (seed) => drawPlan(createRandom(seed, 'plan'), scenarios.calm, true).wants !== 'LOOK'))
  })

  it('twice the speed halves every wait', () => {
    expect(atSpeed(scenarios.calm, 2)).toMatchObject({ askEveryMs: 15_000, makerRoundMs: 2_500, burst: scenarios.calm.burst })
  })
})

const offer = (side: 'BUY' | 'SELL', price: number): Offer<string> => ({
  book: `${side} ${price}`,
  side,
  price,
  priceText: String(price),
  quantity: '25',
  mark: 0.05,
})

describe('what a taker takes from the order book', () => {
  it('the offer that costs the least beside the mark, on either side', () => {
    expect(cheapest([offer('BUY', 0.051), offer('SELL', 0.0495), offer('BUY', 0.0508)])?.book).toBe('SELL 0.0495')
    expect(cheapest([offer('BUY', 0.0502), offer('SELL', 0.0495)])?.book).toBe('BUY 0.0502')
  })

  it('nothing that is far from the mark, and nothing from empty books', () => {
    expect(cheapest([offer('BUY', 0.053), offer('SELL', 0.047)])).toBeUndefined()
    expect(cheapest([])).toBeUndefined()
  })
})
