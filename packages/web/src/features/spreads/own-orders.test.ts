import { quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { decMar, orderWith, tradeWith, usualBook } from '../../../test/spreads.ts'
import { countResting, placeOf } from './own-orders.ts'
import { positionsOf, worthOf } from './positions.ts'

describe('the position of the desk’s own order', () => {
  it.each<[title: string, side: 'BUY' | 'SELL', at: string, ahead: number | undefined, toBest: number | undefined]>([
    ['the best bid', 'BUY', '1129.5', 0, 0],
    ['the best offer', 'SELL', '1132', 0, 0],
    ['a tick behind', 'BUY', '1129', 220_000, -1],
    ['four ticks behind', 'SELL', '1134', 420_000, -4],
    ['better than what is known, a moment before the book says so', 'BUY', '1130', 0, 0],
  ])('%s', (_title, side, at, ahead, toBest) => {
    const place = placeOf(orderWith(side, at, '20000'), usualBook, decMar)
    expect([place.ahead! / 1e6, place.toBest]).toEqual([ahead, toBest === 0 ? -0 : toBest])
  })

  it('is not known without a book', () => {
    expect(placeOf(orderWith('BUY', '1', '20000'), undefined, decMar)).toEqual({ ahead: undefined, toBest: undefined })
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

  it('have the profit to the mark, in coin or converted at the nearer mark', () => {
    const held = { net: quantity('100000'), average: 1100, strategy: decMar }
    expect(worthOf(held, 1150, 100_000)).toBe(50)
    expect(worthOf({ ...held, net: quantity('2'), strategy: { ...decMar, margin: 'LINEAR' } }, 1150, 100_000)).toBe(100)
    expect(worthOf({ ...held, average: undefined }, 1150, 100_000)).toBeUndefined()
  })
})
