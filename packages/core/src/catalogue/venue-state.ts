/** Whether a venue accepts orders and blocks, as seen by its adapter (rulebook 3.20). */
import { refuse, type Refusal } from '../refusal.ts'
import type { VenueCode } from './venue.ts'
import { venues } from './venues.ts'

/** SLOW: the venue responds late. DISCONNECTED: it has been silent for so long that its figures are stale. */
export type VenueState = 'OPEN' | 'SLOW' | 'PAUSED_SETTLEMENT' | 'MAINTENANCE' | 'DISCONNECTED'

export type VenueFacts = {
  readonly isConnected: boolean
  /** Nothing has arrived from it for longer than its figures stay valid. */
  readonly isSilent: boolean
  readonly roundTripMs: number | undefined
  readonly pause: 'SETTLEMENT' | 'MAINTENANCE' | undefined
}

/** A venue is slow if its response time is as long as the age at which prices are stale. */
export const SLOW_VENUE_MS = 1_500

/** The venue's own announcement has priority over every measurement: a venue under maintenance may be silent because of it. */
export function venueState({ isConnected, isSilent, roundTripMs, pause }: VenueFacts): VenueState {
  if (pause === 'MAINTENANCE') return 'MAINTENANCE'
  if (pause === 'SETTLEMENT') return 'PAUSED_SETTLEMENT'
  if (!isConnected || isSilent) return 'DISCONNECTED'
  return roundTripMs !== undefined && roundTripMs >= SLOW_VENUE_MS ? 'SLOW' : 'OPEN'
}

/** The meaning of a state for traders at the venue, as a whole sentence. */
export function venueSentence(venue: VenueCode, state: VenueState): string {
  const { name } = venues[venue]
  switch (state) {
    case 'OPEN':
      return `${name} is open.`
    case 'SLOW':
      return `${name} is slow; blocks settle later than usual.`
    case 'PAUSED_SETTLEMENT':
      return `${name} is settling its expiries and does not accept blocks. RFQs and quotes stay live. Try again in a minute or two.`
    case 'MAINTENANCE':
      return `${name} is under maintenance and does not accept blocks. RFQs and quotes stay live, and nothing new is sent until it reopens.`
    case 'DISCONNECTED':
      return `${name} cannot be reached. Its prices are stale, and blocks settle once it is back.`
  }
}

/** When to try again. */
const ASK_AGAIN_MS = 15_000

/** Nothing new is sent to a paused venue. Open orders and RFQs stay, and can be cancelled (rulebook 3.21). */
export function venueRefusal(venue: VenueCode, state: VenueState): Refusal<'VenuePaused'> | undefined {
  if (state !== 'PAUSED_SETTLEMENT' && state !== 'MAINTENANCE') return undefined
  return { ...refuse('VenuePaused', '3.21', venueSentence(venue, state)), retryAfterMs: ASK_AGAIN_MS }
}
