import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from './answer.ts'
import { openDirectFloor, type Floor, type Rfq } from './floor.ts'
import { readBoth } from './ledger.ts'
import { callAs, signIn, viewerOf } from './session.ts'
import type { Frame } from './wire-socket.ts'

let floor: Floor
beforeAll(async () => void (floor = await openDirectFloor()))
afterAll(() => floor?.close())

const cross = (rfq: Rfq, side: 'BUY' | 'SELL', price: string, more = {}) =>
  floor.taker.must(201, 'POST', '/v2/drfq/orders/', {
    rfq_id: rfq.id,
    side,
    quantity: '25',
    price,
    type: 'LIMIT',
    time_in_force: 'FILL_OR_KILL',
    ...more,
  })
const rowsOf = async (path: string, bot = floor.taker) => (await bot.must(200, 'GET', path))['results'] as readonly Json[]

describe('a block, from the cross to the tape', () => {
  // Proves T 3.58, W 3.10.
  it('is PENDING_SETTLEMENT, then FILLED, for both sides, and is listed under the words of the filter', async () => {
    const [takerSocket, makerSocket] = [await floor.socketOf(floor.taker), await floor.socketOf(floor.maker)]
    for (const channel of ['trades', 'rfqs', 'orders', 'trade_tape'])
      await Promise.all([takerSocket, makerSocket].map((socket) => socket.subscribe(channel)))
    const rfq = await floor.ask({ label: 'ours alone' })
    const price = floor.priceAt(2)
    const quote = await floor.quote(rfq.id, 'SELL', price, { label: 'theirs alone' })
    const order = await cross(rfq, 'BUY', floor.priceAt(3))
    // The response carries the decision: it traded at the maker's price.
    expect(order).toMatchObject({ state: 'CLOSED', pending_fill_quantity: '25', filled_quantity: '0', canceled_quantity: '0' })
    for (const [socket, side, own] of [
      [takerSocket, 'BUY', order['id']],
      [makerSocket, 'SELL', quote.id],
    ] as const) {
      const ours = (data: Readonly<Record<string, unknown>>, state: string) => data['rfq_id'] === rfq.id && data['state'] === state
      const agreed = await socket.receives('trades', (data) => ours(data, 'PENDING_SETTLEMENT'))
      const filled = await socket.receives('trades', (data) => ours(data, 'FILLED'))
      for (const { data } of [agreed, filled]) expect(data).toMatchObject({ side, order_id: own, price, quantity: '25' })
      expect(socket.frames.findIndex(({ params }) => params === agreed)).toBeLessThan(
        socket.frames.findIndex(({ params }) => params === filled),
      )
      expect(await socket.receives('orders', (data) => data['id'] === own && data['filled_quantity'] === '25')).toMatchObject({
        event: 'REMOVED',
      })
      const ended = await socket.receives('rfqs', (data, event) => data['id'] === rfq.id && event === 'REMOVED')
      expect(ended.data).toMatchObject({ state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT', traded: true })
    }
    for (const [state, count] of [
      ['COMPLETED', 1],
      ['FILLED', 1],
      ['PENDING', 0],
      ['REJECTED', 0],
      ['completed', 1],
    ] as const)
      expect(await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}&state=${state}`), state).toHaveLength(count)

    const [{ tape_id } = { tape_id: undefined }] = await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}`)
    const row = (await takerSocket.receives('trade_tape', ({ id }) => id === tape_id)).data
    expect(row).toMatchObject({
      kind: 'OPTION',
      strategy_code: 'CL',
      side: 'BUY',
      quantity: '25',
      price,
      quote_currency: 'BTC',
      product_codes: ['DO'],
      legs: [{ instrument_name: floor.option.name, side: 'BUY', price: expect.any(String), product_code: 'DO', quantity: '25' }],
    })
    for (const member of ['filled_at', 'executed_at']) expect(Number.isSafeInteger(row[member])).toBe(true)
    for (const member of ['mark_price', 'index_price', 'description']) expect(row[member]).toEqual(expect.any(String))
    expect((await rowsOf('/v2/drfq/trade_tape/?page_size=50', floor.bot('ORRY'))).find(({ id }) => id === tape_id)).toEqual(row)
    // Nothing in it leads to the RFQ, nor to any of its orders.
    for (const secret of ['AMBR', 'LIND', 'prop-1', 'alone', rfq.id, rfq.id.slice(2)]) expect(JSON.stringify(row)).not.toContain(secret)
  })

  // Proves W 3.10.
  it('that the venue rejects is REJECTED for both with its words, is not on the tape, and can be dealt again', async () => {
    // Two desks with one account at the venue, which refuses to let it trade with itself.
    const lena = await signIn(floor.product, 'LIND')
    const borrowed = {
      venue: 'DBT',
      name: 'borrowed',
      client_id: 'parley-ambr',
      client_secret: createHash('sha256').update('parley demo AMBR').digest('hex'),
    }
    expect(await callAs(lena, 'POST', '/account/desk/venue-accounts/', borrowed)).toMatchObject({ status: 201 })
    const [takerSocket, makerSocket] = [await floor.socketOf(floor.taker), await floor.socketOf(floor.maker)]
    for (const socket of [takerSocket, makerSocket])
      for (const channel of ['trades', 'orders', 'trade_tape']) await socket.subscribe(channel)
    const rfq = await floor.ask()
    await floor.quote(rfq.id, 'SELL', floor.priceAt(2), { account_name: 'borrowed' })
    await cross(rfq, 'BUY', floor.priceAt(2))
    for (const socket of [takerSocket, makerSocket]) {
      const { data } = await socket.receives('trades', (data) => data['rfq_id'] === rfq.id && data['state'] === 'REJECTED')
      expect(data).toMatchObject({ filled_at: null, rejection: expect.any(String) })
      await socket.receives(
        'orders',
        (data, event) => data['rfq_id'] === rfq.id && event === 'REMOVED' && data['canceled_quantity'] === '25',
      )
    }
    expect(await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}&state=REJECTED`)).toHaveLength(1)
    expect(await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}&state=COMPLETED`)).toEqual([])
    expect(await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({
      state: 'OPEN',
      filled_quantity: '0',
      pending_fill_quantity: '0',
    })
    await floor.quote(rfq.id, 'SELL', floor.priceAt(2), { account_name: 'prop-1' })
    await cross(rfq, 'BUY', floor.priceAt(2))
    const tapeIds = (await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}`)).map(({ tape_id }) => tape_id)
    await takerSocket.receives('trade_tape', ({ id }) => tapeIds.includes(id))
    expect(takerSocket.frames.filter(({ params }) => params?.channel === 'trade_tape' && tapeIds.includes(params.data['id']))).toHaveLength(
      1,
    )
  })

  it('that finds no price is killed whole, at once', async () => {
    const rfq = await floor.ask()
    await floor.quote(rfq.id, 'SELL', floor.priceAt(5))
    expect(await cross(rfq, 'BUY', floor.priceAt(4))).toMatchObject({
      state: 'CLOSED',
      canceled_quantity: '25',
      pending_fill_quantity: '0',
    })
    expect(await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}`)).toEqual([])
  })
})

