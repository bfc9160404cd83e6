import type { Venue, VenueCode } from './venue.ts'

export const venues: Readonly<Record<VenueCode, Venue>> = {
  DBT: {
    code: 'DBT',
    displayCode: 'DBT',
    name: 'Deribit',
    shortName: 'Deribit',
    custom: true,
    offeredTo: 'EVERYBODY',
    hasMakers: true,
    minBlockSizeCalculation: 'strategy',
    normalizedMinBlockSize: 0,
  },
  BIT: {
    code: 'BIT',
    displayCode: 'BIT',
    name: 'Bit.com',
    shortName: 'Bit',
    custom: true,
    offeredTo: 'EVERYBODY',
    hasMakers: false,
    minBlockSizeCalculation: 'leg',
    normalizedMinBlockSize: 0,
  },
  BYB: {
    code: 'BYB',
    displayCode: 'BYB',
    name: 'Bybit',
    shortName: 'Bybit',
    custom: true,
    offeredTo: 'EVERYBODY',
    hasMakers: false,
    minBlockSizeCalculation: 'strategy',
    normalizedMinBlockSize: 1,
  },
  PRDX: {
    code: 'PRDX',
    displayCode: 'PRDX',
    name: 'Paradex',
    shortName: 'Paradex',
    custom: false,
    offeredTo: 'ITS_ACCOUNTS',
    hasMakers: false,
    minBlockSizeCalculation: 'strategy',
    normalizedMinBlockSize: 0,
  },
}

export const venueCodes: readonly VenueCode[] = ['DBT', 'BIT', 'BYB', 'PRDX']

/** The three venues of the unified markets, which are offered to every desk. */
export const unifiedVenueCodes: readonly VenueCode[] = venueCodes.filter((code) => venues[code].offeredTo === 'EVERYBODY')
