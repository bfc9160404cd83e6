/** Every id that an answer or a frame reports is looked up over REST, by the desk that received it, in the group of calls that reported it. */
import * as contracts from '@parley/contracts'
import { channels, groupChannels, spreadChannels, vaultChannels, type Call } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuctionProduct, type AuctionProduct, type Bidder } from '../../test/auction-product.ts'
import { withTestDatabase } from '../../test/database.ts'
import { placeSpreadOrder } from '../../test/foreign-ids.ts'
import { openSignedSocket, type TestSocket } from '../../test/product.ts'

type Json = Readonly<Record<string, unknown>>
type Id = string | number

const database = withTestDatabase()
let product: AuctionProduct
beforeAll(async () => {
  // The clock of the test does not move, and every desk does all of it in one second.
  const often = { most: 1e6, withinMs: 1_000 }
  const rates = { requestsPerDesk: often, rfqsPerDesk: often, marketsPerProduct: often, takesPerProduct: often, spreadReadsPerDesk: often }
  product = await openAuctionProduct(database.url, undefined, { rates: { ...rates, chainCallsPerDesk: often } })
})
afterAll(() => product.close())

/** The path of each id, by the group that reports it and the name of the member. */
const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/v2/drfq/': { rfq_id: 'rfqs', order_id: 'orders', trade_id: 'trades', instrument_id: 'instruments', list_id: 'lists' },
  '/v1/ob/': { rfq_id: 'rfqs', quote_id: 'quotes', order_id: 'orders', trade_id: 'trades' },
  '/v1/grfq/': { rfq_id: 'rfqs', quote_id: 'quotes', order_id: 'orders', trade_id: 'trades' },
  '/v1/fs/': { strategy_id: 'strategies', order_id: 'orders', trade_id: 'trades' },
  '/v1/vrfq/': { rfq_id: 'rfqs', quote_id: 'quotes', trade_id: 'trades' },
}
/** The kind of an object with an `id`, by the list, the channel or the member that contains it. */
const OWN: Readonly<Record<string, string>> = {
  ...{
    rfqs: 'rfqs',
    orders: 'orders',
    trades: 'trades',
    quotes: 'quotes',
    strategies: 'strategies',
    instruments: 'instruments',
    lists: 'lists',
  },
  ...{ rfq: 'rfqs', order: 'orders', trade: 'trades', quote: 'quotes', strategy_state: 'strategies' },
}
/** Calls and channels that several groups share name the group of each object. */
const GROUPS: Readonly<Record<string, string>> = { drfq: '/v2/drfq/', ob: '/v1/ob/', grfq: '/v1/grfq/', fs: '/v1/fs/', vrfq: '/v1/vrfq/' }

/** As published, a trade of the group RFQ names the quote that rested, to the desk whose order took it too. */
const isOfOther = (group: string, member: string, { role }: Json): boolean =>
  group === '/v1/grfq/' && member === 'quote_id' && role === 'TAKER'

type Found = Map<string, string>

/** Every group has the instruments of the catalogue, and reads one by its venue and name. */
const pathOf = (group: string, list: string, id: Id): string => `${list === 'instruments' ? '/v2/drfq/' : group}${list}/${id}/`

/** Adds the path of every id in `value` to `found`, with the place where it was reported. */
function collect(value: unknown, group: string, own: string | undefined, from: string, found: Found): void {
  if (Array.isArray(value)) return value.forEach((one) => collect(one, group, own, from, found))
  if (typeof value !== 'object' || value === null) return
  const members = value as Json
  const named = GROUPS[String(members['flow'])] ?? group
  for (const [member, inner] of Object.entries(members)) {
    const list = member === 'id' ? own : isOfOther(named, member, members) ? undefined : PATHS[named]?.[member]
    if (list !== undefined && (typeof inner === 'string' || typeof inner === 'number')) found.set(pathOf(named, list, inner), from)
    const plural = /^(\w+_id)s$/.exec(member)?.[1]
    if (plural !== undefined && Array.isArray(inner))
      for (const id of inner as Id[]) found.set(pathOf(named, PATHS[named]?.[plural] ?? plural, id), from)
    collect(inner, named, OWN[member], `${from} ${member}`, found)
  }
}

