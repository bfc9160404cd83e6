/** A caller sees only venues that are offered to its desk (rulebook 3.23). */
import { isOffered, offeredVenues, venueCodes, venues, type VenueCode } from '@parley/core'
import type { Audience } from '../engine/engine.ts'
import type { Caller } from './route.ts'

type Offered = Pick<Caller, 'alsoOffered'>

export const offeredTo = ({ alsoOffered = [] }: Offered): readonly VenueCode[] => offeredVenues(alsoOffered)

export const isOfferedTo = ({ alsoOffered = [] }: Offered, venue: VenueCode): boolean => isOffered(venue, alsoOffered)

/** Undefined if no venue is withheld. */
export function withheldFrom(caller: Offered): readonly VenueCode[] | undefined {
  const withheld = venueCodes.filter((venue) => !isOfferedTo(caller, venue))
  return withheld.length === 0 ? undefined : withheld
}

/** The readers of public data of a venue. */
export const publicAt = (venue: VenueCode): Audience => (venues[venue].offeredTo === 'EVERYBODY' ? 'everybody' : `venue:${venue}`)
