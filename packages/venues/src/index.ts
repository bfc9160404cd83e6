/** The one door of venues. */
export type * from './venue-port.ts'
export { createDeribitVenue, type DeribitVenueOptions } from './deribit/venue.ts'
export { createBitcomVenue, type BitcomVenueOptions } from './bitcom/venue.ts'
export { createBybitVenue, type BybitVenueOptions } from './bybit/venue.ts'