const groupOf = (path: string): string => Object.keys(PATHS).find((group) => path.startsWith(group)) ?? '/v2/drfq/'
const lastWord = (path: string): string =>
  path
    .split('?')[0]!
    .split('/')
    .filter((word) => word !== '')
    .at(-1)!

/** The tape has the trades of all desks, under numbers of its own. */
const isTape = (path: string): boolean => path.includes('trade_tape')

const lists = (Object.values(contracts).filter((group) => typeof group === 'object') as object[])
  .flatMap((group) => Object.values(group) as Call[])
  .filter((call) => call.method === 'GET' && typeof call.path === 'string' && !call.path.includes('{') && call.who !== 'anyone')
  .map(({ path }) => path)

const sockets: Readonly<Record<string, object>> = {
  '/v2/drfq/': channels,
  '/v1/ob/': groupChannels,
  '/v1/grfq/': groupChannels,
  '/v1/fs/': spreadChannels,
  '/v1/vrfq/': vaultChannels,
}

async function listen(who: Bidder, group: string): Promise<TestSocket> {
  const { server, clock } = product.desk.product
  const socket = await openSignedSocket({ baseUrl: server.baseUrl, now: clock.now }, who.key, `${group}?cancel_on_disconnect=false`)
  const names = Object.keys(sockets[group]!).map((name) => name.replaceAll(/\{(venue|kind|strategy_id)\}/g, 'ANY'))
  for (const [at, channel] of names.filter((name) => !name.includes('{') && !name.startsWith('perpetual')).entries())
    socket.send({ id: at + 1, jsonrpc: '2.0', method: 'subscribe', params: { channel, snapshot: true } })
  return socket
}

const ids = (socket: TestSocket, group: string, found: Found): void => {
  for (const frame of socket.frames) {
    const { channel, data } = (frame['params'] ?? {}) as { channel?: string; data?: unknown }
    if (channel === undefined || channel.startsWith('trade_tape') || channel.startsWith('rfq_orders') || channel.startsWith('quote_book'))
      continue
    const own = OWN[channel.split('.')[0]!]
    collect(data, group, own, `${group} ${channel}`, found)
  }
}

