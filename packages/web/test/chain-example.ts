/** A small chain for tests and stories: BTC, two expiries, seven strikes, the perpetual, marks near the money. */
import type { MarkView } from '@parley/contracts'
import { formatVenueExpiry, price, quantity, type Instant, type Instrument } from '@parley/core'

export const NEAR = 1_774_598_400_000 as Instant
export const FAR = 1_782_460_800_000 as Instant
export const FORWARD = 91_482
const STRIKES = [70_000, 80_000, 90_000, 100_000, 110_000, 120_000, 130_000]

const future = (id: number, expiresAt?: Instant): Instrument => ({
  id,
  name: expiresAt === undefined ? 'BTC-PERPETUAL' : `BTC-${formatVenueExpiry(expiresAt)}`,
  venue: 'DBT',
  productCode: 'CF',
  kind: 'FUTURE',
  baseCurrency: 'BTC',
  quoteCurrency: 'USD',
  clearingCurrency: 'BTC',
  marginKind: 'INVERSE',
  ...(expiresAt === undefined ? {} : { expiresAt }),
  contractSize: quantity('10'),
  tickSize: price('0.01'),
  tickSizeSteps: [],
  quantityIncrement: quantity('10'),
  minBlockSize: quantity('200000'),
  state: 'ACTIVE',
})

const option = (id: number, expiresAt: Instant, strike: number, optionKind: 'CALL' | 'PUT'): Instrument => ({
  ...future(id, expiresAt),
  name: `BTC-${formatVenueExpiry(expiresAt)}-${strike}-${optionKind === 'CALL' ? 'C' : 'P'}`,
  productCode: 'DO',
  kind: 'OPTION',
  quoteCurrency: 'BTC',
  optionKind,
  strike: price(String(strike)),
  contractSize: quantity('1'),
  tickSize: price('0.0001'),
  quantityIncrement: quantity('0.1'),
  minBlockSize: quantity('25'),
})

export const instruments: ReadonlyMap<number, Instrument> = new Map(
  [
    future(1),
    future(2, FAR),
    ...[NEAR, FAR].flatMap((expiry, late) =>
      STRIKES.flatMap((strike, at) => [
        option(100 + late * 100 + at * 2, expiry, strike, 'CALL'),
        option(101 + late * 100 + at * 2, expiry, strike, 'PUT'),
      ]),
    ),
  ].map((one) => [one.id, one]),
)

const markOf = (one: Instrument): MarkView => ({
  instrument_id: one.id,
  mark_price: one.kind === 'FUTURE' ? '91482.00' : '0.0400',
  mark_iv: one.kind === 'FUTURE' ? null : '50.00',
  bid_price: '0.0395',
  ask_price: '0.0405',
  bid_iv: null,
  ask_iv: null,
  underlying_price: String(FORWARD),
  delta: one.kind === 'FUTURE' ? null : one.optionKind === 'CALL' ? '0.44' : '-0.56',
  gamma: '0.00001',
  vega: '90.0',
  theta: '-40.0',
  min_price: null,
  max_price: null,
})

export const marks: ReadonlyMap<number, MarkView> = new Map([...instruments.values()].map((one) => [one.id, markOf(one)]))

export const idOf = (expiry: Instant, strike: number, optionKind: 'CALL' | 'PUT'): number =>
  [...instruments.values()].find(
    (one) => one.expiresAt === expiry && one.strike === price(String(strike)) && one.optionKind === optionKind,
  )!.id
