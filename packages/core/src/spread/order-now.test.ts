import { describe, expect, it } from 'vitest'
import { price, quantity, type Price } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'
import { orderNow, ownOrderMet, withoutOwn } from './order-now.ts'

const level = (text: string) => {
  const [at = '', amount = ''] = text.split(' ')
  return { price: price(at), amount: quantity(amount) }
}
const bookOf = (bids: readonly string[], asks: readonly string[]) => ({ bids: bids.map(level), asks: asks.map(level) })
const book = bookOf(['658 200000', '657 100000'], ['669 100000', '675 200000', '1000 100000'])
const own = (side: Side, at: string, amount: string) => ({ id: `${side} ${at}`, side, price: price(at), resting: quantity(amount) })

describe('21.12 what fills now, and what is left', () => {
  const at = (side: Side, limit: string | undefined, amount: string) => ({
    side,
    price: limit === undefined ? undefined : price(limit),
    amount: quantity(amount),
  })
  it.each<[title: string, sent: ReturnType<typeof at>, takes: number, average: number | undefined, left: number, ahead: number]>([
    ['the best offer, and 200k left', at('BUY', '669', '300000'), 100_000, 669, 200_000, 0],
    ['three levels within the limit', at('BUY', '1000', '400000'), 400_000, 754.75, 0, 0],
    ['two levels, and 100k left', at('BUY', '999', '400000'), 300_000, 673, 100_000, 0],
    ['a market order', at('BUY', undefined, '150000'), 150_000, 671, 0, 0],
    ['a market order larger than the book', at('BUY', undefined, '5000000'), 400_000, 754.75, 4_600_000, 0],
    ['a part of the best level', at('BUY', undefined, '90000'), 90_000, 669, 0, 0],
    ['a sell below the best bid', at('SELL', '657.5', '250000'), 200_000, 658, 50_000, 0],
    ['nothing: it rests behind', at('BUY', '657', '50000'), 0, undefined, 50_000, 300_000],
    ['nothing: it joins', at('BUY', '658', '50000'), 0, undefined, 50_000, 200_000],
    ['nothing: it is the best', at('BUY', '660', '50000'), 0, undefined, 50_000, 0],
  ])('%s', (_title, sent, takes, average, left, ahead) => {
    const now = orderNow(sent, book)
    expect([now.takes / 1e6, now.average, now.left / 1e6, now.ahead / 1e6]).toEqual([takes, average, left, ahead])
  })

  it('nothing on an empty side', () => {
    expect(orderNow(at('SELL', undefined, '1'), bookOf([], ['669 100000']))).toMatchObject({
      takes: 0,
      average: undefined,
      best: price('669'),
    })
  })
})

describe('21.13 an own order is never the market', () => {
  it('is taken out of its level, and a level that is all its own disappears', () => {
    const mixed = bookOf(['1000 400000', '658 200000'], ['1001 100000'])
    const market = withoutOwn(mixed, [own('BUY', '1000', '400000'), own('BUY', '658', '50000'), own('SELL', '2000', '10000')])
    expect(market.bids).toEqual([level('658 150000')])
    expect(market.asks).toEqual(mixed.asks)
    expect(withoutOwn(mixed, [])).toBe(mixed)
  })

  it.each<[title: string, side: Side, limit: string | undefined, amount: string, mine: ReturnType<typeof own>[], then: string | undefined]>(
    [
      ['the other desks have enough before it', 'BUY', '1000', '100000', [own('SELL', '675', '20000')], undefined],
      ['they have too little', 'BUY', '1000', '350000', [own('SELL', '675', '20000')], 'SELL 675'],
      ['the limit ends before it', 'BUY', '670', '350000', [own('SELL', '675', '20000')], undefined],
      ['a market order', 'SELL', undefined, '250000', [own('BUY', '657.5', '20000')], 'BUY 657.5'],
      ['its own side', 'BUY', '1000', '900000', [own('BUY', '650', '20000')], undefined],
      ['the nearest one', 'SELL', '1', '900000', [own('BUY', '600', '20000'), own('BUY', '1000', '20000')], 'BUY 1000'],
    ],
  )('17.5 %s', (_title, side, limit, amount, mine, then) => {
    const sent = { side, price: limit === undefined ? undefined : (price(limit) as Price), amount: quantity(amount) }
    expect(ownOrderMet(sent, mine, book)?.id).toBe(then)
  })
})
