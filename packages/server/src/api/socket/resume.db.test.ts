import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { channels, groupChannels, vaultChannels } from '@parley/contracts'
import { isRefusal, quantity, type DeskId, type Refusal } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import {
  callerOf,
  callSpread,
  directory,
  KEST,
  LARK,
  legsFor,
  marketData,
  openWorld,
  ORRY,
  type World,
} from '../../../test/direct-market.ts'
import { createGrfq } from '../../api/dialects/grfq/create-grfq.ts'
import { joinSources } from '../../engine/notification-sources.ts'
import { silent } from '../../log/log.ts'
import { systemClock } from '../../market-data/clock.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { createProtectionService } from '../../protection/service.ts'
import { protectionChannels } from '../../protection/channels.ts'
import { createTestVenue } from '../../../test/settlement-venue.ts'
import { openTestSocket, type TestSocket } from '../../../test/product.ts'
import { createSocket, type SocketSide } from './create-socket.ts'
import { createTestAccess } from '../../../test/socket-access.ts'
import { openSocketAuctions, type SocketAuctions } from '../../../test/socket-auctions.ts'

/** A day at all four endpoints: readers that were away and resume get exactly what the connected readers got. */
const database = withTestDatabase()
/** The clock does not move, so that market maker protection counts everything within one second, however slow the machine is. */
const NOON = 1_800_000_000_000
const now = () => NOON
const box = createTestVenue(now)
const PATIENCE = { timeout: 55_000, interval: 20 }
const [orry, kest] = [callerOf(ORRY), callerOf(KEST)]

const access = createTestAccess()

let world: World
let protection: ReturnType<typeof createProtectionService>
let group: ReturnType<typeof createGrfq>
let auctions: SocketAuctions
let server: Server
let side: SocketSide
let baseUrl: string

beforeAll(async () => {
  world = await openWorld(database.sql, box.venue, now)
  group = createGrfq({ sql: database.sql, engine: world.engine, marketData, directory, now })
  protection = createProtectionService({ sql: database.sql, engine: world.engine, now: Date.now, onMoveLeft: () => undefined, log: silent })
  auctions = await openSocketAuctions({ sql: database.sql, engine: world.engine, now }, [ORRY, KEST, LARK])
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const streams = group.streams({ clock: systemClock(Date.now), log: silent })
  const shared = protectionChannels(protection, { nameOf: (id) => id })
  side = createSocket(server, {
    access,
    tickets: createSocketTickets(),
    endpoints: {
      '/v2/drfq': [...world.channels, ...shared],
      '/v1/ob': [...group.channels.ob, ...streams, ...shared],
      '/v1/grfq': [...group.channels.grfq, ...streams, ...shared],
      '/v1/vrfq': [...auctions.channels, ...shared],
    },
    source: world.engine,
    sources: { '/v1/vrfq': joinSources(world.engine, ...auctions.sources) },
    onKeyGone: () => undefined,
    framesPerSocket: { perSecond: 1000, burst: 1000 },
    framesPerDesk: { perSecond: 1000, burst: 1000 },
    trustProxy: false,
    now: Date.now,
    log: silent,
  })
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await side?.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await auctions?.close()
  await world?.close()
})

function accepted<T>(answer: T | Refusal): T {
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer as T
}

/** Conflating channels have nothing to resume. Every other channel of the contracts must resume. */
const newestValues: readonly string[] = [
  'bbo.{rfq_id}',
  'quote_book.{rfq_id}',
  'market_data.{venue}.{base_currency}',
  'platform_state',
  'venue_states',
  'venue_quotes.{rfq_id}',
  'venue_fees',
  'announcements',
  'held_requests',
  'positions',
  'perpetual_markets',
  'perpetual_book.{market}',
  'perpetual_trades.{market}',
  'perpetual_account',
]
const lossless = (named: object) => Object.keys(named).filter((name) => !newestValues.includes(name))
const channelsAt = {
  '/v2/drfq': lossless(channels),
  '/v1/ob': lossless(groupChannels),
  // On this path, refusals are in the response.
  '/v1/grfq': lossless(groupChannels).filter((name) => name !== 'quote_status'),
  '/v1/vrfq': lossless(vaultChannels),
} as const
type Endpoint = keyof typeof channelsAt
const endpoints = Object.keys(channelsAt) as Endpoint[]

/** The last numbers before anything was published there. */
const beginningsAt = (endpoint: Endpoint) =>
  Object.fromEntries((endpoint === '/v1/vrfq' ? joinSources(world.engine, ...auctions.sources) : world.engine).startedAfter())

const open = (endpoint: Endpoint, desk: DeskId, query = '') =>
  openTestSocket(baseUrl, `${endpoint}/?api-key=${desk}&cancel_on_disconnect=false${query}`)
