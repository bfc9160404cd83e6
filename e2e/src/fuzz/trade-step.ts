/** A trade in each flow and a command under a key, so that there is something to read. */
import { createHash } from 'node:crypto'
import type { Product } from '../product.ts'
import type { Json } from '../protocol/answer.ts'
import type { OrderBookFloor } from '../protocol/order-book-floor.ts'
import { orderIn, pickStrategy } from '../protocol/spread-writes.ts'
import { callAs, signIn } from '../protocol/session.ts'
import { KNOWN_KEY, type Dealt } from './inputs.ts'
import { vaultWork } from '../protocol/vault-writes.ts'

const firstOf = (page: Json): Json => {
  const [first] = page['results'] as readonly Json[]
  if (first === undefined) throw new Error('what was dealt is not listed')
  return first
}

export async function tradeOnce(floor: OrderBookFloor): Promise<Dealt> {
  const { taker, maker } = floor
  const rfq = await floor.ask()
  await floor.quote(rfq.id, 'SELL', floor.priceAt(4))
  const cross = { rfq_id: rfq.id, side: 'BUY', quantity: '25', price: floor.priceAt(4), time_in_force: 'FILL_OR_KILL' }
  await taker.must(201, 'POST', '/v2/drfq/orders/', cross)
  const market = await floor.market()
  await floor.calm()
  await floor.rest(maker, market, 'SELL', 4)
  const order = await floor.take(market, 'BUY', 4)
  await floor.calm()
  const strategy = await pickStrategy(maker)
  await maker.must(201, 'POST', '/v1/fs/orders/', orderIn(strategy, 'SELL', 4))
  await taker.must(201, 'POST', '/v1/fs/orders/', orderIn(strategy, 'BUY', 4))
  const legs = [{ instrument_id: floor.option.id, ratio: '1', side: 'BUY' }]
  await taker.send('POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs }, { headers: { 'idempotency-key': KNOWN_KEY } })
  return {
    key: KNOWN_KEY,
    directTrade: String(firstOf(await taker.must(200, 'GET', '/v2/drfq/trades/'))['id']),
    groupTrade: Number(firstOf(await taker.must(200, 'GET', `/v1/ob/trades/?rfq_id=${market.id}&hide_public=true`))['id']),
    groupOrder: order.id,
    spreadTrade: String(firstOf(await taker.must(200, 'GET', '/v1/fs/trades/'))['id']),
    auction: await vaultWork(floor).held(),
  }
}

/** A second name at the taker's desk for its account at the simulated venue, so that one order can be split over two. */
export async function addSecondAccount(product: Product): Promise<void> {
  const client_secret = createHash('sha256').update('parley demo AMBR').digest('hex')
  const body = { venue: 'DBT', name: 'prop-2', client_id: 'parley-ambr', client_secret }
  const { status, text } = await callAs(await signIn(product, 'AMBR'), 'POST', '/account/desk/venue-accounts/', body)
  if (status !== 201) throw new Error(`no second account: ${text}`)
}
