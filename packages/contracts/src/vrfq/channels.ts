/** The socket at /v1/vrfq/: JSON-RPC 2.0 as at /v2/drfq/. The data of its own channels is `{kind, <object>}`. */
import { z } from 'zod'
import { PlatformState } from '../drfq/entities.ts'
import { announcementChannels } from '../account/announcements.ts'
import { positionChannels } from '../positions/channels.ts'
import { protectionChannels } from '../protection/channels.ts'
import { feeChannels } from '../reconciliation/channels.ts'
import { Auction, Bid, BidTrade } from './entities.ts'

export const vaultChannels = {
  rfq: {
    summary:
      'Auctions: ADDED when announced and, with status ACTIVE, when bidding opens; REMOVED, with status EXPIRED, when they close or the vault cancels; UPDATED when part of them has settled.',
    data: z.object({ kind: z.enum(['ADDED', 'UPDATED', 'REMOVED']), rfq: Auction }),
    also: ['rfqs'],
  },
  quote: {
    summary:
      "Your desk's own bids: NEW; CANCELED; PENDING_FILL when the vault has accepted the bid; FILLED or REJECTED when its trade is completed or rejected; LOST when the auction closed and the bid was not accepted.",
    data: z.object({ kind: z.enum(['NEW', 'CANCELED', 'LOST', 'PENDING_FILL', 'FILLED', 'REJECTED']), quote: Bid }),
    also: ['quotes'],
  },
  trade: {
    summary:
      'Trades of your desk, as bidder or as vault: PENDING, also with each change of its settlement and when a chain reorganisation reverses it; COMPLETED; REJECTED with the reason in `error`.',
    data: z.object({ kind: z.enum(['PENDING', 'COMPLETED', 'REJECTED']), trade: BidTrade }),
    also: ['trades'],
  },
  ...protectionChannels,
  ...positionChannels,
  ...feeChannels,
  ...announcementChannels,
  platform_state: { summary: 'Sent when the platform opens, closes or accepts cancels only.', data: PlatformState, also: [] },
} as const