/** Something of each kind in each group: open, filled, cancelled and refused. */
async function trade(): Promise<readonly (readonly [Bidder, string, Json])[]> {
  const { orry, kest, by, desk } = product
  const answers: [Bidder, string, Json][] = []
  const send = async (who: Bidder, method: string, path: string, body?: object): Promise<Json> => {
    const { json, status, text } = await by(who, method, path, body)
    if (status >= 300 && status !== 400) throw new Error(`${method} ${path}: ${text}`)
    const { flow } = (body ?? {}) as { readonly flow?: string }
    answers.push([who, GROUPS[flow ?? ''] ?? path, json])
    return json
  }
  const instruments = (await send(kest, 'GET', '/v2/drfq/instruments/'))['results'] as readonly { id: number }[]
  const legs = [{ instrument_id: instruments[0]!.id, ratio: '1', side: 'BUY' }]
  const ask = () => send(orry, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs })
  const quote = (rfq: Json, side: string, price: string) =>
    send(kest, 'POST', '/v2/drfq/orders/', {
      rfq_id: rfq['id'],
      side,
      quantity: '50',
      legs: [{ instrument_id: instruments[0]!.id, price }],
    })
  const [first, second] = [await ask(), await ask()]
  await quote(first, 'SELL', '0.05')
  await send(orry, 'POST', '/v2/drfq/orders/', {
    rfq_id: first['id'],
    side: 'BUY',
    quantity: '50',
    price: '0.05',
    time_in_force: 'FILL_OR_KILL',
  })
  await send(kest, 'PATCH', '/v2/drfq/mmp/status/', {})
  await quote(second, 'BUY', '0.04')
  await quote(second, 'SELL', '99')
  await send(kest, 'POST', '/v2/protection/cancel_all/', { flow: 'drfq' })
  await quote(second, 'BUY', '0.041')
  const lines = instruments
    .slice(0, 2)
    .map(({ id }) => ({ side: 'BUY', quantity: '50', legs: [{ instrument_id: id, ratio: '1', side: 'BUY' }] }))
  const list = () => send(orry, 'POST', '/v2/drfq/lists/', { venue: 'DBT', counterparties: ['KEST'], shows_sides: true, lines })
  const [resting, taken] = [await list(), await list()]
  for (const { id } of [resting, taken]) await send(kest, 'PUT', `/v2/drfq/lists/${id as string}/net_price/`, { net_price: '4' })
  const { net_prices } = await send(orry, 'GET', `/v2/drfq/lists/${taken['id'] as string}/`)
  const [{ id: net_price_id }] = net_prices as [Json]
  const traded = await send(orry, 'POST', `/v2/drfq/lists/${taken['id'] as string}/trade/`, { way: 'ALL_OR_NONE', net_price_id })
  expect(traded).toMatchObject({ list_id: taken['id'], lines: [{ is_traded: true }, { is_traded: true }] })
  for (const group of ['/v1/ob/', '/v1/grfq/']) {
    const market = await send(orry, 'POST', `${group}rfqs/`, { venue: 'DBT', legs })
    const at = `${group}rfqs/${market['id'] as number}/quotes/`
    await send(kest, 'POST', at, { side: 'SELL', quantity: '50', price: '0.06' })
    await send(kest, 'POST', at, { side: 'BUY', quantity: '50', price: '0.03' })
    const crossing = { side: 'BUY', quantity: '50', price: '0.06' }
    if (group === '/v1/ob/') await send(orry, 'POST', at, { ...crossing, ioc: true })
    else await send(orry, 'POST', `${group}rfqs/${market['id'] as number}/orders/`, crossing)
    await send(kest, 'PATCH', '/v2/drfq/mmp/status/', {})
  }
  const trader = await desk.person('tess', 'trader', 'KEST')
  await placeSpreadOrder(desk, trader.token)
  const auction = await product.auction()
  const bid = await product.bid(kest, auction, '1.2')
  await product.bid(orry, auction, '1.1')
  answers.push([kest, '/v1/vrfq/quotes/', bid as unknown as Json])
  await product.end(auction)
  await product.take(auction, bid)
  await send(kest, 'POST', '/v2/protection/cancel_all/', { flow: 'fs' })
  return answers
}

describe('every id that a call, a list or a frame reports', () => {
  it('5.17 is found by the call of its group', async () => {
    const { orry, kest, vault, by } = product
    const readers = [orry, kest, vault]
    const opened = await Promise.all(
      readers.flatMap((who) => Object.keys(sockets).map(async (group) => [who, group, await listen(who, group)] as const)),
    )
    const answers = await trade()
    const found = new Map(readers.map((who) => [who, new Map<string, string>() as Found]))
    for (const [who, path, json] of answers) collect(json, groupOf(path), OWN[lastWord(path)], path, found.get(who)!)
    for (const who of readers)
      for (const path of lists.filter((one) => !isTape(one))) {
        const { status, json } = await by(who, 'GET', path)
        if (status === 200) collect(json['results'] ?? json, groupOf(path), OWN[lastWord(path)], path, found.get(who)!)
      }
    for (const [who, group, socket] of opened) {
      ids(socket, group, found.get(who)!)
      socket.close()
    }
    const lost: string[] = []
    for (const [who, paths] of found)
      for (const [path, from] of paths) {
        const { status } = await by(who, 'GET', path)
        if (status !== 200) lost.push(`${who.desk} ${status} ${path} of ${from}`)
      }
    expect(lost).toEqual([])
    for (const group of [...Object.keys(PATHS), '/v2/drfq/lists/'])
      expect([...found.values()].some((paths) => [...paths.keys()].some((path) => path.startsWith(group)))).toBe(true)
  })
})
