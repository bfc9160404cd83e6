import { price, quantity } from '@parley/core'
import { expect, it } from 'vitest'
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
