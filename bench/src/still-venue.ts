/** A venue with one option whose mark does not move. It settles every block immediately, so that only the product is measured. */
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

const done = <T>(value: T) => Promise.resolve({ outcome: 'DONE', value } as const)

const keepsNothing = () => Promise.resolve({ outcome: 'REJECTED', message: 'This venue keeps no accounts.', code: 'bench' } as const)

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
  health: () => ({ state: 'CONNECTED', lastMessageAt: Date.now() }),
  checkAccount: ({ clientId }) => done({ accountName: clientId, mayRead: false, maySettle: true, findings: [] }),
  readHoldings: keepsNothing,
  readBlocks: keepsNothing,
  verifyBlock: ({ nonce, at }) => done({ signature: nonce, expiresAt: at + 60_000 }),
  executeBlock: ({ nonce, at, legs }) =>
    done({
      venueTradeId: nonce,
      at,
      legs: legs.map(({ instrument, price, quantity }) => ({ instrumentName: instrument.name, price, quantity })),
    }),
  findBlock: () => done('NOT_SO_FAR' as const),
  close: () => Promise.resolve(),
})
