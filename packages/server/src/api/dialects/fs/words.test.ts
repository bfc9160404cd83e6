/** The published types and values of /v1/fs. */
import { price, quantity, type Instant, type Order } from '@parley/core'
import fc from 'fast-check'
import type { SpreadBookDeltaView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { merged } from './book-channel.ts'
import { amounts, nanoseconds, sizeOf, stepText } from './figures.ts'
import { numberOfId, publishedId } from './ids.ts'
import { readOrder, readReplacement } from './read-order.ts'

describe('figures', () => {
  // Proves T 3.44, T 9.20, W 6.5.
  it('are nanoseconds whose digits JSON keeps, and which divided by a million are the milliseconds again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_500_000_000_000, max: 4_000_000_000_000 }), (ms) => {
        expect(JSON.stringify(nanoseconds(ms))).toBe(`${ms}000000`)
        expect(Math.round((JSON.parse(JSON.stringify(nanoseconds(ms))) as number) / 1e6)).toBe(ms)
      }),
    )
  })

  // Proves W 6.4.
  it('are sizes as numbers, steps with a decimal point, and amounts whole and exact', () => {
    expect([sizeOf(quantity('0.01')), sizeOf(quantity('200000')), stepText(price('1')), stepText(price('0.05'))]).toEqual([
      0.01,
      200_000,
      '1.0',
      '0.05',
    ])
    expect(amounts('best_bid_amount', quantity('11420.5'))).toEqual({ best_bid_amount: 11_420, best_bid_amount_decimal: '11420.5' })
  })
})

describe('ids', () => {
  it('are eighteen digits as text, and lead back to their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (number) => {
        expect(publishedId(number)).toMatch(/^\d{18}$/)
        expect(numberOfId(publishedId(number))).toBe(number)
      }),
    )
  })

  it.each(['', '7', '200000000000000007', '1000000000000000070', '199999999999999999'])('%j is not one of ours', (id) => {
    expect(numberOfId(id)).toBeUndefined()
  })
})

const asked = { strategy_id: '1', side: 'BUY', price: '990', amount: '100000' } as const
const old = {
  ...{ price: price('990'), quantity: quantity('300000'), filled: quantity('100000'), pending: 0, canceled: 0 },
  ...{ timeInForce: 'GTD', isPostOnly: true, expiresAt: 5_000 },
} as Order

