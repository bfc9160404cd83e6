/** Venues, where trades settle. */
export type VenueCode = 'DBT' | 'BIT' | 'BYB' | 'PRDX'

export type Venue = {
  readonly code: VenueCode
  readonly displayCode: string
  readonly name: string
  readonly shortName: string
  readonly custom: boolean
  /** The unified markets are everybody's; another venue is there for desks with an account at it (rulebook 3.23). */
  readonly offeredTo: 'EVERYBODY' | 'ITS_ACCOUNTS'
  /** Whether it has makers of its own, who can be asked beside ours (rulebook 15). */
  readonly hasMakers: boolean
  /** Whether a structure's minimum block is counted per structure or per leg. */
  readonly minBlockSizeCalculation: 'strategy' | 'leg'
  /** A floor under the structure's minimum, in contracts; 0 is none. */
  readonly normalizedMinBlockSize: number
}
