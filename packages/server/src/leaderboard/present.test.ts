import { describe, expect, it } from 'vitest'
import { presentCoins, presentFills, presentVolume } from './present.ts'

const sum = { usd: 30_000_000, deltaUsd: 0, vegaUsd: 0 }
const fills = { trades: 5, usd: 50_000_000, improvedUsd: 1_400_000, coveredUsd: 5_000_000_000 }

/** One day of trading, with figures that were counted by hand. */
describe('the figures of a day', () => {
  it('own volume of a taker: $300,000 in 2 trades, 3.278607 BTC', () => {
    expect(presentVolume({ ...sum, trades: 2 }, 30_000_000)).toMatchObject({ trades: 2, volume_usd: '300000.00', share: '1.0000' })
    expect(presentCoins({ ...sum, trades: 2, coins: { BTC: 3_278_607n } })).toEqual([{ currency: 'BTC', amount: '3.278607' }])
  })

  it('own volume of a maker: $500,000 in 5 fills', () => {
    expect(presentFills({ ...fills, quoted: 45, hit: 11 })).toMatchObject({ fills: 5, volume_usd: '500000.00' })
  })

  it.each([
    [11, 45, '0.2444'],
    [4, 62, '0.0645'],
  ])('%i hits of %i quoted RFQs are a hit rate of %s', (hit, quoted, rate) => {
    expect(presentFills({ ...fills, quoted, hit }).hit_rate).toBe(rate)
  })

  it('a share of 81.4 % is 64.38 of 79.11 million', () => {
    expect(presentVolume({ ...sum, trades: 9, usd: 6_438_000_000 }, 7_911_000_000).share).toBe('0.8138')
  })

  it.each([
    [1_400_000, '2.80'],
    [400_000, '0.80'],
  ])('an improvement of %i cents of 50 million dollars is %s bp', (improvedUsd, bps) => {
    expect(presentFills({ ...fills, quoted: 1, hit: 1, improvedUsd }).improvement_bps).toBe(bps)
  })
})
