/** A quote that crossed, as the order that `/v1/ob` shows for it: in its lists, by its id and on its channel, but nowhere in `/v1/grfq`. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../../test/instruments.ts'
import { withTestDatabase } from '../../../../test/database.ts'
import { TEST_REJECTION } from '../../../../test/settlement-venue.ts'
import { openTestSocket, type TestSocket } from '../../../../test/product.ts'
import { done, startTradingProduct, type Ticker, type TradingProduct } from '../../../../test/trading-product.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
type Base = '/v1/ob' | '/v1/grfq'
const PATIENCE = { timeout: 55_000, interval: 20 }

const database = withTestDatabase()
let product: TradingProduct
let market: number
beforeAll(async () => {
  product = await startTradingProduct(database.url)
  const legs = [{ instrument: call.name, ratio: '1', side: 'BUY' }]
  market = Number(done(await product.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })).id)
})
beforeEach(async () => {
  // Market maker protection counts the fills within one second.
  product.clock.now += 2_000
  for (const desk of ['ORRY', 'KEST', 'LARK'] as const) await product.as(desk, 'DELETE', '/v1/ob/quotes/')
})
afterAll(() => {
  product?.settling.release()
  return product?.close()
})

const quote = async (desk: Ticker, side: string, quantity: string, more: object = {}) =>
  done(await product.as(desk, 'POST', `/v1/ob/rfqs/${market}/quotes/`, { side, quantity, price: '0.09', ...more })) as unknown as Row
const list = async (desk: Ticker, path: string) =>
  (done(await product.as(desk, 'GET', path)) as unknown as { readonly results: readonly Row[] }).results
const orders = (desk: Ticker, base: Base, query = '') => list(desk, `${base}/orders/?${query}`)
const order = async (desk: Ticker, base: Base, id: number) => {
  const { status, json } = await product.as(desk, 'GET', `${base}/orders/${id}/`)
  return status === 200 ? json : status
}
const trades = (desk: Ticker, base: Base) => list(desk, `${base}/trades/?hide_public=true&rfq_id=${market}`)
const settled = (id: number) => expect.poll(async () => order('ORRY', '/v1/ob', id), PATIENCE).toMatchObject({ status: 'CLOSED' })

const listen = async (base: Base, more: object): Promise<TestSocket> => {
  const { accessKey } = product.keyOf('ORRY')
  const socket = await openTestSocket(product.product.server.baseUrl, `${base}/?api-key=${accessKey}&cancel_on_disconnect=false`)
  socket.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel: 'order', ...more } })
  await socket.next((frame) => frame['id'] === 1)
  return socket
}
type Notification = { readonly event: string; readonly data: Readonly<Record<string, unknown>>; readonly meta: { readonly seq_group: number; readonly seq_num: number } } // prettier-ignore
const sentOn = ({ frames }: TestSocket): readonly Notification[] =>
  frames.filter(({ method }) => method === 'subscription').map(({ params }) => params as Notification)
const words = (socket: TestSocket) =>
  sentOn(socket).map(({ event, data }) => {
    const { id, quote_id, status } = data['order'] as Row
    return [event, data['kind'], status, id, quote_id].join(' ')
  })

describe('10.7 what a quote took', () => {
  it('is an order of its desk under the same id, open while it is at the venue and closed once it is settled, though the quote rests on', async () => {
    await quote('KEST', 'SELL', '50')
    const [ob, grfq] = [await listen('/v1/ob', {}), await listen('/v1/grfq', {})]
    product.settling.goWrong('VERIFY', 'HANG')
    const { id } = await quote('ORRY', 'BUY', '100', { client_order_id: 'crosses' })
    const taken = { id, quote_id: id, status: 'OPEN', execution_side: 'BUY', limit_price: '0.09', client_order_id: 'crosses' }
    const open = { ...taken, requested_quantity: '100', filled_quantity: '0', pending_fill_quantity: '50' }
    expect(await order('ORRY', '/v1/ob', id)).toMatchObject(open)
    expect(await orders('ORRY', '/v1/ob', 'status=OPEN')).toMatchObject([open])
    expect(await orders('ORRY', '/v1/ob', `status=CLOSED&rfq_id=${market}`)).toEqual([])
    const newcomer = await listen('/v1/ob', { snapshot: true })
    const known = [{ event: 'SNAPSHOT', data: [{ kind: 'UPDATED', order: open }] }]
    await expect.poll(() => sentOn(newcomer), PATIENCE).toMatchObject(known)

    await expect.poll(() => product.settling.calls.at(-1), PATIENCE).toBe('VERIFY')
    product.settling.release()
    await settled(id)
    const over = { ...taken, status: 'CLOSED', filled_quantity: '50', pending_fill_quantity: '0', canceled_quantity: '0' }
    expect(await orders('ORRY', '/v1/ob', 'status=OPEN')).toEqual([])
    expect(await orders('ORRY', '/v1/ob', 'status=CLOSED&client_order_id=crosses')).toMatchObject([over])
    expect(await list('ORRY', '/v1/ob/quotes/?status=OPEN')).toMatchObject([{ id, remaining_quantity: '50' }])
    await expect.poll(() => words(ob), PATIENCE).toEqual([`ADDED NEW OPEN ${id} ${id}`, `REMOVED REMOVED CLOSED ${id} ${id}`])
    expect(words(grfq)).toEqual([])

    const { seq_group, seq_num } = sentOn(ob)[0]!.meta
    const back = await listen('/v1/ob', { from_seq: { [seq_group]: seq_num } })
    await expect.poll(() => words(back), PATIENCE).toEqual([`REMOVED REMOVED CLOSED ${id} ${id}`])
    for (const socket of [ob, grfq, newcomer, back]) socket.close()
  })

  it('is the order that `order_id` of its trades names in /v1/ob; /v1/grfq names none', async () => {
    const rested = await quote('KEST', 'SELL', '25')
    const { id } = await quote('ORRY', 'BUY', '25')
    await settled(id)
    expect((await trades('ORRY', '/v1/ob'))[0]).toMatchObject({ order_id: id, quote_id: id, role: 'TAKER' })
    expect((await trades('ORRY', '/v1/grfq'))[0]).toMatchObject({ order_id: null, quote_id: rested.id })
    expect((await trades('KEST', '/v1/ob'))[0]).toMatchObject({ order_id: null, quote_id: rested.id })
    expect(await order('ORRY', '/v1/grfq', id)).toBe(404)
    expect((await orders('ORRY', '/v1/grfq')).map((one) => one.id)).not.toContain(id)
  })

  it('belongs to no other desk, and a quote that was only hit is not an order', async () => {
    const rested = await quote('KEST', 'SELL', '25')
    const { id } = await quote('ORRY', 'BUY', '25')
    await settled(id)
    expect(await order('KEST', '/v1/ob', id)).toBe(404)
    expect(await order('KEST', '/v1/ob', rested.id)).toBe(404)
    expect(await orders('KEST', '/v1/ob')).toEqual([])
    expect(await orders('LARK', '/v1/ob')).toEqual([])
  })

  it('that the venue rejects is closed with the reason, and its desk gets the text of the venue', async () => {
    await quote('KEST', 'SELL', '25')
    const socket = await listen('/v1/ob', {})
    product.settling.goWrong('EXECUTE', 'REJECT')
    const { id } = await quote('ORRY', 'BUY', '25')
    await settled(id)
    const over = { quote_id: id, filled_quantity: '0', canceled_quantity: '25', cancel_reason: 'SETTLEMENT_REJECTED' }
    expect(await order('ORRY', '/v1/ob', id)).toMatchObject(over)
    await expect.poll(() => sentOn(socket).length, PATIENCE).toBe(2)
    expect(sentOn(socket)[1]!.data).toMatchObject({ kind: 'REMOVED', order: over, venue_error: TEST_REJECTION })
    socket.close()
  })

  it('is among the orders that were sent as such, newest first, page by page', async () => {
    const bought: number[] = []
    for (const way of ['QUOTE', 'ORDER', 'QUOTE', 'ORDER']) {
      product.clock.now += 2_000
      await quote('KEST', 'SELL', '25')
      const body = { execution_side: 'BUY', limit_price: '0.09', quantity: '25' }
      const took = way === 'QUOTE' ? await quote('ORRY', 'BUY', '25') : done(await product.as('ORRY', 'POST', `/v1/grfq/rfqs/${market}/orders/`, body)) // prettier-ignore
      bought.unshift(Number(took.id))
      await settled(Number(took.id))
    }
    const walked: number[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const path = `/v1/ob/orders/?rfq_id=${market}&page_size=1${cursor}`
      const { next, results } = done(await product.as('ORRY', 'GET', path)) as unknown as { next: string; results: readonly Row[] }
      walked.push(...results.map(({ id }) => id))
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
    expect(walked).toEqual(bought)
    const named = await orders('ORRY', '/v1/ob', 'page_size=4')
    expect(named.map(({ id, quote_id }) => (quote_id === id ? 'QUOTE' : quote_id))).toEqual([null, 'QUOTE', null, 'QUOTE'])
    expect((await orders('ORRY', '/v1/ob', 'rfq_id=1')).map(({ id }) => id)).toEqual([])
  })
})
