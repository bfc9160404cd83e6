/**
 * The socket at /v1/fs/: JSON-RPC 2.0 as at /v2/drfq/, but a subscription is answered with an object, `{channel}`. `ALL` matches every value of one
 * part of a channel name, and a notification contains the name as it was subscribed.
 */
import { announcementChannels } from '../account/announcements.ts'
import { positionChannels } from '../positions/channels.ts'
import { protectionChannels } from '../protection/channels.ts'
import { feeChannels } from '../reconciliation/channels.ts'
import {
  SpreadBookDelta,
  SpreadOrder,
  SpreadPlatformState,
  SpreadTapeTrade,
  SpreadTrade,
  Strategy,
  SystemState,
  VenueBbo,
} from './entities.ts'

export const spreadChannels = {
  'strategy_state.{venue}.{kind}': {
    summary: 'Strategies when they are listed and when they end. Nothing is sent on subscribing.',
    data: Strategy,
    also: [],
  },
  'order_book.{strategy_id}.{level}': {
    summary:
      'Changes of a book from the subscription on. Subscribe, then read the book over REST and drop changes up to its seq_id. L1: best price of each side; L2: by price; L3: by order.',
    data: SpreadBookDelta,
    also: [],
  },
  'venue_bbo.{strategy_id}': {
    summary: "The value of a strategy from the venue's books of its legs: on subscribing and on every change, at most twice a second.",
    data: VenueBbo,
    also: [],
  },
  'orders.{venue}.{kind}.{strategy_id}': {
    summary: "Your desk's own orders, after every change. When an order is replaced, the old one is CLOSED and the new one OPEN.",
    data: SpreadOrder,
    also: [],
  },
  'trades.{venue}.{kind}.{strategy_id}': {
    summary: "Your desk's own trades: PENDING_SETTLEMENT, then FILLED or REJECTED with venue_error.",
    data: SpreadTrade,
    also: [],
  },
  'trade_tape.{venue}.{kind}.{strategy_id}': { summary: 'All settled trades, without desks or sides.', data: SpreadTapeTrade, also: [] },
  system_state: {
    summary: 'Whether the platform is open, closed or accepts cancels only: on subscribing and on every change.',
    data: SystemState,
    also: [],
  },
  platform_state: {
    summary: 'The same, with the next announced state and its time.',
    data: SpreadPlatformState,
    also: [],
  },
  ...protectionChannels,
  ...positionChannels,
  ...feeChannels,
  ...announcementChannels,
} as const
