import { expect, it } from 'vitest'
import { checkChannel } from './channel-names.ts'
import type { SocketDoor } from './client.ts'

// Proves T 7.65.
it.each<[SocketDoor, string]>([
  ['/v2/drfq', 'rfqs'],
  ['/v2/drfq', 'rfq_orders'],
  ['/v2/drfq', 'orders'],
  ['/v2/drfq', 'trades'],
  ['/v2/drfq', 'trade_tape'],
  ['/v2/drfq', 'bbo'],
  ['/v2/drfq', 'mmp'],
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
])('%s refuses %s, and names those it has', (door, channel) => {
  expect(() => checkChannel(door, channel)).toThrow(`${door} has no channel ${channel}; its channels are`)
})
