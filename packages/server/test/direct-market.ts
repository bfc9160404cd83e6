/** A small world around the direct flow for tests: four desks that have approved each other, a call spread, and fixed marks. */
import {
  price,
  priceToNumber,
  quantity,
  type DeskId,
  type Instant,
  type Instrument,
  type Mark,
  type UserId,
  type VenueCode,
  unifiedVenueCodes,
} from '@parley/core'
import type { Venue } from '@parley/venues'
import type { Sql } from '../src/database/sql.ts'
import type { Directory } from '../src/accounts/desk/directory.ts'
import type { Caller } from '../src/calls/route.ts'
import { silent } from '../src/log/log.ts'
import type { MarketData } from '../src/market-data/market-data.ts'
import { createMarket } from '../src/create-market.ts'
import type { VenueKeys } from '../src/settlement/venue-keys.ts'
import { carried } from './cluster/carried-engine.ts'
import { createDrfq } from '../src/api/dialects/drfq/create-drfq.ts'

export const [ORRY, KEST, LARK, MERL] = ['ORRY', 'KEST', 'LARK', 'MERL'] as DeskId[] as [DeskId, DeskId, DeskId, DeskId]

export const callerOf = (desk: DeskId, via = `${desk}-key`): Caller => ({
  kind: 'key',
  desk,
  user: `${desk}-user` as UserId,
  via,
  role: 'trader',
  proved: undefined,
  isRestricted: false,
})

const option = (id: number, strike: number): Instrument => ({
  id,
  name: `BTC-25DEC37-${strike}-C`,
  venue: 'DBT',
  productCode: 'DO',
  kind: 'OPTION',
  baseCurrency: 'BTC',
  quoteCurrency: 'BTC',
  clearingCurrency: 'BTC',
  marginKind: 'INVERSE',
  optionKind: 'CALL',
  strike: price(String(strike)),
  expiresAt: Date.UTC(2037, 11, 25, 8) as Instant,
  contractSize: quantity('1'),
  tickSize: price('0.0001'),
  tickSizeSteps: [],
  quantityIncrement: quantity('0.1'),
  minBlockSize: quantity('25'),
  state: 'ACTIVE',
})

export const instruments: readonly Instrument[] = [
  option(1, 100_000),
  option(2, 120_000),
  {
    id: 3,
    name: 'BTC-PERPETUAL',
    venue: 'DBT',
    productCode: 'CF',
    kind: 'FUTURE',
    baseCurrency: 'BTC',
    quoteCurrency: 'USD',
    clearingCurrency: 'BTC',
    marginKind: 'INVERSE',
    contractSize: quantity('10'),
    tickSize: price('0.5'),
    tickSizeSteps: [],
    quantityIncrement: quantity('10'),
    minBlockSize: quantity('200000'),
    state: 'ACTIVE',
  },
]

const markPrices: Readonly<Record<number, number>> = { 1: 0.08, 2: 0.05, 3: 98_000 }

/** Fixed marks, with a price band from half to twice the mark. */
export const marketData: MarketData = {
  instrument: (id) => instruments.find((one) => one.id === id),
  instrumentNamed: (venue, name) => instruments.find((one) => one.venue === venue && one.name === name),
  instruments: () => instruments,
  mark: (instrumentId): Mark | undefined => {
    const markPrice = markPrices[instrumentId]
    if (markPrice === undefined) return undefined
    return {
      instrumentId,
      markPrice,
      minPrice: markPrice / 2,
      maxPrice: markPrice * 2,
      underlyingPrice: 98_000,
      indexPrice: 97_990,
      at: 0,
      markIv: 0.523,
      bidIv: 0.5,
    }
  },
  indexPrice: () => ({ price: 97_990, at: 0, change: undefined }),
  onMarks: () => () => undefined,
  onInstruments: () => () => undefined,
  isStale: () => false,
}

const desks = [ORRY, KEST, LARK, MERL].map((ticker) => ({
  ticker,
  name: `${ticker} desk`,
  firmName: ticker,
  isMaker: ticker !== ORRY,
  venues: ['DBT'] as VenueCode[],
}))

/** Each desk has one account, named after it. */
export const directory: Directory = {
  desk: (ticker) => desks.find((desk) => desk.ticker === ticker),
  desks: () => desks,
  offered: () => unifiedVenueCodes,
  eligibleMakers: (taker, venue) => (venue === 'DBT' ? [KEST, LARK, MERL].filter((desk) => desk !== taker) : []),
  approved: () => true,
  groups: (desk) =>
    desk === ORRY
      ? [
          { id: 'g_1', name: 'Core', makers: [KEST, LARK, 'GONE' as DeskId] },
          { id: 'g_2', name: 'Closed', makers: ['GONE' as DeskId] },
        ]
      : [],
  apart: () => undefined,
  accounts: (desk, venue) =>
    venue === 'DBT' ? [{ id: `account of ${desk}`, name: accountOf(desk), isDefault: true, isReadOnly: false }] : [],
}

export const venueKeys: VenueKeys = ({ desk, account }) =>
  account === accountOf(desk) ? { clientId: `client of ${desk}`, clientSecret: 'secret' } : undefined

export const accountOf = (desk: DeskId): string => `${desk.toLowerCase()}-main`

export type World = Awaited<ReturnType<typeof openWorld>>

/** All their shards are open, although only one venue lists and settles. */
const everyVenue: readonly VenueCode[] = ['DBT', 'BYB', 'BIT', 'PRDX']

/** The direct flow with its markets. */
export async function openWorld(sql: Sql, venue: Venue, now: () => number = Date.now) {
  const market = await createMarket({ sql, venueKeys, venues: new Map(everyVenue.map((code) => [code, venue])), now, log: silent })
  const engine = carried(market.engine)
  return {
    ...market,
    engine,
    ...createDrfq({ sql, engine, marketData, directory, now }),
    /** Resets triggered protections of makers, because tests trade faster than desks do. */
    async calm() {
      for (const desk of [KEST, LARK, MERL]) await market.engine.submit('DBT-BTC', { kind: 'ResetProtection', desk })
    },
  }
}

export const callSpread = [
  { instrument_id: 1, ratio: '1', side: 'BUY' },
  { instrument_id: 2, ratio: '1', side: 'SELL' },
] as const

/** A maker's leg prices of the call spread that add up to the total. */
export const legsFor = (total: string) => [
  { instrument_id: 2, price: '0.05' },
  { instrument_id: 1, price: String(Math.round((priceToNumber(price(total)) + 0.05) * 10_000) / 10_000) },
]
