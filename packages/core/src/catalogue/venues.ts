import type { Venue, VenueCode } from './venue.ts'

export const venues: Readonly<Record<VenueCode, Venue>> = {
  DBT: {
    code: 'DBT',
    displayCode: 'DBT',
    name: 'Deribit',
    shortName: 'Deribit',
    custom: true,
    minBlockSizeCalculation: 'strategy',
    normalizedMinBlockSize: 0,
  },
  BIT: {
    code: 'BIT',
    displayCode: 'BIT',
    name: 'Bit.com',
    shortName: 'Bit',
    custom: true,
    minBlockSizeCalculation: 'leg',
    normalizedMinBlockSize: 0,
  },
  BYB: {
    code: 'BYB',
    displayCode: 'BYB',
    name: 'Bybit',
    shortName: 'Bybit',
    custom: true,
    minBlockSizeCalculation: 'strategy',
    normalizedMinBlockSize: 1,
  },
}

export const venueCodes: readonly VenueCode[] = ['DBT', 'BIT', 'BYB']
