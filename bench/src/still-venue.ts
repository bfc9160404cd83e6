/** A venue with one option whose mark does not move: there is something to quote, and nothing that disturbs the measurement. */
import { price, quantity, type Instant, type Instrument } from '@parley/core'
import type { ServerOptions } from '@parley/server'

type Venue = NonNullable<ServerOptions['venues']>[number]

export const MARK = 0.04
export const stillOption: Instrument = {
  id: 1,
  name: 'BTC-25DEC37-100000-C',
  venue: 'DBT',
  productCode: 'DO',
  kind: 'OPTION',
  baseCurrency: 'BTC',
  quoteCurrency: 'BTC',
  clearingCurrency: 'BTC',
  marginKind: 'INVERSE',
  optionKind: 'CALL',
  strike: price('100000'),
  expiresAt: Date.UTC(2037, 11, 25, 8) as Instant,
  contractSize: quantity('1'),
  tickSize: price('0.0001'),
  tickSizeSteps: [],
  quantityIncrement: quantity('0.1'),
  minBlockSize: quantity('25'),
  state: 'ACTIVE',
}

const untraded = () => Promise.resolve({ outcome: 'REJECTED', code: '0', message: 'nothing is traded here' } as const)

export const stillVenue = (): Venue => ({
  code: 'DBT',
  instruments: () => Promise.resolve([stillOption]),
  connect(listener) {
    const at = Date.now()
    listener.onInstruments([stillOption])
    listener.onMarks([{ instrumentId: 1, markPrice: MARK, minPrice: 0, maxPrice: 1, underlyingPrice: 98_000, indexPrice: 98_000, at }])
    listener.onIndex('BTC', 98_000, at)
    return Promise.resolve()
  },
  health: () => ({ state: 'CONNECTED', lastHeardAt: Date.now() }),
  checkAccount: ({ clientId }) => Promise.resolve({ outcome: 'DONE', value: { accountName: clientId } }),
  verifyBlock: untraded,
  executeBlock: untraded,
  findBlock: untraded,
  close: () => Promise.resolve(),
})
