/** The venue's own makers, who are asked in addition to ours (rulebook 15). */
import type { VenueCode } from '../../catalogue/venue.ts'
import { venues } from '../../catalogue/venues.ts'
import type { DeskId } from '../../ids.ts'
import { refuse } from '../../refusal.ts'
import { hedgeLegs, type Structure } from '../../structure/structure.ts'
import type { RfqKind } from '../../rfq-kind.ts'
import { MAX_VENUE_HEDGES, MAX_VENUE_LEGS } from '../model/limits.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'

export type AskedAtVenue = { readonly audience: RfqKind; readonly venue: VenueCode; readonly structure: Structure }

/** The name of a venue's makers where desks are named. It contains a hyphen, which no ticker of a desk does. Undefined if the venue has none. */
export const venueMakersOf = (venue: VenueCode): DeskId | undefined => (venues[venue].hasMakers ? (`${venue}-RFQ` as DeskId) : undefined)

export const isVenueMakers = (desk: string): boolean => desk.endsWith('-RFQ')

/** Rulebook 15.1: why the venue's makers cannot be asked. */
export function venueAskRefusal({ audience, venue, structure }: AskedAtVenue): RfqRefusal | undefined {
  const refused = (message: string) => refuse('VenueMakersNotOffered', '15.1', message, 'also_ask_venue')
  const { name, hasMakers } = venues[venue]
  if (!hasMakers) return refused(`${name} has no makers of its own to ask. Omit also_ask_venue.`)
  if (audience !== 'DIRECT') return refused("Only a direct RFQ can ask the venue's makers too.")
  const { legs } = structure
  if (legs.length - hedgeLegs(structure).length > MAX_VENUE_LEGS)
    return refused(`${name} accepts at most ${MAX_VENUE_LEGS} legs in an RFQ to its makers.`)
  if (hedgeLegs(structure).length > MAX_VENUE_HEDGES) return refused(`${name} accepts at most one hedge in an RFQ to its makers.`)
  if (new Set(legs.map(({ instrument }) => instrument.id)).size < legs.length)
    return refused(`${name} accepts each contract only once in an RFQ to its makers. The hedge must be a different contract from the legs.`)
  return new Set(legs.filter(({ price }) => price === undefined).map(({ instrument }) => instrument.quoteCurrency)).size > 1
    ? refused(`${name} accepts only legs of one quote currency in an RFQ to its makers.`)
    : undefined
}
