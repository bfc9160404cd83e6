/** Venues, where trades settle. */
export type VenueCode = 'DBT' | 'BIT' | 'BYB' | 'PRDX'

export type Venue = {
  readonly code: VenueCode
  readonly displayCode: string
  readonly name: string
  readonly shortName: string
  readonly custom: boolean
  /** The unified markets are offered to every desk; any other venue only to desks with an account there (rulebook 3.23). */
  readonly offeredTo: 'EVERYBODY' | 'ITS_ACCOUNTS'
  /** Whether it has makers of its own, who can be asked in addition to ours (rulebook 15). */
  readonly hasMakers: boolean
  /** Whether a structure's minimum block is counted per structure or per leg. */
  readonly minBlockSizeCalculation: 'strategy' | 'leg'
  /** A lower limit of the structure's minimum, in contracts; 0 for none. */
  readonly normalizedMinBlockSize: number
}
