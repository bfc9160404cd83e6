import { price, quantity, type Instrument } from '@parley/core'

/** A call with its own expiry for each position, so that the rules on the order of strikes do not apply within a structure. */
export const aCall = (place = 1): Instrument => ({
  id: place,
  name: `BTC-${place}JAN27-100000-C`,
  venue: 'DBT',
  productCode: 'DO',
  kind: 'OPTION',
  baseCurrency: 'BTC',
  quoteCurrency: 'BTC',
  clearingCurrency: 'BTC',
  marginKind: 'INVERSE',
  optionKind: 'CALL',
  strike: price('100000'),
  contractSize: quantity('1'),
  tickSize: price('0.0005'),
  tickSizeSteps: [],
  quantityIncrement: quantity('0.1'),
  minBlockSize: quantity('25'),
  state: 'ACTIVE',
})
