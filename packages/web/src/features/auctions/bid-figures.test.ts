import { impliedVolatility, optionPrice, price, type Instrument, type Mark } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { anAuction } from '../../../test/auction-fixtures.ts'
import { costOf, isPaidInCoin, modelOf, priceAtVol, volOf } from './bid-figures.ts'

const YEAR_MS = 365 * 86_400_000
const EXPIRY = YEAR_MS / 4
const FORWARD = 4_000

const listed = [3_500, 4_500].map(
  (strike, at) =>
    ({
      id: at,
      kind: 'OPTION',
      venue: 'DBT',
      baseCurrency: 'ETH',
      marginKind: 'INVERSE',
      optionKind: 'CALL',
      strike: price(String(strike)),
      expiresAt: EXPIRY,
    }) as unknown as Instrument,
)
const markOf = (id: number): Mark => ({
  instrumentId: id,
  markPrice: 0.05,
  markIv: 0.5 + 0.1 * id,
  underlyingPrice: FORWARD,
  indexPrice: FORWARD,
  at: 0,
})
const option = { ...anAuction({}).option, strike: '4000', expires_at: EXPIRY }
const call = anAuction({ option })
const put = anAuction({
  option: { ...option, kind: 'PUT' },
  bidding_token: { address: `0x${'1'.repeat(40)}`, symbol: 'USDC', decimals: 6 },
})

describe('the model of an option on sale', () => {
  it('has the vol between the listed strikes around it, and its price in the bidding token', () => {
    const inputs = { forward: FORWARD, strike: 4_000, years: 0.25, volatility: 0.55 }
    const inCoin = modelOf(call, listed, markOf, 0)!
    expect(inCoin.volatility).toBeCloseTo(0.55, 12)
    expect(inCoin.price).toBeCloseTo(optionPrice({ ...inputs, kind: 'CALL' }) / FORWARD, 12)
    expect(modelOf(put, listed, markOf, 0)!.price).toBeCloseTo(optionPrice({ ...inputs, kind: 'PUT' }), 9)
  })

  it('includes a premium paid in coin in the delta', () => {
    const { delta, price: coin } = modelOf(call, listed, markOf, 0)!
    expect(delta).toBeCloseTo(0.5547 - coin, 3)
    expect(modelOf(put, listed, markOf, 0)!.delta).toBeCloseTo(0.5547 - 1, 3)
  })

  it('is unknown if no option near it has a mark or is listed', () => {
    expect(modelOf(call, listed, () => undefined, 0)).toBeUndefined()
    expect(modelOf(call, [], markOf, 0)).toBeUndefined()
  })
})

describe('the vol of a bid', () => {
  it('is the vol that gives the price, in coin or in dollars', () => {
    expect(volOf(call, modelOf(call, listed, markOf, 0)!.price, FORWARD, 0)).toBeCloseTo(0.55, 9)
    expect(volOf(put, modelOf(put, listed, markOf, 0)!.price, FORWARD, 0)).toBeCloseTo(0.55, 9)
    expect(impliedVolatility({ kind: 'CALL', forward: FORWARD, strike: 4_000, years: 0.25, price: 5_000 })).toBeUndefined()
    expect(volOf(call, 1.2, FORWARD, 0)).toBeUndefined()
  })

  it('is a price as soon as it is typed, in coin or in dollars', () => {
    for (const [auction, text] of [
      [call, /^0\.\d{6}$/],
      [put, /^\d+\.\d{2}$/],
    ] as const) {
      const price = priceAtVol(auction, 60, FORWARD, 0)
      expect(price).toMatch(text)
      expect(volOf(auction, Number(price), FORWARD, 0)).toBeCloseTo(0.6, 3)
    }
  })

  it('has its cost in the token and in dollars, next to the worth of the options', () => {
    const model = { price: 0.1, volatility: 0.5, forward: FORWARD, delta: 0.5 }
    expect(costOf(call, model, 0.25, 4)).toEqual({ pays: 1, worth: 0.4, paysDollars: 4_000, worthDollars: 1_600 })
    expect(costOf(put, { ...model, price: 100 }, 250, 4)).toEqual({ pays: 1_000, worth: 400, paysDollars: 1_000, worthDollars: 400 })
  })

  it('of a call far above the forward is that of the formula, with its delta and its price', () => {
    const days = 12.6
    const far = anAuction({ option: { ...option, underlying: 'BTC', strike: '101000', expires_at: days * 86_400_000 } })
    const inCoin = { ...far, bidding_token: { ...far.bidding_token, symbol: 'WBTC', decimals: 8 } }
    const btc = listed.map((one, at) => ({
      ...one,
      baseCurrency: 'BTC',
      strike: price(String(100_500 + 1_000 * at)),
      expiresAt: days * 86_400_000,
    }))
    const model = modelOf(inCoin, btc as typeof listed, (id) => ({ ...markOf(id), markIv: 0.391, underlyingPrice: 91_450 }), 0)!
    expect([model.price.toFixed(4), model.volatility.toFixed(3), model.delta.toFixed(2)]).toEqual(['0.0030', '0.391', '0.09'])
    expect((100 * volOf(inCoin, 0.0036, model.forward, 0)!).toFixed(1)).toBe('41.0')
    expect(costOf(inCoin, model, 0.0036, 10).pays).toBeCloseTo(0.036, 12)
    expect(costOf(inCoin, model, 0.00382, 10).pays).toBeCloseTo(0.0382, 12)
  })

  it('treats a wrapped coin as the coin', () => {
    expect([isPaidInCoin(call), isPaidInCoin(put)]).toEqual([true, false])
  })
})
