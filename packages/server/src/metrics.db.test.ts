/** GET /metrics of a product in which desks trade. Its labels must not reveal who trades what (decision 1009). */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import * as contracts from '@parley/contracts'
import { venueCodes } from '@parley/core'
import { withTestDatabase } from '../test/database.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../test/trading-product.ts'
import { auctionShard } from './auctions/auction-engine.ts'
import { unfinishedFlows } from './protection/unfinished-cancels.ts'
import { marketShards } from './shards/shards.ts'
import { callOutcomes } from './metrics/call-outcome.ts'
import { gauges } from './metrics/gauges.ts'

const database = withTestDatabase()
let market: TradingProduct
let lines: readonly string[] = []

beforeAll(async () => {
  market = await startTradingProduct(database.url)
  await trade()
  lines = (await scrape()).split('\n')
})
afterAll(() => market.close())

const scrape = async () => {
  const { status, text } = await market.product.send('GET', '/metrics')
  if (status !== 200) throw new Error(text)
  return text
}

/** A trade that settles, a refusal of each kind that is cheap to cause, and a socket that follows the market. */
async function trade(): Promise<void> {
  const { product } = market
  const socket = new WebSocket(`${product.server.baseUrl.replace('http', 'ws')}/v2/drfq/?access-key=nobody`)
  await new Promise((resolve) => socket.once('error', resolve))
  const order = { quantity: '25', type: 'LIMIT' }
  const rfq = done(
    await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs: market.spread, label: 'secret' }),
  )
  const quote = { ...order, side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED', rfq_id: rfq.id, legs: legsFor(market, '0.031') }
  const cross = { ...order, side: 'BUY', time_in_force: 'FILL_OR_KILL', rfq_id: rfq.id, price: '0.031' }
  done(await market.as('KEST', 'POST', '/v2/drfq/orders/', quote))
  done(await market.as('ORRY', 'POST', '/v2/drfq/orders/', cross))
  await market.as('KEST', 'POST', '/v2/drfq/orders/', { ...quote, quantity: '0.001' })
  await market.as('KEST', 'GET', '/v2/drfq/rfqs/r_none/')
  await product.send('GET', '/v2/drfq/rfqs/')
  await product.send('GET', '/a/page/of/ORRY')
  await vi.waitFor(async () => expect(settled(await scrape())).toBe(true), { timeout: 45_000, interval: 100 })
}
const settled = (text: string) =>
  text.includes('parley_settlement_steps_total{venue="DBT",step="execute",outcome="done"} 1') &&
  /^parley_settlements_waiting\{/m.test(text) === false

/** `name{label="value",…} figure` */
const labelsIn = (all: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const line of all.filter((one) => one.startsWith('parley_')))
    for (const [, label, value] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      found.set(label!, (found.get(label!) ?? new Set()).add(value!))
  return found
}

const calls = Object.values(contracts).flatMap((group) =>
  typeof group === 'object' && group !== null
    ? Object.values(group as Record<string, { method?: string; path?: string }>).flatMap((call) =>
        typeof call?.method === 'string' && typeof call.path === 'string' ? [`${call.method} ${call.path}`] : [],
      )
    : [],
)
const channels = [contracts.channels, contracts.groupChannels, contracts.spreadChannels].flatMap((group) => Object.keys(group as object))

const closed: Readonly<Record<string, (value: string) => boolean>> = {
  call: (value) => [...calls, 'page'].includes(value) || /^[A-Z]+ \/v1\/(?:grfq|ob)\/[a-z_/{}-]*$/.test(value),
  outcome: (value) => [...callOutcomes, 'decided', 'refused', 'done', 'failed', 'rejected', 'unknown'].includes(value),
  // The auctions have only the age and the epoch of their lease.
  shard: (value) => marketShards.some(({ name }) => name === value) || value === auctionShard.name,
  venue: (value) => venueCodes.some((code) => code === value),
  channel: (value) => channels.includes(value),
  step: (value) => ['verify', 'execute', 'find'].includes(value),
  worker: (value) => ['settlement', 'reconciliation', 'mail', 'leaderboard'].includes(value),
  of: (value) => ['all', 'slowest', ...unfinishedFlows].includes(value),
  le: (value) => /^(?:\+Inf|[\d.]+)$/.test(value),
  version: (value) => /^\d+\.\d+\.\d+$/.test(value),
  commit: (value) => /^(?:unknown|[0-9a-f]{40,64}(?:-dirty)?)$/.test(value),
}

it('has figures of calls, shards, venues, channels, workers, sockets and waiting work', () => {
  const names = new Set(lines.flatMap((line) => /^(\w+?)(?:_bucket|_sum|_count)?[{ ]/.exec(line)?.[1] ?? []))
  for (const name of ['requests_total', 'request_seconds', 'commands_total', 'command_seconds', 'commit_seconds', 'notifications_total'])
    expect(names).toContain(`parley_${name}`)
  for (const name of ['settlement_steps_total', 'settlement_step_seconds', 'work_total', 'work_seconds', 'build_info'])
    expect(names).toContain(`parley_${name}`)
  // Nothing waits at a venue, so these have no value.
  const absent = [
    'parley_settlements_waiting',
    'parley_settlement_oldest_seconds',
    'parley_reconciliation_waiting',
    'parley_reconciliation_breaks',
    // Only workers that share the jobs show it.
    'parley_job_running',
  ]
  expect(Object.keys(gauges).filter((name) => !names.has(name) && !absent.includes(name) && name !== 'parley_venue_delay_seconds')).toEqual(
    [],
  )
  expect(names).toContain('nodejs_eventloop_lag_p99_seconds')
})

it('counts the answers of each call by the class of the refusal, commands by shard and steps by venue', () => {
  expect(lines).toContain('parley_requests_total{call="POST /v2/drfq/rfqs/",outcome="accepted"} 1')
  expect(lines).toContain('parley_requests_total{call="POST /v2/drfq/orders/",outcome="accepted"} 2')
  expect(lines).toContain('parley_requests_total{call="POST /v2/drfq/orders/",outcome="invalid"} 1')
  expect(lines).toContain('parley_requests_total{call="GET /v2/drfq/rfqs/{id}/",outcome="not_found"} 1')
  expect(lines).toContain('parley_requests_total{call="GET /v2/drfq/rfqs/",outcome="unauthenticated"} 1')
  expect(lines).toContain('parley_requests_total{call="page",outcome="not_found"} 1')
  expect(lines).toContain('parley_settlement_steps_total{venue="DBT",step="verify",outcome="done"} 1')
  expect(lines).toContain('parley_ready 1')
  expect(lines).toContain('parley_shard_serving{shard="DBT-BTC"} 1')
})

/** A duration may look like a price. */
const withoutFigure = (line: string): string => line.slice(0, line.lastIndexOf(' '))

it('has no label but those of closed sets, whatever the desks trade', () => {
  const open = [...labelsIn(lines)].flatMap(([label, values]) =>
    [...values].filter((value) => !closed[label]?.(value)).map((value) => `${label}=${value}`),
  )
  expect(open).toEqual([])
  for (const secret of ['ORRY', 'KEST', 'Orrery', 'secret', 'DEC37', '0.031', market.keyOf('ORRY').accessKey])
    expect(lines.filter((line) => withoutFigure(line).includes(secret))).toEqual([])
})

it('19.8 no call, command or commit of auctions is counted, because that would reveal the number of bids', async () => {
  await market.as('ORRY', 'GET', '/v1/vrfq/auctions/')
  const text = await scrape()
  expect(text).not.toContain('vrfq')
  // A recall that is not done counts whether or not there are bids.
  const isOpen = /^parley_(?:shard_lease_|cancels_unfinished)/
  expect(text.split('\n').filter((line) => line.includes('"auctions"') && !isOpen.test(line))).toEqual([])
})

it('while the database is away, the other figures are still served', async () => {
  const { sql } = database
  await sql`alter table leaderboard_due rename to leaderboard_away`
  const text = await scrape()
  await sql`alter table leaderboard_away rename to leaderboard_due`
  expect(text).toContain('parley_database_figures 0')
  expect(text).toContain('parley_requests_total{')
  expect(text).not.toMatch(/^parley_mail_waiting \d/m)
  expect(await scrape()).toContain('parley_database_figures 1')
})
