/**
 * The names of the channels at each door, in every spelling. Braces stand for a name or a number. The names are listed here so that a browser can
 * check them without loading the schemas of contracts. An unknown or missing name does not compile.
 */
import type { channels, groupChannels, spreadChannels, vaultChannels } from '@parley/contracts'
import { ClientError, type SocketDoor } from './client.ts'

type Described = Readonly<Record<string, { readonly also: readonly string[] }>>
type SpellingOf<Channels extends Described> = { [Name in keyof Channels & string]: Name | Channels[Name]['also'][number] }[keyof Channels &
  string]

type Documented = {
  readonly '/v2/drfq': SpellingOf<typeof channels>
  readonly '/v1/ob': SpellingOf<typeof groupChannels>
  readonly '/v1/grfq': Exclude<SpellingOf<typeof groupChannels>, 'quote_status'>
  readonly '/v1/fs': SpellingOf<typeof spreadChannels>
  readonly '/v1/vrfq': SpellingOf<typeof vaultChannels>
}

const ofAccounts = [
  'market_maker_protection',
  'mmp',
  'trading_stop',
  'protection_limits',
  'refused_fills',
  'positions',
  'platform_state',
  'venue_fees',
  'announcements',
  'held_requests',
] as const
const ofPerpetuals = ['perpetual_markets', 'perpetual_book.{market}', 'perpetual_trades.{market}', 'perpetual_account'] as const
const ofNegotiations = [
  ...ofPerpetuals,
  'trade_tape',
  'bbo.{rfq_id}',
  ...ofAccounts,
  'orders',
  'order',
  'trades',
  'trade',
  'rfqs',
  'rfq',
] as const
const ofMarkets = [...ofNegotiations, 'quote', 'quotes', 'quote_book', 'quote_book.{rfq_id}'] as const

const listed = {
  '/v2/drfq': [
    ...ofNegotiations,
    'rfq_orders',
    'rfq_order',
    'trade_confirmation',
    'bbo',
    'venue_states',
    'market_data.{venue}.{base_currency}',
    'venue_quotes.{rfq_id}',
    'list_lines',
    'net_prices',
  ],
  '/v1/ob': [...ofMarkets, 'quote_status'],
  '/v1/grfq': ofMarkets,
  '/v1/fs': [
    'strategy_state.{venue}.{kind}',
    'order_book.{strategy_id}.{level}',
    'venue_bbo.{strategy_id}',
    'orders.{venue}.{kind}.{strategy_id}',
    'trades.{venue}.{kind}.{strategy_id}',
    'trade_tape.{venue}.{kind}.{strategy_id}',
    'system_state',
    ...ofAccounts,
  ],
  '/v1/vrfq': ['rfq', 'rfqs', 'quote', 'quotes', 'trade', 'trades', ...ofAccounts],
} as const satisfies { readonly [Door in SocketDoor]: readonly Documented[Door][] }

type Missing = { readonly [Door in SocketDoor]: Exclude<Documented[Door], (typeof listed)[Door][number]> }[SocketDoor]
type Complete = [Missing] extends [never] ? object : { readonly missing: Missing }

const channelNames: Readonly<Record<SocketDoor, readonly string[]>> = listed satisfies Complete

const matches = (pattern: string, channel: string): boolean => {
  const [parts, given] = [pattern.split('.'), channel.split('.')]
  return parts.length === given.length && parts.every((part, at) => part === given[at] || (part.startsWith('{') && given[at] !== ''))
}

export const hasChannel = (door: SocketDoor, channel: string): boolean => channelNames[door].some((pattern) => matches(pattern, channel))

/** Throws for a channel that the door does not have, because its listener would wait forever. */
export function checkChannel(door: SocketDoor, channel: string): void {
  if (hasChannel(door, channel)) return
  const message = `${door} has no channel ${channel}; its channels are ${channelNames[door].join(', ')}.`
  throw new ClientError(message, { status: 0, error: 'InvalidParams', member: 'channel' })
}
