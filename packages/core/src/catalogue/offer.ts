/** The unified markets are offered to every desk; any other venue only to desks with an account there that can settle (rulebook 3.23). */
import { refuse, type Refusal } from '../refusal.ts'
import type { VenueCode } from './venue.ts'
import { venueCodes, venues } from './venues.ts'

/** `settlesAt` are the venues of accounts that can settle. */
export const isOffered = (venue: VenueCode, settlesAt: readonly VenueCode[]): boolean =>
  venues[venue].offeredTo === 'EVERYBODY' || settlesAt.includes(venue)

export const offeredVenues = (settlesAt: readonly VenueCode[]): readonly VenueCode[] =>
  venueCodes.filter((venue) => isOffered(venue, settlesAt))

export function offerRefusal(venue: VenueCode, settlesAt: readonly VenueCode[]): Refusal<'AccountUnknown'> | undefined {
  if (isOffered(venue, settlesAt)) return undefined
  const { name } = venues[venue]
  const message = `Blocks at ${name} require an account there that can settle, and your desk has none. Connect one in the dashboard first.`
  return refuse('AccountUnknown', '3.23', message, 'venue')
}
