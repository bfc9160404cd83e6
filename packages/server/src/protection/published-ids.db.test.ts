/** The ids of a mass cancel: it accepts the ids that each flow publishes, and the ids in its report can be looked up in that flow. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { placeSpreadOrder } from '../../test/foreign-ids.ts'
import { openMakingDesk, type MakingDesk } from '../../test/making-desk.ts'
import { openTestSocket, signatureHeaders } from '../../test/product.ts'

type Id = string | number
type Placed = { readonly rfq: Id; readonly order: Id }

const database = withTestDatabase()
let desk: MakingDesk
beforeAll(async () => {
  desk = await openMakingDesk(database.url)
})
afterAll(() => desk.close())

const CANCEL = '/v2/protection/cancel_all/'
const cancel = (body: object) => desk.by(desk.kest, 'POST', CANCEL, body)
const read = (path: string) => desk.by(desk.kest, 'GET', path)
const priced = { side: 'SELL', quantity: '50', price: '0.06' }

/** How each flow places an order, and where it is read: the RFQ and its order. */
const flows = {
  drfq: {
    place: async (): Promise<Placed> => {
      const rfq = await desk.ask(desk.orry)
      const { json } = await desk.by(desk.kest, 'POST', '/v2/drfq/orders/', { rfq_id: rfq, ...priced, account_name: 'KEST main' })
      return { rfq, order: json['id'] as Id }
    },
    paths: ({ rfq, order }: Placed) => [`/v2/drfq/rfqs/${rfq}/`, `/v2/drfq/orders/${order}/`],
    channel: ['/v2/drfq', 'orders'],
    state: 'state',
  },
  ob: {
    place: async (): Promise<Placed> => {
      const rfq = await desk.market()
      const { json } = await desk.by(desk.kest, 'POST', `/v1/ob/rfqs/${rfq}/quotes/`, priced)
      return { rfq, order: json['id'] as Id }
    },
    paths: ({ rfq, order }: Placed) => [`/v1/ob/rfqs/${rfq}/`, `/v1/ob/quotes/${order}/`],
    channel: ['/v1/ob', 'quote'],
    state: 'status',
  },
  fs: {
    place: async (): Promise<Placed> => {
      const order = await placeSpreadOrder(desk, desk.trader.token)
      const { json } = await read(`/v1/fs/orders/${order}`)
      return { rfq: json['strategy_id'] as Id, order }
    },
    paths: ({ rfq, order }: Placed) => [`/v1/fs/strategies/${rfq}`, `/v1/fs/orders/${order}`],
    channel: ['/v1/fs', 'orders'],
    state: 'state',
  },
} as const
type Flow = keyof typeof flows
const names = Object.keys(flows) as Flow[]

type Report = { readonly canceled: { readonly count: number; readonly order_ids: readonly Id[] } }