let lastId = 0
function ask(socket: TestSocket, method: string, params?: object): Promise<Record<string, unknown>> {
  const id = (lastId += 1)
  socket.send({ id, jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
  return socket.next((frame) => frame['id'] === id)
}
async function subscribe(socket: TestSocket, channel: string, more: object = {}): Promise<void> {
  expect(await ask(socket, 'subscribe', { channel, ...more })).toMatchObject({ result: [channel] })
}
type ReceivedFrame = {
  readonly channel: string
  readonly data: unknown
  readonly event: string
  readonly meta: { readonly seq_group: number; readonly seq_num: number; readonly seq_left?: number }
}
const receivedOn = ({ frames }: TestSocket, channel: string) =>
  frames
    .filter(({ method }) => method === 'subscription')
    .map(({ params }) => params as ReceivedFrame)
    .filter((sent) => sent.channel === channel)
    .map(({ data, event, meta }) => ({ data, event, group: meta.seq_group, seq: meta.seq_num, left: meta.seq_left ?? 0 }))
    // Each market separately: missed notifications of several markets are sent market by market.
    .sort((one, other) => one.group - other.group)

const at = (spread: string) => legsFor(spread)
const quote = { side: 'SELL', quantity: '25', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' } as const

async function directTrade(): Promise<void> {
  const rfq = accepted(await world.service.createRfq(orry, { venue: 'DBT', quantity: '25', legs: callSpread }))
  accepted(await world.service.createOrder(kest, { ...quote, rfq_id: rfq.id, legs: at('0.03') }))
  accepted(await world.service.createOrder(orry, { ...quote, rfq_id: rfq.id, side: 'BUY', time_in_force: 'FILL_OR_KILL', price: '0.03' }))
}

async function pricedList(): Promise<void> {
  const lines = [
    { side: 'BUY', quantity: '50', legs: callSpread },
    { side: 'SELL', quantity: '25', legs: callSpread.slice(0, 1) },
  ] as const
  const list = accepted(await world.lists.createList(orry, { venue: 'DBT', shows_sides: true, counterparties: [KEST], lines } as never))
  accepted(await world.lists.quoteNet(kest, list.id, { net_price: '-0.46' }))
}

/** The limit applies to nothing else, and has room for more than one block. */
async function refusedFill(): Promise<void> {
  accepted(await protection.setLimit(KEST, { id: 'cut', product: 'DO', label: 'cut', windowMs: 1_000, most: { quantity: quantity('30') } }))
  const rfq = accepted(await world.service.createRfq(orry, { venue: 'DBT', quantity: '50', legs: callSpread }))
  accepted(await world.service.createOrder(kest, { ...quote, quantity: '50', label: 'cut', rfq_id: rfq.id, legs: at('0.03') }))
  const all = { quantity: '50', side: 'BUY', time_in_force: 'FILL_OR_KILL', price: '0.03' } as const
  accepted(await world.service.createOrder(orry, { ...quote, ...all, rfq_id: rfq.id }))
}

async function groupTrades(): Promise<void> {
  const { service } = group
  const market = accepted(await service.openMarket(orry, { venue: 'DBT', legs: callSpread }))
  accepted(await service.createQuote(kest, market.id, { side: 'BUY', quantity: '25', legs: at('0.02') }))
  await service.cancelQuotes(kest, {}, 'before')
  for (const price of ['0.03', '0.031'])
    accepted(await service.createQuote(kest, market.id, { side: 'SELL', quantity: '25', legs: at(price) }))
  accepted(await service.createOrder(orry, market.id, { limit_price: '0.03', quantity: '25', execution_side: 'BUY' }))
}

describe('resuming', () => {
  it('brings on every channel of every door what those were told who stayed, in the same order with the same numbers', async () => {
    const before = Object.fromEntries(endpoints.map((endpoint) => [endpoint, beginningsAt(endpoint)]))
    const readers = endpoints.flatMap((endpoint) => [ORRY, KEST].map((desk) => ({ endpoint, desk })))
    const stayed = await Promise.all(
      readers.map(async ({ endpoint, desk }) => {
        const socket = await open(endpoint, desk)
        for (const channel of channelsAt[endpoint]) await subscribe(socket, channel)
        return socket
      }),
    )
    await refusedFill()
    await directTrade()
    await pricedList()
    // The second fill within a second: market maker protection cancels the maker's other quote.
    await groupTrades()
    await auctions.sell()
    const hasAll = () => [0, 2, 4].map((place) => receivedOn(stayed[place]!, 'trade_tape').length)
    await expect.poll(hasAll, PATIENCE).toEqual([1, 1, 1])
    await protection.stop(KEST, undefined, 'an administrator', 'for a moment')
    await protection.allow(KEST, undefined, 'an administrator')
    accepted(await protection.setLimit(KEST, { id: 'wide', product: 'DO', windowMs: 1_000, most: { executions: 9 } }))
    // Earlier notifications arrive before the response.
    await Promise.all(stayed.map((socket) => ask(socket, 'heartbeat')))

    const spoke = new Set<string>()
    for (const [place, { endpoint, desk }] of readers.entries()) {
      const [inRequest, inAddress] = [
        await open(endpoint, desk),
        await open(endpoint, desk, `&from_seq=${JSON.stringify(before[endpoint]).replaceAll(/[{}"]/g, '')}`),
      ]
      for (const channel of channelsAt[endpoint]) {
        const there = receivedOn(stayed[place]!, channel)
        if (there.length > 0) spoke.add(`${endpoint} ${channel}`)
        await subscribe(inRequest, channel, { from_seq: before[endpoint] })
        await subscribe(inAddress, channel)
        for (const socket of [inRequest, inAddress])
          await expect.poll(() => receivedOn(socket, channel), { ...PATIENCE, message: `${desk} ${endpoint} ${channel}` }).toEqual(there)
      }
    }
    expect([...spoke].sort()).toEqual(
      endpoints.flatMap((endpoint) => channelsAt[endpoint].map((channel) => `${endpoint} ${channel}`)).sort(),
    )
  })

  it('from the middle brings only what came after it', async () => {
    const [stayed, away] = [await open('/v1/ob', KEST), await open('/v1/ob', LARK)]
    for (const socket of [stayed, away]) await subscribe(socket, 'quote_book')
    await world.calm()
    const market = accepted(await group.service.openMarket(orry, { venue: 'DBT', legs: callSpread }))
    const place = async (price: string) =>
      accepted(await group.service.createQuote(kest, market.id, { side: 'SELL', quantity: '25', legs: at(price) }))
    await place('0.04')
    await expect.poll(() => receivedOn(away, 'quote_book').length, PATIENCE).toBe(1)
    const received = receivedOn(away, 'quote_book')[0]!.seq
    away.close()
    await place('0.041')
    await place('0.042')
    await expect.poll(() => receivedOn(stayed, 'quote_book').length, PATIENCE).toBe(3)
    const back = await open('/v1/ob', LARK)
    const groupNumber = [...world.engine.positions().keys()][0]!
    await subscribe(back, 'quote_book', { from_seq: { [groupNumber]: received } })
    await expect.poll(() => receivedOn(back, 'quote_book'), PATIENCE).toEqual(receivedOn(stayed, 'quote_book').slice(1))
  })
})

describe('the book of one market as its newest whole', () => {
  it('comes at once, names no desk and no owner, and follows what happens', async () => {
    await world.calm()
    const market = accepted(await group.service.openMarket(orry, { venue: 'DBT', legs: callSpread }))
    await group.service.cancelQuotes(kest, {}, 'before')
    const socket = await open('/v1/grfq', ORRY)
    await subscribe(socket, `quote_book.${market.id}`)
    const newest = () => receivedOn(socket, `quote_book.${market.id}`).at(-1)?.data
    await expect.poll(newest, PATIENCE).toMatchObject({ id: market.id, asks: [], bids: [] })
    const placed = accepted(await group.service.createQuote(kest, market.id, { side: 'SELL', quantity: '25', legs: at('0.05') }))
    await expect.poll(newest, PATIENCE).toMatchObject({ asks: [{ id: placed.id, price: '0.05' }] })
    expect(JSON.stringify(newest())).not.toMatch(/KEST|is_own/)
    await group.service.cancelQuotes(kest, {}, 'after')
    await expect.poll(newest, PATIENCE).toMatchObject({ asks: [] })
  })

  it('has its prices beside it: the screen of the venue and the best here', async () => {
    const market = accepted(await group.service.openMarket(orry, { venue: 'DBT', legs: callSpread }))
    const socket = await open('/v1/ob', ORRY)
    await subscribe(socket, `bbo.${market.id}`)
    const newest = () => receivedOn(socket, `bbo.${market.id}`).at(-1)?.data
    await expect.poll(newest, PATIENCE).toMatchObject({ rfq_id: market.id, mark_price: '0.03', best_ask: null })
    accepted(await group.service.createQuote(kest, market.id, { side: 'SELL', quantity: '25', legs: at('0.05') }))
    await expect.poll(newest, PATIENCE).toMatchObject({ best_ask: { price: '0.05', quantity: '25' } })
  })

  it.each(['quote_book.0', 'bbo.x', 'bbo.999999999'])('of no market is refused: %s', async (channel) => {
    const socket = await open('/v1/ob', ORRY)
    socket.send({ id: 'none', jsonrpc: '2.0', method: 'subscribe', params: { channel } })
    expect(await socket.next()).toMatchObject({ id: 'none', error: { code: 1003 } })
  })
})
