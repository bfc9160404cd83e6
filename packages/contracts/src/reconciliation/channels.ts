/** The channel for fees, which is available on every socket. */
import { VenueFees } from './venue-fees.ts'

export const feeChannels = {
  venue_fees: {
    summary:
      "The fees that the venue charged your desk for its own side of trades: the 50 newest on subscribing, then whenever a venue's record was read.",
    data: VenueFees,
    also: [],
  },
} as const