describe('5.17 the ids of a mass cancel', () => {
  it.each(names)('5.17 of %s are those that the flow publishes in answers, lists, frames and reports', async (flow) => {
    const { place, paths, channel, state } = flows[flow]
    const [address, name] = channel
    const path = `${address}/?api-key=${desk.kest.accessKey}&cancel_on_disconnect=false`
    const socket = await openTestSocket(desk.product.server.baseUrl, path)
    socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: flow === 'fs' ? 'orders.ANY.ANY.ANY' : name } })
    await socket.next(({ id }) => id === 1)
    const placed = await place()
    for (const one of paths(placed)) expect([one, (await read(one)).status]).toEqual([one, 200])
    // Named by what the flow publishes, alone and with the name of the flow.
    expect((await cancel({ rfq_id: placed.rfq, side: 'BUY', label: 'none of these' })).json).toMatchObject({ canceled: { count: 0 } })
    const body = JSON.stringify({ rfq_id: placed.rfq, flow })
    const headers = { ...signatureHeaders(desk.kest, desk.product.clock.now, 'POST', CANCEL, body), 'idempotency-key': `all-${flow}` }
    const sent = await desk.product.send('POST', CANCEL, { headers, body })
    expect(sent).toMatchObject({ status: 200, json: { canceled: { count: 1, order_ids: [placed.order] } } })
    // The outcome under the key is read from the journal, not from the answer.
    await database.sql`update request set answer = null, state = 'OPEN' where key = ${`all-${flow}`}`
    const outcome = (await read(`/v2/commands/all-${flow}/`)).json['body'] as Report
    expect(outcome.canceled).toEqual({ count: 1, order_ids: [placed.order] })
    for (const id of outcome.canceled.order_ids) {
      const { status, json } = await read(paths({ ...placed, order: id })[1]!)
      expect([status, json[state]]).toEqual([200, 'CLOSED'])
    }
    const frame = await socket.next((one) => JSON.stringify(one).includes('CLOSED'))
    const { data } = frame['params'] as { data: Record<string, unknown> }
    const shown = (data['quote'] ?? data) as Record<string, Id>
    expect([shown['id'], shown['rfq_id'] ?? shown['strategy_id']]).toEqual([placed.order, placed.rfq])
    socket.close()
  })

  it('5.17 that are unknown are refused, with what would be accepted, and nothing is cancelled', async () => {
    const placed = await Promise.all(names.map((flow) => flows[flow].place()))
    for (const rfq_id of ['r_nope', '', '12345', 12_345, '100000000000640001', '079499553106689'])
      expect([rfq_id, await cancel({ rfq_id })]).toMatchObject([
        rfq_id,
        {
          status: 404,
          json: {
            error: 'NotFound',
            message: expect.stringContaining(
              'send the id of a direct RFQ, the number of an order-book RFQ or the id of a spread',
            ) as string,
            data: { member: 'rfq_id', rule: '5.17' },
          },
        },
      ])
    for (const [at, { rfq }] of placed.entries()) {
      const flow = names[(at + 1) % names.length]
      expect([flow, rfq, (await cancel({ rfq_id: rfq, flow })).status]).toEqual([flow, rfq, 404])
    }
    for (const path of ['/v2/drfq/orders/?rfq_id=r_nope', '/v1/ob/quotes/?rfq_id=12345', '/v1/fs/orders?strategy_id=100000000000640001']) {
      const { status, json } = await desk.by(desk.kest, 'DELETE', path)
      expect([path, status, json]).toMatchObject([path, 404, { error: 'NotFound' }])
    }
    const all = ((await cancel({})).json as unknown as Report).canceled.order_ids
    expect(all).toEqual(expect.arrayContaining(placed.map(({ order }) => order)))
  })

  it('5.17 of a user cover the orders of that user in every session, and no others', async () => {
    const { id } = (await desk.by(desk.trader, 'GET', '/account/user/')).json as { readonly id: string }
    await flows.ob.place()
    const at = `/v1/ob/rfqs/${await desk.market()}/quotes/`
    const own = await desk.by(desk.trader, 'POST', at, { side: 'BUY', quantity: '50', price: '0.03' })
    expect((await cancel({ key: id })).json).toMatchObject({ canceled: { count: 1, order_ids: [own.json['id']] } })
    await cancel({})
  })

  it('8.6 of an RFQ that the desk was not asked for are refused as if there were none', async () => {
    const { json } = await desk.by(desk.orry, 'GET', '/v2/drfq/instruments/')
    const legs = [{ instrument_id: (json['results'] as { id: number }[])[0]!.id, ratio: '1', side: 'BUY' }]
    const draft = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main', state: 'DRAFT' }
    const { id } = (await desk.by(desk.orry, 'POST', '/v2/drfq/rfqs/', draft)).json as { id: string }
    const said = async (rfq_id: string) => {
      const { status, json: refusal } = await cancel({ rfq_id })
      return JSON.stringify([status, refusal])
        .replaceAll(rfq_id, 'ID')
        .replaceAll(/"request_id":"[^"]*"/g, '')
    }
    expect(await said(id)).toBe(await said(`r_${'0'.repeat(27)}`))
    expect((await desk.by(desk.orry, 'POST', CANCEL, { rfq_id: id })).status).toBe(200)
  })
})

it('11.2 a reset of a limit that the desk does not have is refused, and resets nothing', async () => {
  const reset = (limit: string) => desk.by(desk.kest, 'POST', '/v2/protection/reset/', { limit })
  expect(await reset('wing')).toMatchObject({ status: 400, json: { error: 'LimitUnknown', data: { member: 'limit', rule: '11.2' } } })
  await desk.by(desk.trader, 'PUT', '/v2/protection/limits/wing/', { product: 'DO', window_ms: 60_000, quantity: '60' })
  for (const limit of ['wing', 'MMP']) expect(await reset(limit)).toMatchObject({ status: 200 })
})
