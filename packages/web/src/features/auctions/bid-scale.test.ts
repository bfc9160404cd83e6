import { describe, expect, it } from 'vitest'
import { anAuction } from '../../../test/auction-fixtures.ts'
import type { AuctionRow } from './auction-rows.ts'
import { type Model, priceAtVol } from './bid-figures.ts'
import { bidScale, clearingBefore } from './bid-scale.ts'

const base = anAuction({})
const call = anAuction({
  option: { ...base.option, underlying: 'BTC' },
  bidding_token: { ...base.bidding_token, symbol: 'WBTC', decimals: 8 },
})
const put = anAuction({
  option: { ...base.option, kind: 'PUT', strike: '2700' },
  bidding_token: { ...base.bidding_token, symbol: 'USDC', decimals: 6 },
})
const modelAt = (price: number): Model => ({ price, volatility: 0.5, forward: 4_000, delta: 0.1 })

describe('21.27 the scale of a bid', () => {
  const places = (auction: typeof call, model: number, prices: readonly number[]) => {
    const scale = bidScale(auction, modelAt(model))!
    return prices.map((price) => Math.round(100 * scale.placeOf(price)))
  }

  it('21.27 rises from zero over the model, 1.25 and 2 times it, to what the option can be worth', () => {
    expect(places(call, 0.004, [0, 0.004, 0.005, 0.008, 1, 2, 9])).toEqual([0, 27, 34, 54, 84, 100, 100])
    const prices = Array.from({ length: 50 }, (_, at) => 0.0005 * at)
    const all = places(call, 0.004, prices)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
  })

  it('21.27 names the steps of the guard, and what is refused', () => {
    const scale = bidScale(put, modelAt(45))!
    expect(scale.segments.map(({ guard }) => guard)).toEqual(['FREE', 'WARN', 'TYPE_TWICE', 'REFUSE'])
    expect(scale.most).toBe(2_700)
  })

  it('21.27 has no step beyond what the option can be worth', () => {
    expect(bidScale(put, modelAt(1_500))!.segments.map(({ guard }) => guard)).toEqual(['FREE', 'WARN', 'REFUSE'])
    expect(bidScale(put, modelAt(2_690))!.segments.map(({ guard }) => guard)).toEqual(['FREE', 'REFUSE'])
  })

  it('21.27 refuses nothing if the worth of the option has no limit in its token, and needs a model', () => {
    const inDollars = { ...call, bidding_token: put.bidding_token }
    expect(bidScale(inDollars, modelAt(300))!.segments.map(({ guard }) => guard)).toEqual(['FREE', 'WARN', 'TYPE_TWICE'])
    expect(bidScale(call, modelAt(0))).toBeUndefined()
  })
})

describe('21.27 the last clearing price of the same underlying', () => {
  const DAY = 86_400_000
  const ends = 1_800_000_000_000
  const row = (id: number, price: string | null, endsAt: number, underlying = 'ETH'): AuctionRow => ({
    auction: anAuction({
      ...{ id, status: 'EXPIRED', ends_at: endsAt },
      option: { ...base.option, underlying, expires_at: ends + 14 * DAY },
      result:
        price === null ? null : ({ quantity: '50', clearing_price: price, average_price: price, transaction_ids: [], awards: 1 } as never),
    }),
    bid: undefined,
    trade: undefined,
  })
  const asked = anAuction({ id: 9, option: { ...base.option, strike: '4100', expires_at: ends + 20 * DAY } })
  const models = new Map([1, 2, 3, 9].map((id) => [id, modelAt(0.02)]))
  const at60 = priceAtVol(row(1, null, ends).auction, 60, 4_000, ends)
  const at70 = priceAtVol(row(2, null, ends - DAY).auction, 70, 4_000, ends - DAY)

  it('21.27 is compared by its vol, because strikes and expiries differ', () => {
    const rows = [row(2, at70, ends - DAY), row(1, at60, ends), row(3, '0.9', ends + 1, 'BTC')]
    const before = clearingBefore(asked, { rows, models, now: ends })!
    expect(before.vol).toBeCloseTo(0.6, 3)
    expect(before.price).toBeCloseTo(Number(priceAtVol(asked, 60, 4_000, ends)), 4)
  })

  it('21.27 is unknown if nothing was sold, or if the forward at the close is', () => {
    expect(clearingBefore(asked, { rows: [row(1, null, ends)], models, now: ends })).toBeUndefined()
    expect(clearingBefore(asked, { rows: [row(4, at60, ends)], models, now: ends })).toBeUndefined()
  })
})
