import type { AnyOrder, Level, Order } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { bookRfqOf, levelOf, orderOf, spreadOrderOf } from '../../../test/model.ts'
import { orderOutcome, orderType } from './order-labels.ts'
import { countSides, type Layers, layersOf, ofBoth, ordersOf, type OwnRow, ownRows } from './own-quotes.ts'
import { isCovered, pullPlan } from './pull-plan.ts'

type Side = 'BUY' | 'SELL'
const order = (id: string, side: Side, price: string, change: Partial<Order> = {}) =>
  orderOf({ id, side, price, quantity: '100', createdAt: 5, description: 'Call\n100k', ...change })
const quote = (number: number, side: Side, price: string, change: Partial<Order> = {}) =>
  orderOf({ id: `g_${number}`, number, audience: 'ORDER_BOOK', rfqId: 'g_7', rfqNumber: 7, side, price, quantity: '50', isPostOnly: true, baseCurrency: 'ETH', createdAt: 9, description: 'Put', ...change }) // prettier-ignore
const shown = ({ id, side, price, resting: quantity }: Order): Level =>
  levelOf({ id, audience: 'ORDER_BOOK', rfqId: 'g_7', side, price, quantity })
const known = (
  orders: readonly AnyOrder[],
  book: readonly Order[] = orders.filter((one): one is Order => one.audience === 'ORDER_BOOK'),
) => ({
  orders,
  rfqs: new Map([['g_7', bookRfqOf({ id: 'g_7', baseCurrency: 'ETH', tickSize: '0.0001' })]]),
  marks: new Map(),
  levelsByRfq: new Map([['g_7', book.map(shown)]]),
})

/** Each row as a bid and an ask. */
const rowsOf = (orders: readonly AnyOrder[], layers: Layers = layersOf(orders, new Map()), book?: readonly Order[]) =>
  ownRows(known(orders, book), layers)
const pairs = (rows: readonly OwnRow[]) => rows.map(({ bid, ask }) => `${bid?.order.id ?? ''} | ${ask?.order.id ?? ''}`)

describe('all my quotes', () => {
  it('are the resting ones of every audience, without closed ones and those at the venue', () => {
    const closed = order('o_2', 'BUY', '0.01', { state: 'CLOSED' })
    const settling = quote(2, 'BUY', '0.01', { state: 'CLOSED' })
    const rows = rowsOf([order('o_1', 'BUY', '0.01'), closed, quote(1, 'SELL', '0.02'), settling])
    expect(pairs(rows)).toEqual([' | g_1', 'o_1 | '])
    expect(rows[0]).toMatchObject({ baseCurrency: 'ETH', ask: { order: { number: 1 } } })
    const { order: own } = rows[0]!.ask!
    expect([orderType(own), orderOutcome(own).status]).toEqual(['Limit GTC PO', 'Working'])
  })

  it('have a row for each layer of a market, the best prices in the first, and the last changed market first', () => {
    const orders = [
      order('o_1', 'BUY', '0.01'),
      quote(1, 'BUY', '0.01'),
      quote(2, 'BUY', '0.02'),
      quote(3, 'SELL', '0.04'),
      quote(4, 'SELL', '0.03'),
      quote(5, 'SELL', '0.05'),
    ]
    expect(pairs(rowsOf(orders))).toEqual(['g_2 | g_4', 'g_1 | g_3', ' | g_5', 'o_1 | '])
  })

  it('are not paired with quotes of another label, and each limit of a taker has its own row', () => {
    const limit = { kind: 'CROSS' } as const
    const orders = [
      quote(1, 'BUY', '0.01', { label: 'a' }),
      quote(2, 'SELL', '0.02', { label: 'b' }),
      order('o_1', 'BUY', '0.01', limit),
      order('o_2', 'SELL', '0.02', limit),
    ]
    expect(pairs(rowsOf(orders)).sort()).toEqual([' | g_2', ' | o_2', 'g_1 | ', 'o_1 | '])
  })

  it('stay in their rows when another leaves, and the next takes the free side', () => {
    const [bid, lower, ask, higher] = [quote(1, 'BUY', '0.02'), quote(2, 'BUY', '0.01'), quote(3, 'SELL', '0.03'), quote(4, 'SELL', '0.04')]
    const first = layersOf([bid, lower, ask, higher], new Map())
    const left = [lower, ask, higher]
    const second = layersOf(left, first)
    expect(pairs(rowsOf(left, second))).toEqual([' | g_3', 'g_2 | g_4'])
    const next = [...left, quote(5, 'BUY', '0.005')]
    expect(pairs(rowsOf(next, layersOf(next, second)))).toEqual(['g_5 | g_3', 'g_2 | g_4'])
  })

  it('know how many ticks they are from the best price where the book is seen', () => {
    const book = [quote(1, 'BUY', '0.02'), quote(2, 'BUY', '0.0202'), quote(4, 'SELL', '0.0299'), quote(5, 'SELL', '0.03')]
    const rows = rowsOf([order('o_1', 'BUY', '0.01'), book[0]!, quote(3, 'SELL', '0.0299')], undefined, book)
    expect(rows.map(({ bid, ask }) => [bid?.toBest, ask?.toBest])).toEqual([
      [-2, 0],
      [undefined, undefined],
    ])
    expect(countSides(rows.flatMap(ordersOf))).toEqual({ bids: 2, asks: 1 })
  })

  it('17.2 are orders of listed spreads too, in pairs of one strategy, with the digits of its step', () => {
    const rows = rowsOf([
      spreadOrderOf({ id: '1', side: 'BUY', price: '1132' }),
      spreadOrderOf({ id: '2', side: 'SELL', price: '1133' }),
      order('o_1', 'BUY', '0.01'),
    ])
    expect(pairs(rows)).toEqual(['o_1 | ', '1 | 2'])
    expect(rows[1]).toMatchObject({
      audience: 'SPREADS',
      strategy: 'Future Spread · 26 DEC 25 / 27 MAR 26',
      baseCurrency: 'BTC',
      decimals: 1,
    })
    expect([rows[1]!.bid!.toBest, rows[1]!.mark]).toEqual([undefined, undefined])
  })

  it('show a text of both sides once if it is equal', () => {
    const [row] = rowsOf([quote(1, 'BUY', '0.01'), quote(2, 'SELL', '0.02', { isPostOnly: false })])
    expect(ofBoth(row!, ({ order: own }) => own.timeInForce)).toBe('GTC')
    expect(ofBoth(row!, ({ order: own }) => orderType(own))).toBe('Limit GTC PO / Limit GTC')
  })
})

