/** A small chain and its marks, for tests. */
import { expiryOn, parseInstrumentName, price, product, quantity, type Instrument, type Mark } from '@parley/core'

const contract = (id: number, name: string, code: string): Instrument => {
  const family = product(code)!
  const { expiresAt, option } = parseInstrumentName(name)!
  return {
    id,
    name,
    venue: family.venue,
    productCode: code,
    kind: family.kind,
    baseCurrency: family.currency,
    quoteCurrency: family.quoteCurrency,
    clearingCurrency: family.clearingCurrency,
    marginKind: family.marginType,
    ...(option === undefined ? {} : { optionKind: option.kind, strike: option.strike }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    contractSize: family.contractSize,
    tickSize: price(code === 'CF' ? '1' : '0.0001'),
    tickSizeSteps: [],
    quantityIncrement: family.minContractIncrement,
    minBlockSize: quantity('25'),
    state: 'ACTIVE',
  }
}

/** The venue's own numbers are far from ours. */
export const call = contract(9_001, 'BTC-25DEC37-100000-C', 'DO')
export const higher = contract(9_002, 'BTC-25DEC37-120000-C', 'DO')
export const perpetual = contract(9_003, 'BTC-PERPETUAL', 'CF')
/** An inverse perpetual of Bybit, which the venue does not settle between two firms. */
export const bybitPerpetual: Instrument = {
  ...contract(9_005, 'BTC-PERPETUAL', 'BB'),
  name: 'BTCUSD',
  tickSize: price('0.5'),
  minBlockSize: quantity('1'),
}
export const ether = contract(9_004, 'ETH-25DEC37-3000-P', 'EH')

export const christmas = expiryOn({ year: 2037, month: 12, day: 25 })

export const markOf = (instrument: Instrument, markPrice: number, more: Partial<Mark> = {}): Mark => ({
  instrumentId: instrument.id,
  markPrice,
  underlyingPrice: 98_000,
  indexPrice: 97_990.5,
  at: 1_000,
  ...(instrument.kind === 'OPTION' ? { markIv: 0.524, greeks: { delta: 0.45, gamma: 0.0000123, vega: 120.5, theta: -60.25 } } : {}),
  ...more,
})
