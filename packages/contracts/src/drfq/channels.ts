/**
 * The socket at /v2/drfq/: JSON-RPC 2.0. `subscribe {channel, snapshot?, from_seq?}`, `unsubscribe {channel}`, `heartbeat`.
 * A notification is `{jsonrpc, method: 'subscription', params: {channel, data, event?, meta: {seq_group, seq_num, seq_left?,
 * prev_seq_num?, prev_seq_left?, server_time}}}`; the channel is echoed as it was subscribed. With `snapshot: true` the first notification has event SNAPSHOT and a list as data.
 */
import { MarketData, VenueStates } from '../market-data/channels.ts'
import { Bbo, BlockTrade, Order, PlatformState, Rfq, RfqOrder, TapeTrade } from './entities.ts'
import { perpetualChannels } from '../perpetuals/channels.ts'
import { positionChannels } from '../positions/channels.ts'
import { VenueQuotes } from './venue-quotes.ts'
import { protectionChannels } from '../protection/channels.ts'
import { feeChannels } from '../reconciliation/channels.ts'

export const channels = {
  rfqs: { summary: 'RFQs of your desk: ADDED when opened, UPDATED, REMOVED when closed.', data: Rfq, also: ['rfq'] },
  rfq_orders: {
    summary:
      "Orders in RFQs that you may see but are not yours: for the taker the makers' quotes. ADDED with what rests now, which replaces what was told of the same id; REMOVED.",
    data: RfqOrder,
    also: ['rfq_order'],
  },
  orders: { summary: "Your desk's own orders.", data: Order, also: ['order'] },
  trades: { summary: "Your desk's trades: at the venue, filled, rejected.", data: BlockTrade, also: ['trade', 'trade_confirmation'] },
  trade_tape: { summary: 'Every settled trade of the network.', data: TapeTrade, also: [] },
  'bbo.{rfq_id}': {
    summary: "The venue's screen prices for one RFQ's structure, on every change of its marks, at most twice a second.",
    data: Bbo,
    also: ['bbo'],
  },
  'venue_quotes.{rfq_id}': {
    summary: "What the venue's own makers quote in a request of your desk that asked them too; for its taker alone.",
    data: VenueQuotes,
    also: [],
  },
  ...protectionChannels,
  ...positionChannels,
  ...feeChannels,
  ...perpetualChannels,
  platform_state: { summary: 'When the platform opens, closes or only cancels.', data: PlatformState, also: [] },
  venue_states: {
    summary: 'Which venue is open, slow, settling, under maintenance or out of reach, and how late it answers.',
    data: VenueStates,
    also: [],
  },
  'market_data.{venue}.{base_currency}': { summary: 'Marks of all instruments of a currency at a venue.', data: MarketData, also: [] },
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
      /** How many more notifications of the same decision follow on this channel; not there where none does. */
      readonly seq_left?: number
      readonly prev_seq_num?: number
      readonly prev_seq_left?: number
      /** When it was written, ms. */
      readonly server_time?: number
    }
  }
}