describe('11.7 exactly the visible orders are cancelled', () => {
  it.each([
    ['everything', { choice: 'ALL', currency: 'ALL' }, [{ kind: 'ALL', body: {} }]],
    ['one side of one audience', { choice: 'ORDER_BOOK', currency: 'ALL', side: 'SELL' }, [{ kind: 'ALL', body: { flow: 'ob', side: 'SELL' } }]],
    ['the bids in a currency', { choice: 'ALL', currency: 'BTC', side: 'BUY' }, [{ kind: 'IN_CURRENCY', scope: { audience: 'DIRECT', baseCurrency: 'BTC', side: 'BUY' } }, { kind: 'IN_CURRENCY', scope: { audience: 'ORDER_BOOK', baseCurrency: 'BTC', side: 'BUY' } }]],
    ['one audience in a currency', { choice: 'DIRECT', currency: 'ETH' }, [{ kind: 'IN_CURRENCY', scope: { audience: 'DIRECT', baseCurrency: 'ETH' } }]],
    ['spreads alone', { choice: 'SPREADS', currency: 'ALL' }, [{ kind: 'ALL', body: { flow: 'fs' } }]],
    ['spreads in a currency', { choice: 'SPREADS', currency: 'BTC', side: 'SELL', shown: [{ audience: 'SPREADS', venue: 'DBT' }, { audience: 'DIRECT', venue: 'BYB' }] }, [{ kind: 'ALL', body: { flow: 'fs', product: 'CF', side: 'SELL' } }]],
    ['all flows in a currency', { choice: 'ALL', currency: 'ETH', shown: [{ audience: 'SPREADS', venue: 'DBT' }] }, [{ kind: 'IN_CURRENCY', scope: { audience: 'DIRECT', baseCurrency: 'ETH' } }, { kind: 'IN_CURRENCY', scope: { audience: 'ORDER_BOOK', baseCurrency: 'ETH' } }, { kind: 'ALL', body: { flow: 'fs', product: 'AZ' } }]],
  ] as const)('%s', (_name, scope, calls) => expect(pullPlan({ shown: [], ...scope })).toEqual(calls)) // prettier-ignore

  it.each([
    ['everything', {}, [true, true]],
    ['spreads', { flow: 'fs' }, [true, false]],
    ['spreads of its product', { flow: 'fs', product: 'CF' }, [true, false]],
    ['spreads of another product', { flow: 'fs', product: 'AZ' }, [false, false]],
    ['the other side', { side: 'SELL' }, [false, false]],
    ['direct RFQs', { flow: 'drfq' }, [false, true]],
  ] as const)('and what is covered by a call for %s is known before it is sent', (_name, body, covered) =>
    expect([spreadOrderOf(), orderOf()].map((one) => isCovered(one, { kind: 'ALL', body }))).toEqual(covered),
  )
})
