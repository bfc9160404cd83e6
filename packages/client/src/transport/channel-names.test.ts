import { channels, groupChannels, spreadChannels, vaultChannels } from '@parley/contracts'
import { expect, it } from 'vitest'
import { channelNames, checkChannel } from './channel-names.ts'
import type { SocketDoor } from './client.ts'

type Described = Readonly<Record<string, { readonly also: readonly string[] }>>
const spellings = (described: Described): readonly string[] => Object.entries(described).flatMap(([name, { also }]) => [name, ...also])
const ofMarkets = spellings(groupChannels)
const documented: Readonly<Record<SocketDoor, readonly string[]>> = {
  '/v2/drfq': spellings(channels),
  '/v1/ob': ofMarkets,
  '/v1/grfq': ofMarkets.filter((name) => name !== 'quote_status'),
  '/v1/fs': spellings(spreadChannels),
  '/v1/vrfq': spellings(vaultChannels),
}

// Proves T 7.65.
it.each(Object.keys(documented) as SocketDoor[])('%s has the channels that are documented, and no others', (door) => {
  expect(channelNames[door].toSorted()).toEqual(documented[door].toSorted())
})

it.each<[SocketDoor, string]>([
  ['/v2/drfq', 'bbo.r_01'],
  ['/v2/drfq', 'market_data.DBT.BTC'],
  ['/v1/ob', 'quote_book.12'],
  ['/v1/fs', 'orders.ALL.ALL.ALL'],
  ['/v1/fs', 'order_book.100000000000000012.L2'],
])('%s has %s', (door, channel) => {
  expect(() => checkChannel(door, channel)).not.toThrow()
})

it.each<[SocketDoor, string]>([
  ['/v2/drfq', 'quote_book'],
  ['/v2/drfq', 'rfqs.DBT'],
  ['/v2/drfq', 'market_data.DBT'],
  ['/v1/ob', 'bbo.'],
  ['/v1/grfq', 'quote_status'],
  ['/v1/fs', 'orders'],
])('%s refuses %s, and names those that it has', (door, channel) => {
  expect(() => checkChannel(door, channel)).toThrow(`${door} has no channel ${channel}; it has`)
})
