/** A market maker in one file: quotes both sides of every RFQ, a tick from the mark on each leg, and follows it. See README.md. */
import { readFileSync } from 'node:fs'
import { type BboView, type BlockTradeView, catalogueCalls, createClient, directRfqCalls, type RfqView } from '@parley/client'

type Side = 'BUY' | 'SELL'
type Quoted = { rfq: RfqView; orders: Partial<Record<Side, string>>; mark: string | null; isBusy: boolean; leave: () => void }

const { baseUrl, accessKey, secretKey, account } = settings()
const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
const socket = client.socket({ cancelOnDisconnect: true })
const quoted = new Map<string, Quoted>()
const ticks = new Map<number, string>()

for await (const page of client.pages(catalogueCalls.listInstruments, { query: { state: 'ACTIVE', page_size: 1000 } }))
  for (const { id, min_tick_size: tick } of page.results) ticks.set(id, tick)

socket.onState((state) => console.log(`socket ${state}`))
socket.subscribe<BlockTradeView>('trades', ({ event, data }) => {
  if (event !== 'SNAPSHOT') console.log(`${data.state}: ${data.side} ${data.quantity} ${data.description} at ${data.price}`)
})
socket.subscribe<RfqView>('rfqs', ({ event, data }) => (event === 'SNAPSHOT' ? data : [data]).forEach(follow), { snapshot: true })
console.log(`quoting every RFQ at ${baseUrl}`)

function follow(rfq: RfqView): void {
  if (rfq.role !== 'MAKER') return
  if (rfq.state !== 'OPEN') {
    quoted.get(rfq.id)?.leave()
    quoted.delete(rfq.id)
  } else if (!quoted.has(rfq.id)) {
    const one: Quoted = { rfq, orders: {}, mark: null, isBusy: false, leave: () => bbo.unsubscribe() }
    quoted.set(rfq.id, one)
    const bbo = socket.subscribe<BboView>(`bbo.${rfq.id}`, ({ event, data }) => event !== 'SNAPSHOT' && void quote(one, data))
  }
}

async function quote(one: Quoted, bbo: BboView): Promise<void> {
  if (one.isBusy || bbo.mark_price === one.mark) return
  one.isBusy = true
  // A market that rises moves the ask first: the own bid never meets the own ask.
  const sides: Side[] = Number(bbo.mark_price) > Number(one.mark) ? ['SELL', 'BUY'] : ['BUY', 'SELL']
  try {
    for (const side of sides) await place(one, side, bbo)
    if (one.mark === null) console.log(`quoted ${one.rfq.quantity} ${one.rfq.description}, mark ${bbo.mark_price}`)
    one.mark = bbo.mark_price
  } catch (error) {
    console.log(`${one.rfq.id}: ${(error as Error).message}`)
    one.orders = {}
  }
  one.isBusy = false
}

async function place({ rfq, orders }: Quoted, side: Side, bbo: BboView): Promise<void> {
  const legs = rfq.legs.map(({ instrument_id, side: legSide, price }) => {
    const mark = Number(bbo.legs.find((leg) => leg.instrument_id === instrument_id)!.mark_price)
    // Who buys the structure buys its bought legs and sells its sold ones: one tick in our favour on each. A hedge leg keeps its price.
    return { instrument_id, price: price ?? beside(mark, ticks.get(instrument_id)!, legSide === side ? -1 : 1) }
  })
  const known = orders[side]
  const order = known
    ? await client.call(directRfqCalls.replaceOrder, { params: { id: known }, body: { legs } })
    : await client.call(directRfqCalls.createOrder, { body: { rfq_id: rfq.id, side, quantity: rfq.quantity, legs, account_name: account } })
  orders[side] = order.id
}

function beside(mark: number, tick: string, direction: 1 | -1): string {
  const steps = (direction === 1 ? Math.ceil(mark / Number(tick)) : Math.floor(mark / Number(tick))) + direction
  return (Math.max(1, steps) * Number(tick)).toFixed(tick.split('.')[1]?.length ?? 0)
}

function settings(): { baseUrl: string; accessKey: string; secretKey: string; account: string | undefined } {
  const { PARLEY_URL, PARLEY_ACCESS_KEY, PARLEY_SECRET_KEY, PARLEY_ACCOUNT: account, DATA_DIR = 'data' } = process.env
  if (PARLEY_ACCESS_KEY && PARLEY_SECRET_KEY)
    return { baseUrl: PARLEY_URL ?? 'http://localhost:4000', accessKey: PARLEY_ACCESS_KEY, secretKey: PARLEY_SECRET_KEY, account }
  const demo = JSON.parse(readFileSync(`${DATA_DIR}/demo.json`, 'utf8'))
  // The newcomer has two desks: a taker, then the maker that this bot quotes for.
  const maker = demo.desks.filter(({ simulated }: { simulated: boolean }) => !simulated).at(-1)
  return { baseUrl: demo.baseUrl, accessKey: maker.accessKey, secretKey: maker.secretKey, account: maker.accounts.DBT }
}
