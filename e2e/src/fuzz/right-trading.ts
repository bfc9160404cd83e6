/** Valid trading requests of a desk: each write as the tests of keys make it, trades of every kind, and each read of existing objects. */
import type { Bot } from '../protocol/bot.ts'
import type { Base, OrderBookFloor } from '../protocol/order-book-floor.ts'
import { GROUP_BASES } from '../protocol/order-book-floor.ts'
import { listWrites } from '../protocol/list-writes.ts'
import { candlesQuery, perpetualWrites } from '../protocol/perpetual-writes.ts'
import { orderIn, pickStrategy, spreadWrites } from '../protocol/spread-writes.ts'
import { auctionPath, auctionReader, AUCTIONS, isOfAuctions, vaultWork, vaultWrites } from '../protocol/vault-writes.ts'
import { venueWrites } from '../protocol/venue-writes.ts'
import { directWrites, groupWrites, protectionWrites } from '../protocol/writes.ts'
import { calls, isTraded, nameOfCall } from './calls.ts'
import { rightPath, type ExistingObjects } from './inputs.ts'
import type { Right, Rights } from './right.ts'

type Make = () => Promise<Right<Bot>>

export function tradingRights(floor: OrderBookFloor, known: ExistingObjects): Rights<Bot> {
  const rights: Record<string, Make[]> = {}
  const add = (name: string, make: Make) => (rights[name] ??= []).push(make)
  const writes = {
    ...directWrites(floor),
    ...listWrites(floor),
    ...groupWrites(floor, '/v1/grfq'),
    ...groupWrites(floor, '/v1/ob'),
    ...protectionWrites(floor),
    ...venueWrites(floor),
    ...spreadWrites(floor),
    ...perpetualWrites(floor),
    ...vaultWrites(floor),
  }
  for (const [name, write] of Object.entries(writes)) add(name, write)
  for (const base of GROUP_BASES) dealsAt(floor, base, add)
  directDeals(floor, add)
  spreadDeals(floor, add)
  add(`PATCH ${AUCTIONS}/trades/{id}/`, async () => {
    const { take, settlement } = vaultWork(floor)
    const { id, bids } = known.auctions.ending
    return settlement(await take({ auction: id, bid: bids[0] }))
  })
  for (const call of calls.filter((one) => isTraded(one) && one.method === 'GET')) {
    if (isOfAuctions(call.path)) {
      add(nameOfCall(call), () =>
        Promise.resolve({ by: auctionReader(call.path, floor), path: auctionPath(call.path, known.dealt.auction) }),
      )
      continue
    }
    // The quotes and orders of the RFQs are the maker's; the trades are listed for the taker.
    const by = /quotes\/\{id\}|(drfq|fs)\/orders\/\{id\}/.test(call.path) ? floor.maker : floor.taker
    const query = queryOf(call.path, known)
    add(nameOfCall(call), () => Promise.resolve({ by, path: `${rightPath(call, known)}${query}` }))
  }
  return rights
}

type Add = (name: string, make: Make) => void

/** The query of a call that returns nothing without one. */
function queryOf(path: string, { dealt }: ExistingObjects): string {
  if (path === '/v2/commands/') return `?idempotency_key=${dealt.key}`
  return path.endsWith('/candles/') ? candlesQuery() : ''
}