describe('the body of an order', () => {
  it.each<[string, object, object]>([
    ['is limited and rests unless it says otherwise', {}, { price: 990e8, timeInForce: 'GTC', isPostOnly: false }],
    ['may say its amount exactly', { amount: null, amount_decimal: '100000.5' }, { quantity: 100_000.5e6 }],
    ['may have the whole part beside the exact amount', { amount: '100000', amount_decimal: '100000.5' }, { quantity: 100_000.5e6 }],
    ['at the market has neither price nor rest', { type: 'MARKET', price: null }, { price: undefined, timeInForce: 'IOC', isMarket: true }],
    [
      'may end at a time of its own, in seconds from now',
      { time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 10 },
      { timeInForce: 'GTD', restsMs: 10_000 },
    ],
    [
      'may last thirty days',
      { time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 2_592_000 },
      { timeInForce: 'GTD', restsMs: 30 * 86_400_000 },
    ],
    ['may say nothing of an end', { expires_in: 0 }, { timeInForce: 'GTC' }],
    ['may say an end beside trading at once', { time_in_force: 'IMMEDIATE_OR_CANCEL', expires_in: 9 }, { timeInForce: 'IOC' }],
    ['may cancel its own', { own_orders: 'CANCEL_RESTING' }, { ownOrders: 'CANCEL_RESTING' }],
  ])('17.3 %s', (_title, more, terms) => {
    expect(readOrder({ ...asked, ...more })).toMatchObject(terms)
  })

  it.each<[string, object, string]>([
    ['of two amounts', { amount: '1', amount_decimal: '2' }, 'InvalidParams'],
    ['with no amount', { amount: null }, 'InvalidParams'],
    ['of too many digits', { amount: '1.0000001' }, 'QuantityOffIncrement'],
    ['with a price of too many digits', { price: '1.000000001' }, 'PriceOffTick'],
    ['without a price', { price: null }, 'OrderPriceMissing'],
    ['at the market, to rest', { type: 'MARKET', time_in_force: 'GOOD_TILL_CANCELED' }, 'TypeNotAllowed'],
    ['to end at once', { time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 0 }, 'TypeNotAllowed'],
    ['to end later than in thirty days', { time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 2_592_001 }, 'TypeNotAllowed'],
    ['to end in nanoseconds', { time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 60_000_000_000 }, 'TypeNotAllowed'],
    ['to end without the word for it', { expires_in: 60 }, 'TypeNotAllowed'],
    ['to end at no time', { time_in_force: 'GOOD_TILL_EXPIRES' }, 'TypeNotAllowed'],
  ])('17.2 %s is refused', (_title, more, refused) => {
    expect(readOrder({ ...asked, ...more })).toMatchObject({ refused })
  })

  it('17.3 a time in another unit is refused with the unit that is accepted', () => {
    const inMs = { ...asked, time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 60_000_000 } as const
    expect(readOrder(inMs)).toMatchObject({ message: 'expires_in must be in seconds, from 1 to 2592000 (30 days).', field: 'expires_in' })
  })

  it.each<[string, object, object]>([
    [
      'price alone: what rests, until it would have ended',
      { price: '991' },
      { price: 991e8, quantity: 200_000e6, timeInForce: 'GTD', restsMs: 4_000, isPostOnly: true },
    ],
    ['amount alone', { amount: '500000' }, { price: 990e8, quantity: 500_000e6 }],
    ['time', { time_in_force: 'GOOD_TILL_CANCELED' }, { timeInForce: 'GTC', isPostOnly: true }],
    ['end', { time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 9 }, { restsMs: 9_000 }],
    ['type: at the market it cannot be post-only', { type: 'MARKET' }, { price: undefined, timeInForce: 'IOC', isPostOnly: false }],
  ])('17.7 is replaced by its %s', (_title, body, terms) => {
    expect(readReplacement(body, old, 1_000 as Instant)).toMatchObject(terms)
  })
})

describe('changes of a book that are merged', () => {
  const prices = ['1', '2', '3']
  const row = fc.record({ price: fc.constantFrom(...prices), amount: fc.integer({ min: 0, max: 3 }) })
  const side = fc.uniqueArray(row, { selector: ({ price: at }) => at, maxLength: 3 })
  type Rows = readonly { readonly price: string; readonly amount: number }[]
  const put = (book: Map<string, number>, rows: Rows) =>
    rows.forEach(({ price: at, amount }) => (amount === 0 ? book.delete(at) : book.set(at, amount)))

  it('leave the same book as one after the other, and span their numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ bids: side, asks: side }), { minLength: 2, maxLength: 8 }), (changes) => {
        const deltas = changes.map(({ bids, asks }, at): SpreadBookDeltaView => {
          const rows = (of: Rows) => of.map((one) => ({ ...one, amount_decimal: String(one.amount) }))
          return { id: '1', level: 'L2', seq_id: at + 1, prev_seq_id: at, last_updated: 0, bids: rows(bids), asks: rows(asks) }
        })
        const whole = deltas.reduce(merged)
        expect([whole.prev_seq_id, whole.seq_id]).toEqual([0, deltas.length])
        for (const at of ['bids', 'asks'] as const) {
          const [one, other] = [new Map<string, number>(), new Map<string, number>()]
          for (const delta of deltas) put(one, delta[at])
          put(other, whole[at])
          expect([...other].sort()).toEqual([...one].sort())
        }
      }),
    )
  })
})
