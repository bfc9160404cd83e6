import { describe, expect, it } from 'vitest'
import { carriedMs, fundingRate, spreadRate } from './basis.ts'
import { feeRate, netRate, priceOfRate, spreadFee, spreadProfit } from './net-yield.ts'

const DAY = 86_400_000
const rounded = (figure: number | undefined, decimals: number): number => Number(figure?.toFixed(decimals))

describe('21.15 the yield after funding and fees', () => {
  // 100,000 dollars of a Deribit spread of 112 days at 669 over 91,357.6.
  const legs = { near: 91_357.6, far: 92_026.6 }
  const fee = spreadFee({ venue: 'DBT', margin: 'INVERSE' }, { TAKER: 100_000, MAKER: 0 }, legs)!
  const figures = { funding: undefined, feeShare: fee.share, carriedMs: 112 * DAY }
  const gross = spreadRate(669, legs.near, figures.carriedMs)!

  it('the fee of an inverse spread is that of both legs, in coin', () => {
    expect(rounded(fee.fee, 5)).toBe(0.00055)
    expect(rounded(fee.fee, 8)).toBe(rounded((1.0946 + 1.08664) * 0.00025, 8))
    expect(rounded(feeRate(figures)! * 100, 2)).toBe(0.16)
    const other = spreadFee({ venue: 'DBT', margin: 'INVERSE' }, { TAKER: 100_000, MAKER: 0 }, { near: 91_424.4, far: 92_098 })!
    expect(rounded(other.fee, 7)).toBe(0.0005449)
  })

  it('the buyer pays the fee in addition, and the seller earns less by it', () => {
    expect(rounded(gross * 100, 2)).toBe(2.39)
    expect(rounded(netRate('BUY', gross, figures)! * 100, 2)).toBe(2.55)
    expect(rounded(netRate('SELL', gross, figures)! * 100, 2)).toBe(2.22)
  })

  it('the buyer of a spread over a perpetual receives its funding', () => {
    const funding = fundingRate({ rate: 0.000146, everyMs: 8 * 3_600_000 })!
    const perp = { funding, feeShare: 0, carriedMs: carriedMs({}, { expiresAt: 5.567 * DAY }, 0) }
    const below = spreadRate(-107, 91_482, perp.carriedMs)!
    expect([rounded(below * 100, 2), rounded(funding * 100, 2)]).toEqual([-7.67, 15.99])
    expect(rounded(netRate('BUY', below, perp)! * 100, 2)).toBe(-23.66)
  })

  it('a maker is charged at the rate of a maker', () => {
    const bybit = { venue: 'BYB', margin: 'LINEAR' } as const
    const at = { near: 100_000, far: 101_000 }
    expect(rounded(spreadFee(bybit, { TAKER: 1, MAKER: 0 }, at)!.fee, 6)).toBe(110.55)
    expect(rounded(spreadFee(bybit, { TAKER: 0, MAKER: 1 }, at)!.fee, 6)).toBe(40.2)
  })

  it('is not known without a price, or for less than an hour', () => {
    expect(spreadFee({ venue: 'DBT', margin: 'INVERSE' }, { TAKER: 1, MAKER: 0 }, { near: 0, far: 1 })).toBeUndefined()
    expect(netRate('BUY', 0.01, { funding: undefined, feeShare: undefined, carriedMs: DAY })).toBeUndefined()
    expect(netRate('BUY', 0.01, { funding: undefined, feeShare: 0.001, carriedMs: 3_599_999 })).toBeUndefined()
  })

  it('the price of a yield is the reverse of the yield of a price', () => {
    expect(rounded(priceOfRate(gross, legs.near, figures.carriedMs), 6)).toBe(669)
  })
})

describe('21.16 the profit of a position is that of both legs, in the coin that settles it', () => {
  it('an inverse position: two legs, each a dollar contract', () => {
    const opened = { near: 91_000, far: 91_754.75 }
    const now = { near: 91_000, far: 91_660.9 }
    const profit = spreadProfit(400_000, 'INVERSE', opened, now)!
    expect(rounded(profit, 6)).toBe(rounded(400_000 / 91_754.75 - 400_000 / 91_660.9, 6))
    expect(rounded(profit * 91_400, 0)).toBe(-408)
    expect(spreadProfit(-400_000, 'INVERSE', opened, now)).toBeCloseTo(-profit, 12)
  })

  it('moves with the level of both legs, even if the spread has not changed', () => {
    const profit = spreadProfit(100_000, 'INVERSE', { near: 90_000, far: 91_000 }, { near: 99_000, far: 100_000 })!
    expect(profit).toBeLessThan(-0.001)
  })

  it('a linear position: the change of the spread', () => {
    expect(spreadProfit(2, 'LINEAR', { near: 90_000, far: 91_000 }, { near: 80_000, far: 81_010 })).toBe(20)
  })

  it('nothing, and what is not known', () => {
    expect(spreadProfit(0, 'INVERSE', { near: 0, far: 0 }, { near: 1, far: 1 })).toBe(0)
    expect(spreadProfit(1, 'INVERSE', { near: 1, far: 1 }, { near: 0, far: 1 })).toBeUndefined()
  })
})