describe('what a maker must not see, by REST and by socket', () => {
  // Proves T 3.52, T 6.9, W 3.11.
  it('is the anonymous taker, its account and label, who else was asked, their orders, and what is hidden', async () => {
    const socket = await floor.socketOf(floor.maker)
    for (const channel of ['rfqs', 'rfq_orders', 'orders', 'trades']) await socket.subscribe(channel, { snapshot: true })
    const takerSocket = await floor.socketOf(floor.taker)
    for (const channel of ['rfq_orders', 'rfqs']) await takerSocket.subscribe(channel)
    const rfq = await floor.ask({ counterparties: ['LIND', 'ORRY', 'KEST', 'HLYD'], is_taker_anonymous: true, label: 'known to us' })
    // The others quote on their own; the taker sees them.
    await takerSocket.receives('rfq_orders', (data) => data['rfq_id'] === rfq.id && data['desk_name'] !== 'LIND')
    const hidden = await floor.quote(rfq.id, 'SELL', floor.priceAt(1), { type: 'HIDDEN' })
    const resting = await cross(rfq, 'BUY', floor.priceAt(-9), { time_in_force: 'GOOD_TILL_CANCELED', label: 'known to us' })
    const shown = await socket.receives('rfq_orders', (data) => data['id'] === resting['id'])
    expect(shown.data).toMatchObject({ role: 'TAKER', desk_name: null })
    const mine = await floor.maker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/`)
    expect(mine).toMatchObject({ role: 'MAKER', taker_desk_name: null, account_name: null, label: null, counterparties: ['LIND'] })
    const book = await floor.maker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/orders/`)
    expect(book).toMatchObject({ asks: [], bids: [{ id: resting['id'], desk_name: null }] })
    const bbo = await floor.maker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/bbo/`)

    const theirs = (frame: Frame) => JSON.stringify(frame).includes(rfq.id) && !JSON.stringify(frame).includes(hidden.id)
    const listed = (await rowsOf('/v2/drfq/rfqs/?page_size=1000', floor.maker)).filter(({ id }) => id === rfq.id)
    const read = [mine, book, bbo, listed, ...singly(socket.frames).filter(theirs)]
    for (const secret of ['AMBR', 'Amber', 'known to us', 'ORRY', 'KEST', 'HLYD']) expect(JSON.stringify(read)).not.toContain(secret)
    expect((await floor.bot('SABL').send('GET', `/v2/drfq/rfqs/${rfq.id}/`)).status).toBe(404)

    // The taker does not see a hidden quote either, but can still trade with it.
    const seen = await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/orders/`)
    expect(JSON.stringify([seen, takerSocket.frames])).not.toContain(hidden.id)
    expect(await floor.maker.must(200, 'GET', `/v2/drfq/orders/${hidden.id}/`)).toMatchObject({ type: 'HIDDEN', state: 'OPEN' })
    for (const bot of [floor.taker, floor.bot('ORRY')]) expect((await bot.send('GET', `/v2/drfq/orders/${hidden.id}/`)).status).toBe(404)
  })

  it('is a trade of others: the third maker reads that the RFQ closed, and no more', async () => {
    const third = floor.bot('ORRY')
    const socket = await floor.socketOf(third)
    for (const channel of ['rfqs', 'trades', 'rfq_orders']) await socket.subscribe(channel)
    const rfq = await floor.ask({ counterparties: ['LIND', 'ORRY'] })
    await floor.quote(rfq.id, 'SELL', floor.priceAt(-3))
    await cross(rfq, 'BUY', floor.priceAt(-3))
    const { data } = await socket.receives('rfqs', (data, event) => data['id'] === rfq.id && event === 'REMOVED')
    expect(data).toMatchObject({ closed_reason: 'EXECUTION_LIMIT', traded: false, filled_quantity: '0', counterparties: ['ORRY'] })
    expect(socket.frames.some(({ params }) => params?.channel === 'trades' && params.data['rfq_id'] === rfq.id)).toBe(false)
    expect(await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}`, third)).toEqual([])
    const [trade] = await rowsOf(`/v2/drfq/trades/?rfq_id=${rfq.id}`)
    expect((await third.send('GET', `/v2/drfq/trades/${trade!['id']}/`)).status).toBe(404)
  })
})

describe('a viewer', () => {
  // Proves T 6.4.
  it('reads what the desk reads, and may not ask, quote or cancel', async () => {
    const rfq = await floor.ask()
    const viewer = await viewerOf(floor.product, 'AMBR')
    expect(await callAs(viewer, 'GET', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({ status: 200, json: { account_name: 'prop-1' } })
    const asked = { venue: 'DBT', quantity: '25', legs: [{ instrument_id: floor.option.id, ratio: 1, side: 'BUY' }] }
    for (const [method, path, body] of [
      ['POST', '/v2/drfq/rfqs/', asked],
      ['DELETE', `/v2/drfq/rfqs/${rfq.id}/`, undefined],
      ['POST', '/v2/drfq/orders/', { rfq_id: rfq.id, side: 'BUY', quantity: '25', price: '0.05' }],
      ['DELETE', '/v2/drfq/orders/', undefined],
      ['PATCH', '/v2/drfq/mmp/status/', {}],
      ['GET', '/account/desk/api-keys/', undefined],
    ] as const)
      expect(await callAs(viewer, method, path, body), `${method} ${path}`).toMatchObject({ status: 403, json: { code: 1001 } })
    expect(await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({ state: 'OPEN' })
  })
})

describe('a reader whose socket dies again and again', () => {
  it('reads every message in order, as one does whose socket never died, and twice only those of a decision it was cut from', async () => {
    const { whole, pieced, repeats } = await readBoth(floor)
    expect(pieced).toEqual(whole)
    expect(repeats.every((notification) => notification.startsWith('REMOVED'))).toBe(true)
  })

  it('has after a snapshot and what follows it what the lists say', async () => {
    const rfq = await floor.ask()
    const order = await floor.quote(rfq.id, 'SELL', floor.priceAt(6))
    const socket = await floor.socketOf(floor.maker)
    // Changes continue while the snapshot is read.
    const changing = Promise.all(
      [7, 8, 9].map((ticks) =>
        floor.maker.must(200, 'PUT', `/v2/drfq/orders/${order.id}/`, {
          legs: [{ instrument_id: floor.option.id, price: floor.priceAt(ticks) }],
        }),
      ),
    )
    await socket.subscribe('orders', { snapshot: true })
    await changing
    const now = await floor.maker.must(200, 'GET', `/v2/drfq/orders/${order.id}/`)
    const shown = () => singly(socket.frames).flatMap(({ params }) => (params?.data['id'] === order.id ? [params.data] : []))
    await expect.poll(() => shown().at(-1)?.['price'], { timeout: 60_000 }).toBe(now['price'])
    const list = socket.frames.find(({ params }) => params?.event === 'SNAPSHOT')!.params!
    const after = socket.frames
      .filter(({ params }) => params !== undefined && params.event !== 'SNAPSHOT')
      .map(({ params }) => params!.meta)
    expect(new Set(after.map(({ seq_num, seq_group }) => `${seq_group} ${seq_num}`)).size).toBe(after.length)
    expect(list.meta).toHaveProperty('positions')
  })
})

/** The snapshot of a channel as one frame for each of its objects, which are independent of each other. */
const singly = (frames: readonly Frame[]): readonly Frame[] =>
  frames.flatMap((frame) => {
    const { params } = frame
    if (params?.event !== 'SNAPSHOT') return [frame]
    return (params.data as unknown as Json[]).map((data) => ({ ...frame, params: { ...params, data } }))
  })
