/** Venues, where trades settle. */
export type VenueCode = 'DBT' | 'BIT' | 'BYB'

export type Venue = {
  readonly code: VenueCode
  readonly displayCode: string
  readonly name: string
  readonly shortName: string
  readonly custom: boolean
  /** Whether a structure's minimum block is counted per structure or per leg. */
  readonly minBlockSizeCalculation: 'strategy' | 'leg'
  /** A floor under the structure's minimum, in contracts; 0 is none. */
  readonly normalizedMinBlockSize: number
}