/** Orders that cross: for all of the resting quantity, for a part of it, and split over two accounts. */
function directDeals(floor: OrderBookFloor, add: Add): void {
  const { taker, maker } = floor
  const cross = async (quoted: string, more: object) => {
    const rfq = await floor.ask({ quantity: '100' })
    await floor.quote(rfq.id, 'SELL', floor.priceAt(4), { quantity: quoted })
    const body = { rfq_id: rfq.id, side: 'BUY', price: floor.priceAt(4), time_in_force: 'FILL_OR_KILL', ...more }
    return { by: taker, path: '/v2/drfq/orders/', body }
  }
  const parts = [
    { account_name: 'prop-1', quantity: '25' },
    { account_name: 'prop-2', quantity: '25' },
  ]
  add('POST /v2/drfq/orders/batch/', async () => {
    const rfq = await floor.ask()
    const side = (word: string, ticks: number) => ({ rfq_id: rfq.id, side: word, quantity: '25', account_name: 'prop-1', legs: [{ instrument_id: floor.option.id, price: floor.priceAt(ticks) }] }) // prettier-ignore
    return { by: maker, path: '/v2/drfq/orders/batch/', body: { orders: [side('BUY', -9), side('SELL', 9)], two_way: true } }
  })
  add('POST /v2/drfq/orders/', () => cross('25', { quantity: '25' }))
  add('POST /v2/drfq/orders/', () => cross('100', { quantity: '25' }))
  add('POST /v2/drfq/orders/', () => cross('50', { quantity: '50', allocations: parts }))
  add('POST /v2/drfq/orders/', async () => {
    const rfq = await floor.ask()
    const body = { rfq_id: rfq.id, side: 'BUY', quantity: '25', price: floor.priceAt(4), time_in_force: 'GOOD_TILL_CANCELED' }
    await taker.must(201, 'POST', '/v2/drfq/orders/', body)
    const legs = [{ instrument_id: floor.option.id, price: floor.priceAt(4) }]
    return { by: maker, path: '/v2/drfq/orders/', body: { ...body, price: undefined, side: 'SELL', account_name: 'prop-1', legs } }
  })
}

/** Orders that cross: for a part of the resting quantity, and at market. */
function spreadDeals({ taker, maker }: OrderBookFloor, add: Add): void {
  const cross = (more: object) => async (): Promise<Right<Bot>> => {
    await maker.must(200, 'PATCH', '/v1/fs/mmp/status/', {})
    const strategy = await pickStrategy(maker)
    await maker.must(201, 'POST', '/v1/fs/orders/', orderIn(strategy, 'SELL', 4, { amount: 2 * strategy.block }))
    return { by: taker, path: '/v1/fs/orders/', body: { ...orderIn(strategy, 'BUY', 4), ...more } }
  }
  add('POST /v1/fs/orders/', cross({}))
  add('POST /v1/fs/orders/', cross({ type: 'MARKET', price: undefined, time_in_force: undefined }))
}

function dealsAt(floor: OrderBookFloor, base: Base, add: Add): void {
  const { taker, maker } = floor
  const resting = async (quantity: string) => {
    const market = await floor.market()
    await floor.calm()
    await floor.rest(maker, market, 'SELL', 4, { quantity })
    return market
  }
  const quoteAt = async (rests: string, more: object): Promise<Right<Bot>> => {
    const market = await resting(rests)
    const legs = [{ instrument: market.option.name, price: market.priceAt(4) }]
    const body = { account: 'prop-1', side: 'BUY', quantity: '25', legs, ...more }
    return { by: taker, path: `${base}/rfqs/${market.id}/quotes/`, body }
  }
  add(`POST ${base}/quotes/batch/`, async () => {
    const market = await floor.market()
    await floor.calm()
    const side = (word: string, ticks: number) => ({ rfq_id: market.id, account: 'prop-1', side: word, quantity: '25', legs: [{ instrument: market.option.name, price: market.priceAt(ticks) }] }) // prettier-ignore
    return { by: maker, path: `${base}/quotes/batch/`, body: { quotes: [side('BUY', -9), side('SELL', 9)], two_way: true } }
  })
  const name = `POST ${base}/rfqs/{id}/quotes/`
  add(name, () => quoteAt('25', {}))
  add(name, () => quoteAt('50', { quantity: '75' }))
  add(name, () => quoteAt('100', { ioc: true }))
  if (base === '/v1/ob') return
  add(`POST ${base}/rfqs/{id}/orders/`, async () => {
    const market = await resting('50')
    const body = { account: 'prop-1', limit_price: market.priceAt(4), quantity: '25', execution_side: 'BUY' }
    return { by: taker, path: `${base}/rfqs/${market.id}/orders/`, body }
  })
}
