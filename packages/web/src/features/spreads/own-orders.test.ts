import { price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import type { LevelBook } from '../market-data/depth.ts'
import { bookWith, decMar, orderWith, spreadOf, tradeWith, usualBook } from '../../../test/spreads.ts'
import { countResting, placeOf } from './own-orders.ts'
import { closingSide, positionsOf, profitOf, rollOf } from './positions.ts'

describe('the position of the desk’s own order', () => {
  it.each<[title: string, side: 'BUY' | 'SELL', at: string, ahead: number | undefined, toBest: number | undefined]>([
    ['the best bid', 'BUY', '1129.5', 0, 0],
    ['the best offer', 'SELL', '1132', 0, 0],
    ['a tick behind', 'BUY', '1129', 220_000, -1],
    ['four ticks behind', 'SELL', '1134', 420_000, -4],
    ['better than what is known, a moment before the book says so', 'BUY', '1130', 0, 0],
  ])('%s', (_title, side, at, ahead, toBest) => {
    const place = placeOf(orderWith(side, at, '20000'), usualBook, decMar, [])
    expect([place.ahead! / 1e6, place.toBest]).toEqual([ahead, toBest])
  })

  it.each<[title: string, side: 'BUY' | 'SELL', book: LevelBook, toBest: number | undefined]>([
    ['behind another own order is measured from the next desk', 'BUY', bookWith(['1130 20000', '1129.5 220000', '1128 20000'], []), -3],
    ['behind the own and another order at one price is measured from there', 'BUY', bookWith(['1130 50000', '1128 20000'], []), -4],
    ['is not known if only the own best price is', 'SELL', bookWith([], ['1126 20000']), undefined],
  ])('21.13 %s', (_title, side, book, toBest) => {
    const own = [orderWith('BUY', '1130', '20000'), orderWith('SELL', '1126', '20000'), orderWith(side, '1128', '20000')]
    expect(placeOf(own[2]!, book, decMar, own).toBest).toBe(toBest)
    expect(placeOf(orderWith(side, side === 'BUY' ? '1130' : '1126', '20000'), book, decMar, own).toBest).toBe(0)
  })

  it('is not known without a book', () => {
    expect(placeOf(orderWith('BUY', '1', '20000'), undefined, decMar, [])).toEqual({ ahead: undefined, toBest: undefined })
  })

  it('counts only what rests', () => {
    const orders = [
      orderWith('BUY', '1', '20000'),
      orderWith('BUY', '2', '20000', { pending: quantity('20000') }),
      orderWith('SELL', '3', '20000'),
    ]
    expect([countResting(orders, 'BUY'), countResting(orders, 'SELL')]).toEqual([1, 1])
  })
})

describe('positions of spreads', () => {
  const strategies = new Map([[decMar.id, decMar]])
  const at = (minutes: number) => ({ executedAt: minutes * 60_000 })
  it.each<[title: string, trades: Parameters<typeof positionsOf>[0], net: number, average: number | undefined, pending: number]>([
    ['buying twice averages', [tradeWith('BUY', '1100', '20000', at(1)), tradeWith('BUY', '1200', '60000', at(2))], 80_000, 1175, 0],
    [
      '100k at 669, 200k at 675 and 100k at 1,000 average 754.75',
      [tradeWith('BUY', '669', '100000', at(1)), tradeWith('BUY', '675', '200000', at(2)), tradeWith('BUY', '1000', '100000', at(3))],
      400_000,
      754.75,
      0,
    ],
    ['reducing leaves the average', [tradeWith('SELL', '1300', '30000', at(2)), tradeWith('BUY', '1100', '40000', at(1))], 10_000, 1100, 0],
    ['turning begins a new one', [tradeWith('BUY', '1100', '20000', at(1)), tradeWith('SELL', '1300', '50000', at(2))], -30_000, 1300, 0],
    ['closed has none', [tradeWith('BUY', '1100', '20000', at(1)), tradeWith('SELL', '1300', '20000', at(2))], 0, undefined, 0],
    ['what is at the venue is not held yet', [tradeWith('SELL', '1100', '20000', { state: 'PENDING' })], 0, undefined, -20_000],
    [
      'and what it rejected never is',
      [tradeWith('BUY', '1100', '20000'), tradeWith('BUY', '1', '90000', { state: 'REJECTED' })],
      20_000,
      1100,
      0,
    ],
  ])('%s', (_title, trades, net, average, pending) => {
    const [position] = positionsOf(trades, strategies)
    expect([position!.net / 1e6, position!.average, position!.pending / 1e6]).toEqual([net, average, pending])
  })

  it('of a strategy that is no longer listed are left to the venue', () => {
    expect(positionsOf([tradeWith('BUY', '1', '20000', { strategyId: 'gone' })], strategies)).toEqual([])
  })

  const legs = (near: string, far: string) => [
    { name: decMar.near.name, side: 'SELL' as const, price: price(near) },
    { name: decMar.far.name, side: 'BUY' as const, price: price(far) },
  ]
  const value = {
    band: undefined,
    implied: { bid: undefined, ask: undefined },
    mark: 660,
    nearMark: 91_000,
    farMark: 91_660,
    index: 91_400,
    funding: undefined,
  }

  it('21.16 have the profit of both legs at their marks, in the coin that settles them', () => {
    const bought = [tradeWith('BUY', '754.5', '400000', { legs: legs('91000', '91754.5') })]
    const [inverse] = positionsOf(bought, strategies)
    const profit = profitOf(inverse!, value)!
    expect([profit.amount.toFixed(8), profit.currency]).toEqual([(400_000 / 91_754.5 - 400_000 / 91_660).toFixed(8), 'BTC'])
    expect(profit.dollars?.toFixed(0)).toBe('-411')
    const linear = { ...decMar, margin: 'LINEAR', quoteCurrency: 'USDC' } as const
    const [usdc] = positionsOf([tradeWith('SELL', '754.5', '2', { legs: legs('91000', '91754.5') })], new Map([[linear.id, linear]]))
    expect(profitOf(usdc!, value)).toEqual({ amount: 189, currency: 'USDC', decimals: 2, dollars: 189 })
  })

  it('21.16 have no profit while a leg or a mark is not known', () => {
    const [unknown] = positionsOf([tradeWith('BUY', '1100', '20000')], strategies)
    expect([unknown?.opened, profitOf(unknown!, value)]).toEqual([undefined, undefined])
    const [known] = positionsOf([tradeWith('BUY', '1100', '20000', { legs: legs('91000', '92100') })], strategies)
    expect(profitOf(known!, { ...value, farMark: undefined })).toBeUndefined()
  })

  it('21.17 are closed by the other side, and rolled by the spread that begins where theirs ends', () => {
    const [long] = positionsOf([tradeWith('BUY', '1100', '20000')], strategies)
    const short = { ...long!, net: quantity('20000') * -1 } as typeof long & object
    const listed = [decMar, spreadOf('MAR', 'JUN'), spreadOf('MAR', 'JUN', { id: 'eth', productCode: 'EF' }), spreadOf('DEC', 'JUN')]
    expect([closingSide(long!.net), closingSide(short.net)]).toEqual(['SELL', 'BUY'])
    expect(rollOf(long!, listed)).toMatchObject({ strategy: { id: 'MAR-JUN' }, side: 'BUY' })
    expect(rollOf(short, listed)).toMatchObject({ strategy: { id: 'MAR-JUN' }, side: 'SELL' })
    expect(rollOf(long!, [decMar])).toBeUndefined()
  })
})
