import { price, quantity } from '@parley/core'
import { expect, it } from 'vitest'
import { atMark } from './at-mark.ts'
import { type PositionRow, totalsOf } from './Positions.tsx'
import type { Market } from './model.ts'

const market = (name: string, mark: number | undefined): Market => ({
  ...{ name, base: name.slice(0, 3), quote: 'USD', settlement: 'USDC', tick: price('0.1'), increment: quantity('0.001') },
  ...{ leastNotional: undefined, largestOrder: undefined, largestLeverage: 50, takes: 'ORDERS', hasEnded: false },
  ...{ makerFee: undefined, takerFee: undefined, fundingHours: 8, fundingRate: undefined, mark, index: undefined },
  ...{ last: undefined, change: undefined, volume: undefined, openInterest: undefined, at: undefined },
})
const held = (name: string, size: string, mark: number | undefined, more: Partial<PositionRow> = {}): PositionRow => ({
  ...{ id: name, market: name, placed: market(name, mark), quantity: quantity(size), entry: 1, profit: 10, funding: -2 },
  ...{ leverage: 10, margin: 50, liquidation: undefined, mode: undefined, changedAt: undefined },
  ...more,
})

it('adds positions up in the currency in which they settle, longs against shorts', () => {
  const rows = [held('BTC-USD-PERP', '2', 100), held('ETH-USD-PERP', '-5', 10, { profit: -4, margin: 7 })]
  expect(totalsOf(rows)).toEqual({ net: 150, value: 250, profit: 6, funding: -4, margin: 57 })
})

it('has no total of a figure that one of them lacks', () => {
  const rows = [held('BTC-USD-PERP', '2', undefined), held('ETH-USD-PERP', '5', 10, { margin: undefined })]
  expect(totalsOf(rows)).toMatchObject({ net: undefined, value: undefined, profit: 20, margin: undefined })
})

it('of one day: long 457,274.82 and short 301,552.84 are net long 155,721.98, with a PnL of −629.86', () => {
  const long = held('BTC-USD-PERP', '5', 91_454.964, { profit: -359.584 })
  const { net, profit } = totalsOf([long, held('ETH-USD-PERP', '-100', 3_015.5284, { profit: -270.276 })])
  expect([net?.toFixed(2), profit.toFixed(2)]).toEqual(['155721.98', '-629.86'])
})

it('of one day: short 100 ETH from 3,012.8256 has −362.44 next to its mark of 3,016.45', () => {
  const short = held('ETH-USD-PERP', '-100', 3_016.45, { entry: 3_012.8256, profit: -349.66 })
  expect(atMark(short, 3_016.45).profit.toFixed(2)).toBe('-362.44')
})
