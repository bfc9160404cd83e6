/** The public interface of the venues package. */
export type * from './port/venue-answers.ts'
export type * from './port/venue-port.ts'
export type * from './port/venue-makers.ts'
export { createDeribitVenue, type DeribitVenueOptions } from './deribit/venue.ts'
export { createBitcomVenue, type BitcomVenueOptions } from './bitcom/venue.ts'
export { createBybitVenue, type BybitVenueOptions } from './bybit/venue.ts'
export type * from './port/perpetuals-port.ts'
export { createPacer, NOT_SENT, type Asking, type Pace, type Pacer } from './adapter/pacing.ts'
export { createParadexVenue, type ParadexVenue, type ParadexVenueOptions } from './paradex/venue.ts'
export { isSameFelt, parseFelt } from './paradex/stark/felts.ts'
export { isSignedBy, publicKeyOf } from './paradex/stark/keys.ts'
export {
  authHash,
  blockOfferHash,
  blockTradeHash,
  modifiedOrderHash,
  onboardingHash,
  orderHash,
  type SignedBlock,
  type SignedBlockOrder,
  type SignedOrder,
  type SignedTrade,
  type Signer,
} from './paradex/stark/messages.ts'
