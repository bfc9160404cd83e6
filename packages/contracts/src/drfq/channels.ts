/**
 * The socket at /v2/drfq/: JSON-RPC 2.0. `subscribe {channel, snapshot?, from_seq?}`, `unsubscribe {channel}`, `heartbeat`. A notification is
 * `{jsonrpc, method: 'subscription', params: {channel, data, event?, meta: {seq_group, seq_num, seq_left?, prev_seq_num?, prev_seq_left?,
 * server_time}}}`. It contains the channel as it was subscribed. With `snapshot: true` the first notification has event SNAPSHOT and a list as data.
 */
import { MarketData, VenueStates } from '../market-data/channels.ts'
import { Bbo, BlockTrade, Order, PlatformState, Rfq, RfqOrder, TapeTrade } from './entities.ts'
import { listChannels } from './list-channels.ts'
import { perpetualChannels } from '../perpetuals/channels.ts'
import { announcementChannels } from '../account/announcements.ts'
import { positionChannels } from '../positions/channels.ts'
import { VenueQuotes } from './venue-quotes.ts'
import { protectionChannels } from '../protection/channels.ts'
import { feeChannels } from '../reconciliation/channels.ts'

export const channels = {
  rfqs: { summary: 'RFQs of your desk: ADDED when opened, UPDATED, REMOVED when closed.', data: Rfq, also: ['rfq'] },
  rfq_orders: {
    summary:
      "Orders of other desks in RFQs that you can see; for the taker, the makers' quotes. ADDED contains the current resting state and replaces earlier data of the same id. REMOVED when the order leaves.",
    data: RfqOrder,
    also: ['rfq_order'],
  },
  orders: { summary: "Your desk's own orders.", data: Order, also: ['order'] },
  trades: {
    summary: "Your desk's trades: pending at the venue, filled or rejected.",
    data: BlockTrade,
    also: ['trade', 'trade_confirmation'],
  },
  trade_tape: { summary: 'All settled trades of the network.', data: TapeTrade, also: [] },
  'bbo.{rfq_id}': {
    summary: "The venue's screen prices for the structure of one RFQ, on every change of its marks, at most twice a second.",
    data: Bbo,
    also: ['bbo'],
  },
  'venue_quotes.{rfq_id}': {
    summary: "The quotes of the venue's own makers in an RFQ of your desk that also asked them. Only for its taker.",
    data: VenueQuotes,
    also: [],
  },
  ...listChannels,
  ...protectionChannels,
  ...positionChannels,
  ...feeChannels,
  ...announcementChannels,
  ...perpetualChannels,
  platform_state: { summary: 'Sent when the platform opens, closes or accepts cancels only.', data: PlatformState, also: [] },
  venue_states: {
    summary: 'The state of each venue (open, slow, settling, under maintenance or unreachable) and its response time.',
    data: VenueStates,
    also: [],
  },
  'market_data.{venue}.{base_currency}': { summary: 'Marks of all instruments of one currency at a venue.', data: MarketData, also: [] },
} as const

export type ChannelEvent = 'ADDED' | 'UPDATED' | 'REMOVED' | 'SNAPSHOT'
export type Notification<Data = unknown> = {
  readonly jsonrpc: '2.0'
  readonly method: 'subscription'
  readonly params: {
    readonly channel: string
    readonly data: Data
    readonly event?: ChannelEvent
    readonly meta: {
      readonly seq_group: number
      readonly seq_num: number
      /** How many more notifications of the same decision follow on this channel; absent if none follow. */
      readonly seq_left?: number
      readonly prev_seq_num?: number
      readonly prev_seq_left?: number
      /** When it was written, ms. */
      readonly server_time?: number
    }
  }
}
