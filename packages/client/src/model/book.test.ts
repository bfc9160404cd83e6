import { describe, expect, it } from 'vitest'
import { bookQuoteView, groupQuoteView, orderView, rfqOrderView } from '../../test/views.ts'
import { bookOf, losesItsPlace, type Book } from './book.ts'
import { levelFromDrfq, orderFromDrfq } from './from-drfq.ts'
import { levelFromGrfq, orderFromQuote } from './from-grfq.ts'

const level = (id: number, side: 'BUY' | 'SELL', price: string, rests = '25') =>
  levelFromGrfq(bookQuoteView({ id, side, price, quantity: rests, remaining_quantity: rests, created: id * 10 }))
const own = (id: number, side: 'BUY' | 'SELL', price: string, created: number, isHidden = false) =>
  orderFromQuote(groupQuoteView({ id, side, price, is_hidden: isHidden, created }))
const linesOf = ({ asks, bids }: Book): readonly string[] =>
  [...[...asks].reverse(), ...bids].map(({ number, id, isOwn, isHidden, rank }) => `${number ?? id}${isOwn ? ' own' : ''}${isHidden ? ' hidden' : ''} ${rank ?? '-'}`) // prettier-ignore

describe('an order book', () => {
  const book = { audience: 'ORDER_BOOK' } as const

  // Proves T 9.17.
  it('is sorted best first, and at equal prices by time', () => {
    const shown = [level(1, 'SELL', '10'), level(2, 'SELL', '9.5'), level(3, 'BUY', '9'), level(4, 'BUY', '-1'), level(5, 'SELL', '9.50')]
    expect(linesOf(bookOf(book, shown))).toEqual(['1 3', '5 2', '2 1', '3 1', '4 2'])
  })

  it('tells prices apart that a double does not', () => {
    const shown = [level(1, 'SELL', '100000000000000.000002'), level(2, 'SELL', '100000000000000.000001')]
    expect(linesOf(bookOf(book, shown))).toEqual(['1 2', '2 1'])
  })

  it('marks what is ours, and puts what we hide where its time puts it, without a rank', () => {
    const shown = [level(1, 'SELL', '10'), level(3, 'SELL', '10')]
    expect(linesOf(bookOf(book, shown, [own(3, 'SELL', '10', 30), own(2, 'SELL', '10', 20, true)]))).toEqual(['3 own 2', '2 own hidden -', '1 1']) // prettier-ignore
    expect(linesOf(bookOf(book, [level(1, 'BUY', '10')], [own(9, 'BUY', '11', 90, true)]))).toEqual(['9 own hidden -', '1 1'])
  })

  it('has nothing of what no longer rests, whoever’s it is', () => {
    const gone = orderFromQuote(groupQuoteView({ id: 9, status: 'CLOSED', remaining_quantity: '0' }))
    const crossed = orderFromQuote(groupQuoteView({ id: 8, ioc: true }))
    expect(linesOf(bookOf(book, [level(1, 'SELL', '10', '0')], [gone, crossed]))).toEqual([])
  })
})

describe('the book of a direct RFQ', () => {
  const rfq = { audience: 'DIRECT' } as const
  const quote = (id: string, price: string) => levelFromDrfq(rfqOrderView({ id, price }))

  it('is for the taker the makers’ quotes with their ranks, and not its own resting cross', () => {
    const cross = orderFromDrfq(orderView({ id: 'o_9', role: 'TAKER', side: 'BUY' }))
    expect(linesOf(bookOf(rfq, [quote('o_1', '0.043'), quote('o_2', '0.042')], [cross]))).toEqual(['o_1 2', 'o_2 1'])
    expect(bookOf(rfq, [quote('o_1', '0.043')]).asks[0]).toMatchObject({ deskName: 'KEST', isOwn: false })
  })

  it('is for a maker its own, of which it does not know the rank', () => {
    const orders = [
      orderFromDrfq(orderView({ filled_quantity: '10' })),
      orderFromDrfq(orderView({ id: 'o_2', side: 'BUY', state: 'CLOSED' })),
    ]
    const { asks, bids } = bookOf(rfq, [], orders)
    expect(asks).toMatchObject([{ id: 'o_1', quantity: '15', isOwn: true, rank: undefined }])
    expect(bids).toEqual([])
  })
})

describe('a quote that is changed', () => {
  it.each([
    ['another price', { price: '0.041', quantity: '25' }, true],
    ['more to trade', { price: '0.042', quantity: '25.1' }, true],
    ['less to trade', { price: '0.042', quantity: '24.9' }, false],
    ['the same again', { price: '0.042', quantity: '25' }, false],
  ])('5.14, 10.12 goes last among its equals or keeps its place: %s', (_, after, isLast) => {
    expect(losesItsPlace({ price: '0.042', quantity: '25' }, after)).toBe(isLast)
  })
})
