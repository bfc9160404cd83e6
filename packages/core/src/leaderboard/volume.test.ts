import { describe, expect, it } from 'vitest'
import { structureOf } from '../../test/leg-examples.ts'
import { price, quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { cellOf } from './cell.ts'
import { volumeOf, type Dealt } from './volume.ts'

const call = structureOf('+1 BTC-27MAR26-100000-C')
const spread = structureOf('+1 BTC-27MAR26-100000-C', '-1 BTC-27MAR26-120000-C', '-2500 BTC-PERPETUAL @ 90000')
const futures = structureOf('-1 BTC-27MAR26', '+1 BTC-26JUN26')
const perpetual = structureOf('+1 BTC-PERPETUAL')
const THIRTY_DAYS_BEFORE = (call.legs[0]!.instrument.expiresAt! - 30 * 86_400_000) as Instant

const dealt = (size: string, legs: readonly string[], index?: string, forwards?: readonly string[]): Dealt => ({
  quantity: quantity(size),
  legPrices: legs.map(price),
  agreedAt: THIRTY_DAYS_BEFORE,
  reference: {
    ...(index === undefined ? {} : { indexPrice: price(index) }),
    ...(forwards === undefined ? {} : { forwards: forwards.map(price) }),
  },
})

describe('20.1 what a trade counts in', () => {
  it.each([
    ['an option', call, 'DBT', 'DIRECT', { kind: 'OPTION', protocol: 'RFQ', strategy: 'CL' }],
    ['a hedged spread', spread, 'DBT', 'ORDER_BOOK', { kind: 'OPTION', protocol: 'OB', strategy: 'CS' }],
    ['a future', perpetual, 'BYB', 'LISTED', { kind: 'FUTURE', protocol: 'D1', strategy: 'FT' }],
  ] as const)('%s', (_what, structure, venue, audience, expected) => {
    expect(cellOf({ structure, venue, audience, baseCurrency: 'BTC' })).toEqual({ venue, currency: 'BTC', ...expected })
  })

  it('nothing at a venue that only desks with an account there read of', () => {
    expect(cellOf({ structure: perpetual, venue: 'PRDX', audience: 'DIRECT', baseCurrency: 'BTC' })).toBeUndefined()
  })
})

describe('20.2 the volume of a trade', () => {
  it.each([
    ['options by the index', call, dealt('25', ['0.05'], '90412.6'), 226_031_500, 25_000_000],
    [
      'a spread once, not leg by leg, and without its hedge',
      spread,
      dealt('25', ['0.05', '0.02', '90000'], '90000'),
      225_000_000,
      25_000_000,
    ],
    ['a future in dollars as its dollars', perpetual, dealt('20000', ['91000'], '80000'), 2_000_000, 250_000],
    [
      'a listed spread as the dollars of one leg, in coin at the index',
      futures,
      dealt('300000', ['91600', '92269'], '91502.27'),
      30_000_000,
      3_278_607,
    ],
    ['without an index by the price of the future', perpetual, dealt('20000', ['100000']), 2_000_000, 200_000],
    ['without an index by the forward', call, dealt('1', ['0.05'], undefined, ['90000']), 9_000_000, 1_000_000],
    ['with neither as coin alone', call, dealt('1', ['0.05']), 0, 1_000_000],
    ['half a cent up', call, dealt('0.1', ['0.05'], '90000.05'), 900_001, 100_000],
  ])('%s', (_what, structure, trade, usd, coin) => {
    expect(volumeOf(structure, trade)).toMatchObject({ usd, coin })
  })
})

describe('20.3 delta and vega', () => {
  it('are those of the structure at the traded volatilities, net, without sign and without hedges', () => {
    const forwards = ['90000', '90000']
    const long = volumeOf(spread, dealt('10', ['0.05', '0.02', '90000'], '90000', forwards))
    const low = volumeOf(call, dealt('10', ['0.05'], '90000', ['90000']))
    const high = volumeOf(structureOf('+1 BTC-27MAR26-120000-C'), dealt('10', ['0.02'], '90000', ['90000']))
    expect(long.deltaUsd).toBeGreaterThan(0)
    expect(Math.abs(long.deltaUsd - (low.deltaUsd - high.deltaUsd))).toBeLessThanOrEqual(1)
    expect(Math.abs(long.vegaUsd - Math.abs(low.vegaUsd - high.vegaUsd))).toBeLessThanOrEqual(1)
  })

  it.each([
    ['a future is all delta', perpetual, dealt('20000', ['91000'], '80000'), 2_000_000],
    ['an option without a forward counts nothing', call, dealt('1', ['0.05'], '90000'), 0],
  ])('%s', (_what, structure, trade, deltaUsd) => {
    expect(volumeOf(structure, trade)).toMatchObject({ deltaUsd, vegaUsd: 0 })
  })
})
