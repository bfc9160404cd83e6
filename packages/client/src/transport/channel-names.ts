/** The channels behind each door, every spelling of them; braces stand for a name or a number. Kept apart from their schemas, which a browser need not load. */
import { ClientError, type SocketDoor } from './client.ts'

const ofAccounts = [
  'market_maker_protection',
  'mmp',
  'trading_stop',
  'protection_limits',
  'refused_fills',
  'positions',
  'platform_state',
  'venue_fees',
]
const ofPerpetuals = ['perpetual_markets', 'perpetual_book.{market}', 'perpetual_trades.{market}', 'perpetual_account']
const ofNegotiations = [
  ...ofPerpetuals,
  'trade_tape',
  'bbo.{rfq_id}',
  ...ofAccounts,
  ...['orders', 'order', 'trades', 'trade', 'rfqs', 'rfq'],
]
const ofMarkets = [...ofNegotiations, 'quote', 'quotes', 'quote_book', 'quote_book.{rfq_id}']

export const channelNames: Readonly<Record<SocketDoor, readonly string[]>> = {
  '/v2/drfq': [
    ...ofNegotiations,
    'rfq_orders',
    'rfq_order',
    'trade_confirmation',
    'bbo',
    'venue_states',
    'market_data.{venue}.{base_currency}',
    'venue_quotes.{rfq_id}',
  ],
  '/v1/ob': [...ofMarkets, 'quote_status'],
  '/v1/grfq': ofMarkets,
  '/v1/fs': [
    'strategy_state.{venue}.{kind}',
    'order_book.{strategy_id}.{level}',
    'venue_bbo.{strategy_id}',
    ...['orders', 'trades', 'trade_tape'].map((name) => `${name}.{venue}.{kind}.{strategy_id}`),
    'system_state',
    ...ofAccounts,
  ],
  '/v1/vrfq': ['rfq', 'rfqs', 'quote', 'quotes', 'trade', 'trades', ...ofAccounts],
}

const matches = (pattern: string, channel: string): boolean => {
  const [parts, given] = [pattern.split('.'), channel.split('.')]
  return parts.length === given.length && parts.every((part, at) => part === given[at] || (part.startsWith('{') && given[at] !== ''))
}

export const hasChannel = (door: SocketDoor, channel: string): boolean => channelNames[door].some((pattern) => matches(pattern, channel))

/** Throws for a channel that the door does not have: its listener would wait for ever. */
export function checkChannel(door: SocketDoor, channel: string): void {
  if (hasChannel(door, channel)) return
  const message = `${door} has no channel ${channel}; it has ${channelNames[door].join(', ')}.`
  throw new ClientError(message, { status: 0, error: 'InvalidParams', member: 'channel' })
}
