import { describe, expect, it } from 'vitest'
import { price, quantity } from '../decimal.ts'
import {
  dailyPnl,
  type FillResult,
  formatPnl,
  type FundingResult,
  joinPnl,
  netPnl,
  parsePnl,
  startOfPnlPeriod,
  sumPnl,
} from './daily-pnl.ts'

const at = (day: number, hour = 12): number => Date.UTC(2026, 10, day, hour)
const fill = (on: number, market: string, fee: number, profit?: number): FillResult => ({
  ...{ market, price: price('91684.3'), quantity: quantity('0.5'), fee, realizedProfit: profit, at: on },
})
const payment = (on: number, market: string, amount: number): FundingResult => ({ market, amount, at: on })

const BTC = 'BTC-USD-PERP'
const ETH = 'ETH-USD-PERP'
const textOf = ({ day, market, ...sum }: ReturnType<typeof dailyPnl>[number]) =>
  [
    ...[new Date(day).toISOString().slice(0, 10), market.slice(0, 3), sum.fills, formatPnl(sum.volume)],
    ...[sum.realized, sum.fees, sum.funding, netPnl(sum)].map(formatPnl),
  ].join(' ')

describe('18.13 the results of an account', () => {
  it('are added up by day and market, the latest day first', () => {
    const rows = dailyPnl(
      [fill(at(27), BTC, 27.5), fill(at(28, 0), BTC, 27.51, -63.3), fill(at(28, 23), BTC, -3, 20), fill(at(28), ETH, 1.25, 0.1)],
      [payment(at(28, 8), BTC, -16.35), payment(at(28, 16), BTC, -0.002), payment(at(26), ETH, 3.84)],
    )
    expect(rows.map(textOf)).toEqual([
      '2026-11-28 BTC 2 91684.3 -43.3 24.51 -16.352 -84.162',
      '2026-11-28 ETH 1 45842.15 0.1 1.25 0 -1.15',
      '2026-11-27 BTC 1 45842.15 0 27.5 0 -27.5',
      '2026-11-26 ETH 0 0 0 0 3.84 3.84',
    ])
    expect(formatPnl(netPnl(sumPnl(rows)))).toBe('-108.972')
  })

  it('18.15 that were read in parts are the same as read at once', () => {
    const fills = [fill(at(27), BTC, 27.5), fill(at(28, 0), BTC, 27.51, -63.3), fill(at(28, 23), BTC, -3, 20)]
    const payments = [payment(at(28, 8), BTC, -16.35), payment(at(26), ETH, 3.84)]
    const parts = [dailyPnl(fills.slice(2), payments.slice(0, 1)), dailyPnl(fills.slice(0, 2), []), dailyPnl([], payments.slice(1))]
    expect(joinPnl(parts.flat())).toEqual(dailyPnl(fills, payments))
  })

  it('are exact: a thousand payments of a tenth are a hundred', () => {
    const rows = dailyPnl(
      [],
      Array.from({ length: 1_000 }, () => payment(at(28), BTC, 0.1)),
    )
    expect(rows.map(({ funding }) => formatPnl(funding))).toEqual(['100'])
  })

  it('include a liquidation, which is a fill with its loss and fee', () => {
    const [row] = dailyPnl([fill(at(28), BTC, 440.1, -17_839.2)], [])
    expect(formatPnl(netPnl(row!))).toBe('-18279.3')
  })

  it.each([
    ['TODAY', '2026-11-03'],
    ['WEEK', '2026-10-28'],
    ['MONTH', '2026-11-01'],
    ['ALL', '1970-01-01'],
  ] as const)('%s begins on %s', (period, day) => {
    expect(new Date(startOfPnlPeriod(period, at(3))).toISOString().slice(0, 10)).toBe(day)
  })
})

describe('an amount', () => {
  it.each(['0', '0.00000001', '-0.002', '12', '-17839.2', '90071992547409.92'])('%s is read as it is written', (text) => {
    expect(formatPnl(parsePnl(text)!)).toBe(text)
  })
  it.each(['', '-', '--1', '.5', '1e3', '0.000000001', '1,000'])('%j is not one', (text) => {
    expect(parsePnl(text)).toBeUndefined()
  })
})
