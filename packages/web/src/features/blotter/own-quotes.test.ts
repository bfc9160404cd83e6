import type { Level, Order } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { levelOf, orderOf } from '../../../test/model.ts'
import { orderOutcome, orderType } from './order-words.ts'
import { countSides, ownQuotes, withHeads } from './own-quotes.ts'
import { pullPlan } from './pull-plan.ts'

type Side = 'BUY' | 'SELL'
const order = (id: string, side: Side, price: string, change: Partial<Order> = {}) =>
  orderOf({ id, side, price, quantity: '100', createdAt: 5, description: 'Call\n100k', ...change })
const quote = (number: number, side: Side, price: string, change: Partial<Order> = {}) =>
  orderOf({ id: `g_${number}`, number, audience: 'ORDER_BOOK', rfqId: 'g_7', rfqNumber: 7, side, price, quantity: '50', isPostOnly: true, baseCurrency: 'ETH', createdAt: 9, description: 'Put', ...change }) // prettier-ignore
const shown = ({ id, side, price, resting: quantity }: Order): Level =>
  levelOf({ id, audience: 'ORDER_BOOK', rfqId: 'g_7', side, price, quantity })
const known = (orders: readonly Order[], book: readonly Order[] = orders.filter(({ audience }) => audience === 'ORDER_BOOK')) => ({
  orders,
  rfqs: new Map(),
  marks: new Map(),
  levelsByRfq: new Map([['g_7', book.map(shown)]]),
})

describe('all my quotes', () => {
  it('are what rests in every audience, and nothing that is over or at the venue', () => {
    const closed = order('o_2', 'BUY', '0.01', { state: 'CLOSED' })
    const settling = quote(2, 'BUY', '0.01', { state: 'CLOSED' })
    const lines = ownQuotes(known([order('o_1', 'BUY', '0.01'), closed, quote(1, 'SELL', '0.02'), settling]))
    expect(lines.map(({ id }) => id)).toEqual(['o_1', 'g_1'])
    expect(lines[1]).toMatchObject({ baseCurrency: 'ETH', order: { number: 1 } })
    expect([orderType(lines[1]!.order), orderOutcome(lines[1]!.order).status]).toEqual(['Limit GTC PO', 'Working'])
  })

  it('stand under their RFQ as in a book, the one touched last first', () => {
    const lines = withHeads(
      ownQuotes(known([order('o_1', 'BUY', '0.01'), quote(1, 'BUY', '0.02'), quote(2, 'SELL', '0.03'), quote(3, 'SELL', '0.04')])),
    )
    expect(lines.map(({ id }) => id)).toEqual(['head ORDER_BOOK g_7', 'g_3', 'g_2', 'g_1', 'head DIRECT r_1', 'o_1'])
    expect(lines[0]).toMatchObject({ bids: 1, asks: 2 })
  })

  it('know how many have a better price where the book is seen', () => {
    const [mine, better, same, other] = [
      quote(1, 'BUY', '0.02'),
      quote(2, 'BUY', '0.021'),
      quote(3, 'BUY', '0.02'),
      quote(4, 'SELL', '0.03'),
    ]
    const lines = ownQuotes(known([order('o_1', 'BUY', '0.01'), mine], [mine, better, same, other]))
    expect(lines.map((line) => line.better)).toEqual([undefined, 1])
    expect(countSides(lines)).toEqual({ bids: 2, asks: 0 })
  })
})

describe('11.7 what is pulled is what is shown', () => {
  it.each([
    ['everything', { choice: 'ALL', currency: 'ALL' }, [{ kind: 'ALL', body: {} }]],
    ['one side of one audience', { choice: 'ORDER_BOOK', currency: 'ALL', side: 'SELL' }, [{ kind: 'ALL', body: { flow: 'ob', side: 'SELL' } }]],
    ['the bids in a currency', { choice: 'ALL', currency: 'BTC', side: 'BUY' }, [{ kind: 'IN_CURRENCY', scope: { audience: 'DIRECT', baseCurrency: 'BTC', side: 'BUY' } }, { kind: 'IN_CURRENCY', scope: { audience: 'ORDER_BOOK', baseCurrency: 'BTC', side: 'BUY' } }]],
    ['one audience in a currency', { choice: 'DIRECT', currency: 'ETH' }, [{ kind: 'IN_CURRENCY', scope: { audience: 'DIRECT', baseCurrency: 'ETH' } }]],
  ] as const)('%s', (_name, scope, calls) => expect(pullPlan(scope)).toEqual(calls)) // prettier-ignore
})
