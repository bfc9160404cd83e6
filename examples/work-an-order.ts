/**
 * A taker that works a parent order: a number of contracts of one option, at a limit or better. Each child order first tries the order book, which has
 * prices immediately, and then sends an RFQ to the makers. It trades only within the limit, and the next child order takes over what is not filled.
 *
 *   node examples/work-an-order.ts --side BUY --quantity 75 --clip 25 --instrument BTC-25DEC26-100000-C --limit 0.0425
 */
import { parseArgs } from 'node:util'
import {
  cancelRfq,
  catalogueCalls,
  ClientError,
  type Command,
  compareDecimals,
  createClient,
  createRfq,
  type InstrumentView,
  keepBooks,
  type Order,
  placeOrder,
  type Rfq,
  watchTrades,
} from '@parley/client'
import { deskOf } from './desk.ts'

const [PATIENCE_MS, REST_MS, SETTLES_MS, MOST_CHILDREN] = [8_000, 2_100, 20_000, 12] as const

const { values: given } = parseArgs({
  options: { side: { type: 'string', default: 'BUY' }, quantity: { type: 'string', default: '75' }, clip: { type: 'string', default: '25' }, instrument: { type: 'string' }, limit: { type: 'string' } }, // prettier-ignore
})
const side = given.side === 'SELL' ? 'SELL' : 'BUY'
const { account, ...desk } = deskOf('TAKER')
const client = createClient({ baseUrl: desk.baseUrl, credentials: { kind: 'key', accessKey: desk.accessKey, secretKey: desk.secretKey } })
const sockets = [client.socket({ cancelOnDisconnect: true }), client.socket({ door: '/v1/ob', cancelOnDisconnect: true })]
const books = keepBooks(client, sockets)

const instrument = await pick()
const limit = given.limit ?? farFrom(instrument)
/** The quantity that the venue has confirmed. Nothing else counts as filled. */
let filled = 0
const answered = new Map<string, 'FILLED' | 'REJECTED'>()
watchTrades(sockets, ({ event, data }) => {
  if (event === 'SNAPSHOT' || data.state === 'PENDING_SETTLEMENT' || data.orderId === undefined || answered.has(data.orderId)) return
  answered.set(data.orderId, data.state)
  if (data.state === 'FILLED') filled += Number(data.quantity)
  console.log(data.state === 'FILLED' ? `${side} ${data.quantity} at ${data.price}` : 'rejected by the venue')
}, { resume: true }) // prettier-ignore

console.log(`${side} ${given.quantity} ${instrument.name} at ${limit} or better, ${given.clip} at a time`)
for (let child = 1; child <= MOST_CHILDREN && filled < Number(given.quantity); child += 1) {
  const quantity = Math.min(Number(given.clip), Number(given.quantity) - filled)
  const way = (await lift(quantity)) ? 'filled in the order book' : (await ask(quantity)) ? 'filled by RFQ' : 'no price within the limit'
  console.log(`child ${child}: ${way}, ${filled} of ${given.quantity}`)
  // A desk can take once every two seconds in a product.
  await rest(REST_MS)
}
console.log(`done: ${filled} of ${given.quantity}`)
for (const socket of sockets) socket.close()
process.exit(0)

function legs() {
  return [{ instrumentId: instrument.id, ratio: '1', side: 'BUY' as const }]
}

/** The order book: an immediate-or-cancel order takes resting quantity within its price, and the remainder is cancelled. */
async function lift(quantity: number): Promise<boolean> {
  const rfq = await createRfq({ audience: 'ORDER_BOOK', venue: instrument.venue, legs: legs() }).send(client)
  const price = bestOf(rfq, quantity)
  if (price === undefined) return false
  const legPrices = [{ instrumentId: instrument.id, price }]
  return isFilled(await sent(placeOrder(rfq, { side, quantity: String(quantity), legPrices, timeInForce: 'IOC', account })))
}

/** The makers: an RFQ for the child order, and the best of the quotes within our patience. */
async function ask(quantity: number): Promise<boolean> {
  const rfq = await sent(createRfq({ audience: 'DIRECT', venue: instrument.venue, legs: legs(), quantity: String(quantity), account }))
  if (rfq === undefined) return false
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const price = bestOf(rfq, quantity)
    if (price !== undefined) {
      const order = await sent(placeOrder(rfq, { side, quantity: String(quantity), price, timeInForce: 'FOK', account }))
      // If the quote was cancelled first, the order ends without a fill, and we look again.
      if (order !== undefined && Number(order.agreed) > 0) return isFilled(order)
    }
    await rest(200)
  }
  await sent(cancelRfq(rfq))
  return false
}

/** The best available price, if it is within the limit. */
function bestOf(rfq: Rfq, quantity: number): string | undefined {
  const { asks, bids } = books.of(rfq)
  const [best] = side === 'BUY' ? asks : bids
  return best !== undefined && isWithin(best.price) && Number(best.quantity) >= quantity ? best.price : undefined
}

function isWithin(price: string): boolean {
  return side === 'BUY' ? compareDecimals(price, limit) <= 0 : compareDecimals(price, limit) >= 0
}

/** The response to an order reports that a trade is agreed. The venue decides whether it settles. */
async function isFilled(order: Order | undefined): Promise<boolean> {
  if (order === undefined || Number(order.agreed) === 0) return false
  const until = Date.now() + SETTLES_MS
  while (!answered.has(order.id) && Date.now() < until) await rest(100)
  return answered.get(order.id) === 'FILLED'
}

/** Prints refusals and continues: prices move while we decide, so they are normal. */
async function sent<T>(command: Command<T>): Promise<T | undefined> {
  try {
    return await command.send(client, { idempotencyKey: crypto.randomUUID() })
  } catch (error) {
    if (!(error instanceof ClientError) || error.status === 0) throw error
    console.log(`refused: ${error.message}`)
    await rest(error.retryAfterMs ?? 0)
    return undefined
  }
}

/** The named instrument, or by default a call near the money that expires in about a month. */
async function pick(): Promise<InstrumentView> {
  const currency = given.instrument?.split('-')[0] ?? 'BTC'
  const query = { venue: 'DBT', base_currency: currency, kind: 'OPTION', state: 'ACTIVE', include_greeks: true, page_size: 1000 }
  const { results } = await client.call(catalogueCalls.listInstruments, { query })
  const inMonth = Date.now() + 30 * 86_400_000
  const far = ({ expires_at, strike, greeks }: InstrumentView): number =>
    Math.abs(Number(expires_at) - inMonth) / 86_400_000 + Math.abs(Number(strike) / Number(greeks?.underlying_price) - 1) * 100
  const [found] = given.instrument
    ? results.filter(({ name }) => name === given.instrument)
    : results.filter(({ option_kind, greeks }) => option_kind === 'CALL' && greeks !== null).sort((a, b) => far(a) - far(b))
  if (found === undefined) {
    console.log(`No instrument ${given.instrument ?? 'to trade'} found. Names look like BTC-25DEC26-100000-C.`)
    process.exit(1)
  }
  return found
}

/** The default limit: twelve ticks from the mark, which is more than makers ask for. */
function farFrom({ greeks, min_tick_size: tick }: InstrumentView): string {
  const steps = Math.round(Number(greeks?.mark_price) / Number(tick)) + (side === 'BUY' ? 12 : -12)
  return (Math.max(1, steps) * Number(tick)).toFixed(tick.split('.')[1]?.length ?? 0)
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
