/** The channels behind each door, every spelling of them; braces stand for a name or a number. Kept apart from their schemas, which a browser need not load. */
import { ClientError, type SocketDoor } from './client.ts'

const ofEveryDoor = [
  'trade_tape',
  'bbo.{rfq_id}',
  'market_maker_protection',
  'mmp',
  'trading_stop',
  'protection_limits',
  'refused_fills',
  'platform_state',
  ...['orders', 'order', 'trades', 'trade', 'rfqs', 'rfq'],
]
const ofMarkets = [...ofEveryDoor, 'quote', 'quotes', 'quote_book', 'quote_book.{rfq_id}']

export const channelNames: Readonly<Record<SocketDoor, readonly string[]>> = {
  '/v2/drfq': [...ofEveryDoor, 'rfq_orders', 'rfq_order', 'trade_confirmation', 'bbo', 'market_data.{venue}.{base_currency}'],
  '/v1/ob': [...ofMarkets, 'quote_status'],
  '/v1/grfq': ofMarkets,
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
