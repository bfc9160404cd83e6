import { describe, expect, it } from 'vitest'
import { positionsOf } from './own-trades.ts'
import { dollarValue } from '../trade/dollar-value.ts'

const trade = (side: 'BUY' | 'SELL', quantity: string, price: string, filledAt: number, state = 'FILLED') => ({
  state,
  side: 'BUY' as const,
  venue: 'DBT',
  baseCurrency: 'BTC',
  executedAt: filledAt,
  filledAt,
  legs: [{ instrumentName: 'BTC-25DEC26-100000-C', productCode: 'DO', quantity, side, price }],
})

describe('a position calculated from settled trades', () => {
  it.each([
    ['buying more moves the average', [trade('BUY', '100', '0.04', 1), trade('BUY', '300', '0.08', 2)], 400, 0.07],
    ['selling a part leaves the average', [trade('BUY', '100', '0.04', 1), trade('SELL', '40', '0.09', 2)], 60, 0.04],
    ['crossing to the other side starts at its price', [trade('BUY', '100', '0.04', 1), trade('SELL', '150', '0.05', 2)], -50, 0.05],
    ['order of arrival does not matter, time does', [trade('SELL', '150', '0.05', 2), trade('BUY', '100', '0.04', 1)], -50, 0.05],
  ] as const)('%s', (_name, trades, net, average) => {
    const [position] = positionsOf(trades)
    expect(position?.net).toBe(net)
    expect(position?.averagePrice).toBeCloseTo(average, 12)
  })

  it('disappears when it is closed exactly, and ignores rejected and settling trades', () => {
    expect(positionsOf([trade('BUY', '0.3', '1', 1), trade('SELL', '0.1', '1', 2), trade('SELL', '0.2', '1', 3)])).toEqual([])
    expect(positionsOf([trade('BUY', '1', '1', 1, 'REJECTED'), trade('BUY', '1', '1', 1, 'PENDING_SETTLEMENT')])).toEqual([])
  })
})

it('a trade is worth its premium in dollars, a future its size', () => {
  const trade = { kind: 'OPTION', quoteCurrency: 'BTC', price: '0.05', quantity: '100', indexPrice: '90000', productCodes: ['DO'] } as const
  expect(dollarValue(trade)).toBe(450_000)
  expect(dollarValue({ ...trade, quoteCurrency: 'USDC', price: '6480', quantity: '40' })).toBe(259_200)
  const future = { ...trade, kind: 'FUTURE', productCodes: ['CF'] } as const
  expect(dollarValue({ ...future, quantity: '100000' })).toBe(100_000)
  // A linear one is counted in coin.
  expect(dollarValue({ ...future, productCodes: ['BX'], quantity: '2' })).toBe(180_000)
  expect(dollarValue({ ...trade, indexPrice: undefined })).toBeUndefined()
})
