import type { Leg, Order, Rfq, Side } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { ownInterest } from './own-interest.ts'

const leg = (instrumentId: number, side: Side, ratio = '1', price?: string): Leg => ({ instrumentId, side, ratio, price }) as Leg
type Market = Pick<Rfq, 'id' | 'legs' | 'venue' | 'state'>
const market = (id: string, legs: readonly Leg[], state: Rfq['state'] = 'OPEN', venue = 'DBT'): Market => ({ id, legs, venue, state })
const order = (rfqId: string, side: Side, price: string, state: Order['state'] = 'OPEN', resting = '25'): Order =>
  ({ id: `${rfqId} ${side} ${price}`, rfqId, side, price, resting, state }) as Order

const spread = [leg(1, 'BUY'), leg(2, 'SELL')]
const here = market('here', spread)

describe('own orders for the requested structure', () => {
  it.each<[string, Market, Order, readonly (readonly string[])[]]>([
    [
      'the same legs, in another order',
      market('a', [leg(2, 'SELL', '1.0'), leg(1, 'BUY')]),
      order('a', 'BUY', '0.04'),
      [['BUY', '0.04', '25']],
    ],
    ['the same turned round', market('a', [leg(1, 'SELL'), leg(2, 'BUY')]), order('a', 'BUY', '-0.04'), [['SELL', '0.04', '25']]],
    ['other legs', market('a', [leg(1, 'BUY'), leg(3, 'SELL')]), order('a', 'BUY', '0.04'), []],
    ['another ratio', market('a', [leg(1, 'BUY'), leg(2, 'SELL', '2')]), order('a', 'BUY', '0.04'), []],
    ['with a hedge beside', market('a', [...spread, leg(9, 'SELL', '0.5', '91000')]), order('a', 'BUY', '0.04'), []],
    ['at another venue', market('a', spread, 'OPEN', 'BIT'), order('a', 'BUY', '0.04'), []],
    ['in an RFQ that has ended', market('a', spread, 'CLOSED'), order('a', 'BUY', '0.04'), []],
    ['that rests no more', market('a', spread), order('a', 'BUY', '0.04', 'CLOSED', '0'), []],
    ['here itself', here, order('here', 'BUY', '0.04'), []],
  ])('%s', (_, rfq, rests, expected) => {
    const found = ownInterest(here, new Map([[rfq.id, rfq]]), [rests])
    expect(found.map(({ side, price, quantity }) => [side, price, quantity])).toEqual(expected)
  })

  // Proves A 10.16.
  it('is the best of each side', () => {
    const rests = [order('a', 'BUY', '0.03'), order('a', 'BUY', '0.04'), order('a', 'SELL', '0.06'), order('a', 'SELL', '0.05')]
    const found = ownInterest(here, new Map([['a', market('a', spread)]]), rests)
    expect(found.map(({ price }) => price)).toEqual(['0.04', '0.05'])
  })
})
