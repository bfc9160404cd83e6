import { bookOf, type Level } from '@parley/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../exchange/random.ts'
import { atSpeed, scenarios } from './scenario.ts'
import { bestOf, drawPlan, whenToTrade, type Plan, type Sight } from './when-to-trade.ts'

const seeds = fc.integer({ min: 1, max: 1_000_000 })

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

describe('the best of a book', () => {
  const level = (id: string, side: 'BUY' | 'SELL', price: string, createdAt: number): Level => ({
    ...{ id, number: undefined, audience: 'DIRECT', rfqId: 'r_1', side, price, quantity: '25', deskName: undefined },
    ...{ createdAt, updatedAt: createdAt },
  })
  const best = (...levels: Level[]) => bestOf(bookOf({ audience: 'DIRECT' }, levels))

  it('is the better price, then the older order, on each side', () => {
    const book = [
      level('far', 'SELL', '0.044', 1),
      level('low', 'BUY', '0.0405', 1),
      level('early', 'SELL', '0.043', 2),
      level('late', 'SELL', '0.043', 3),
      level('high', 'BUY', '0.041', 4),
    ]
    expect(best(...book)).toMatchObject({ bid: { orderId: 'high', priceText: '0.041' }, ask: { orderId: 'early', priceText: '0.043' } })
  })

  it('below zero the higher number is still the better bid', () => {
    expect(best(level('a', 'BUY', '-0.002', 1), level('b', 'BUY', '-0.001', 2)).bid?.orderId).toBe('b')
    expect(best(level('a', 'SELL', '-0.002', 1), level('b', 'SELL', '-0.001', 2)).ask?.orderId).toBe('a')
  })

  it('is undefined without quotes', () => {
    expect(best()).toEqual({ bid: undefined, ask: undefined })
  })
})
