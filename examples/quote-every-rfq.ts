/** A market maker on one page: quotes both sides of every RFQ in one call, a tick from the mark on each leg, and follows the mark. See README.md. */
import {
  catalogueCalls,
  createClient,
  type Order,
  type OrderLine,
  placeOrders,
  quoteTwoWay,
  type Rfq,
  type Screen,
  type Side,
  watchRfqs,
  watchScreen,
  watchTrades,
} from '@parley/client'
import { deskOf } from './desk.ts'

type Quoted = { rfq: Rfq; orders: Partial<Record<Side, Order>>; mark: string | undefined; isBusy: boolean; leave: () => void }

const { baseUrl, accessKey, secretKey, account } = deskOf('MAKER')
const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
// A socket for direct RFQs only. Add one for '/v1/ob' to quote in order books as well.
const sockets = [client.socket({ cancelOnDisconnect: true })]
const quoted = new Map<string, Quoted>()
const ticks = new Map<number, string>()

for await (const page of client.pages(catalogueCalls.listInstruments, { query: { state: 'ACTIVE', page_size: 1000 } }))
  for (const { id, min_tick_size: tick } of page.results) ticks.set(id, tick)

sockets[0]!.onState((state, cause) => console.log(`socket ${state} ${cause?.message ?? ''}`))
watchTrades(sockets, ({ event, data }) => {
  if (event !== 'SNAPSHOT') console.log(`${data.state}: ${data.side} ${data.quantity} ${data.description} at ${data.price}`)
})
watchRfqs(sockets, ({ event, data }) => (event === 'SNAPSHOT' ? data : [data]).forEach(follow))
console.log(`quoting every RFQ at ${baseUrl}`)

function follow(rfq: Rfq): void {
  if (rfq.role !== 'MAKER') return
  if (rfq.state !== 'OPEN') {
    quoted.get(rfq.id)?.leave()
    quoted.delete(rfq.id)
  } else if (!quoted.has(rfq.id)) {
    const one: Quoted = { rfq, orders: {}, mark: undefined, isBusy: false, leave: () => screen.unsubscribe() }
    quoted.set(rfq.id, one)
    const screen = watchScreen(sockets, rfq, (prices) => void quote(one, prices))
  }
}

async function quote(one: Quoted, screen: Screen): Promise<void> {
  if (one.isBusy || screen.markPrice === one.mark) return
  one.isBusy = true
  try {
    const verdicts = await quoteOf(one, screen).send(client)
    // If one side is refused, neither is placed, and the refusal describes what is accepted.
    const refusal = verdicts.find((verdict) => verdict.refusal && verdict.refusal.error !== 'OtherSideRefused')?.refusal
    if (refusal) throw new Error(refusal.message)
    for (const { order } of verdicts) one.orders[order!.side] = order!
    if (one.mark === undefined) console.log(`quoted ${one.rfq.quantity} ${one.rfq.description}, mark ${screen.markPrice}`)
    one.mark = screen.markPrice
  } catch (error) {
    console.log(`${one.rfq.id}: ${(error as Error).message}`)
    one.orders = {}
  }
  one.isBusy = false
}

/**
 * The bid and the ask are placed together or not at all, and can never cross in transit. If a taker has disclosed its side, only the
 * opposite one is quoted.
 */
function quoteOf(one: Quoted, screen: Screen) {
  const [bid, ask] = [lineOf(one, 'BUY', screen), lineOf(one, 'SELL', screen)]
  return one.rfq.takerSide ? placeOrders('DIRECT', [one.rfq.takerSide === 'BUY' ? ask : bid]) : quoteTwoWay('DIRECT', [bid, ask])
}

function lineOf({ rfq, orders }: Quoted, side: Side, screen: Screen): OrderLine {
  const legPrices = rfq.legs.map(({ instrumentId, side: legSide, price }) => {
    const mark = Number(screen.legs.find((leg) => leg.instrumentId === instrumentId)!.markPrice)
    // A buyer of the structure buys its bought legs and sells its sold ones: one tick in our favour on each. A hedge leg keeps its price.
    return { instrumentId, price: price ?? beside(mark, ticks.get(instrumentId)!, legSide === side ? -1 : 1) }
  })
  const order = orders[side]
  return order ? { order, changes: { legPrices } } : { rfq, terms: { side, quantity: rfq.quantity!, legPrices, account } }
}

function beside(mark: number, tick: string, direction: 1 | -1): string {
  const steps = (direction === 1 ? Math.ceil(mark / Number(tick)) : Math.floor(mark / Number(tick))) + direction
  return (Math.max(1, steps) * Number(tick)).toFixed(tick.split('.')[1]?.length ?? 0)
}
