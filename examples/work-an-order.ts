/**
 * A taker that works a parent order: so many contracts of one option, at a limit or better. Each child first looks at the order book, where a price is
 * there at once, and then asks the makers; it crosses only within the limit, and what is not filled stays for the next child.
 *
 *   node examples/work-an-order.ts --side BUY --quantity 75 --clip 25 --instrument BTC-25DEC26-100000-C --limit 0.0425
 */
import { parseArgs } from 'node:util'
import {
  catalogueCalls,
  ClientError,
  compareDecimals,
  createClient,
  directBooks,
  type DirectData,
  directRfqCalls,
  type GroupData,
  type InstrumentView,
  marketBooks,
  obCalls,
} from '@parley/client'
import { deskOf } from './desk.ts'

const [PATIENCE_MS, REST_MS, SETTLES_MS, MOST_CHILDREN] = [8_000, 2_100, 20_000, 12] as const

const { values: given } = parseArgs({
  options: { side: { type: 'string', default: 'BUY' }, quantity: { type: 'string', default: '75' }, clip: { type: 'string', default: '25' }, instrument: { type: 'string' }, limit: { type: 'string' } }, // prettier-ignore
})
const side = given.side === 'SELL' ? 'SELL' : 'BUY'
const { account, ...desk } = deskOf('TAKER')
const client = createClient({ baseUrl: desk.baseUrl, credentials: { kind: 'key', accessKey: desk.accessKey, secretKey: desk.secretKey } })
const direct = client.socket({ cancelOnDisconnect: true })
const market = client.socket({ door: '/v1/ob', cancelOnDisconnect: true })
const [quotes, books] = [directBooks(client, direct), marketBooks(client, market)]

const instrument = await pick()
const limit = given.limit ?? farFrom(instrument)
/** What the venue has confirmed, and what waits for it. Nothing else counts as filled. */
let filled = 0
const answered = new Map<string | number, 'FILLED' | 'REJECTED'>()
direct.subscribe<DirectData['trades']>(
  'trades',
  ({ event, data }) => event === 'UPDATED' && settled(data.order_id, data.state !== 'REJECTED', data),
  { resume: true },
)
market.subscribe<GroupData['trade']>('trade', ({ event, data }) => {
  if (event !== 'SNAPSHOT' && data.kind !== 'PENDING') settled(data.trade.quote_id, data.kind === 'COMPLETED', data.trade)
}, { resume: true }) // prettier-ignore

console.log(`${side} ${given.quantity} ${instrument.name} at ${limit} or better, ${given.clip} at a time`)
for (let child = 1; child <= MOST_CHILDREN && filled < Number(given.quantity); child += 1) {
  const quantity = Math.min(Number(given.clip), Number(given.quantity) - filled)
  const way = (await lift(quantity)) ? 'filled in the order book' : (await ask(quantity)) ? 'filled by asking' : 'nothing within the limit'
  console.log(`child ${child}: ${way}, ${filled} of ${given.quantity}`)
  // A desk takes once in two seconds in a product.
  await rest(REST_MS)
}
console.log(`done: ${filled} of ${given.quantity}`)
for (const socket of [direct, market]) socket.close()
process.exit(0)

/** The order book: an immediate-or-cancel quote takes what rests within its price, and nothing of it stays. */
async function lift(quantity: number): Promise<boolean> {
  const legs = [{ instrument_id: instrument.id, ratio: '1', side: 'BUY' }]
  const { id } = await client.call(obCalls.createRfq, { body: { venue: instrument.venue, legs } })
  const best = side === 'BUY' ? books.of(id).asks[0] : books.of(id).bids[0]
  if (best === undefined || !isWithin(best.price) || Number(best.quantity) < quantity) return false
  const body = { side, quantity: String(quantity), legs: [{ instrument_id: instrument.id, price: best.price }], ioc: true, account }
  const placed = await unlessRefused(() => client.call(obCalls.createQuote, { params: { id }, body, idempotencyKey: crypto.randomUUID() }))
  return placed !== undefined && Number(placed.order.filled_quantity) > 0 && isFilled(placed.id)
}

/** The makers: a request for the child, and the best of what they quote within our patience. */
async function ask(quantity: number): Promise<boolean> {
  const legs = [{ instrument_id: instrument.id, ratio: '1', side: 'BUY' as const }]
  const asked = { venue: instrument.venue, quantity: String(quantity), legs, account_name: account, counterparties: [] }
  const rfq = await unlessRefused(() => client.call(directRfqCalls.createRfq, { body: asked, idempotencyKey: crypto.randomUUID() }))
  if (rfq === undefined) return false
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const book = quotes.of(rfq.id)
    const best = side === 'BUY' ? book.asks[0] : book.bids[0]
    if (best !== undefined && isWithin(best.price) && Number(best.quantity) >= quantity) {
      const body = {
        rfq_id: rfq.id,
        side,
        quantity: String(quantity),
        price: best.price,
        time_in_force: 'FILL_OR_KILL',
        account_name: account,
      } as const
      const order = await unlessRefused(() => client.call(directRfqCalls.createOrder, { body, idempotencyKey: crypto.randomUUID() }))
      // A quote that was gone first leaves the cross without a fill: we look again.
      if (order !== undefined && Number(order.pending_fill_quantity) + Number(order.filled_quantity) > 0) return isFilled(order.id)
    }
    await rest(200)
  }
  await unlessRefused(() => client.call(directRfqCalls.cancelRfq, { params: { id: rfq.id } }))
  return false
}

function isWithin(price: string): boolean {
  return side === 'BUY' ? compareDecimals(price, limit) <= 0 : compareDecimals(price, limit) >= 0
}

function settled(
  order: string | number,
  isDone: boolean,
  { quantity, price }: { readonly quantity: string; readonly price: string },
): void {
  if (answered.has(order)) return
  answered.set(order, isDone ? 'FILLED' : 'REJECTED')
  if (isDone) filled += Number(quantity)
  console.log(isDone ? `${side} ${quantity} at ${price}` : 'the venue has rejected it')
}

/** The answer to a cross says that it is agreed; whether it is settled is the venue's to say. */
async function isFilled(order: string | number): Promise<boolean> {
  const until = Date.now() + SETTLES_MS
  while (!answered.has(order) && Date.now() < until) await rest(100)
  return answered.get(order) === 'FILLED'
}

/** What the market refuses is said and is no fault of ours: prices move while we decide. */
async function unlessRefused<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ClientError) || error.status === 0) throw error
    console.log(`refused: ${error.message}`)
    await rest(error.retryAfterMs ?? 0)
    return undefined
  }
}

/** The one that was named, else a call near the money a month or so away. */
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
    console.log(`There is no ${given.instrument ?? 'call'} to trade; names are as in BTC-25DEC26-100000-C.`)
    process.exit(1)
  }
  return found
}

/** Where no limit is given: a dozen ticks from the mark, which is more than makers ask for. */
function farFrom({ greeks, min_tick_size: tick }: InstrumentView): string {
  const steps = Math.round(Number(greeks?.mark_price) / Number(tick)) + (side === 'BUY' ? 12 : -12)
  return (Math.max(1, steps) * Number(tick)).toFixed(tick.split('.')[1]?.length ?? 0)
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
