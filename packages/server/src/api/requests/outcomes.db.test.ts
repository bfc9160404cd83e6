import type { OutcomeView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../test/instruments.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { done, legsFor, startTradingProduct, type Ticker, type TradingProduct } from '../../../test/trading-product.ts'

const database = withTestDatabase()
let market: TradingProduct
beforeAll(async () => {
  market = await startTradingProduct(database.url)
})
afterAll(() => market?.close())

const read = async (by: Ticker, path: string) => done(await market.as(by, 'GET', path))
/** The number of connections that wait for a lock on the table. */
const waiting = async (table: string): Promise<number> => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks where not granted and relation = ${table}::regclass`
  return row!.count
}
const quoteBody = (rfq_id: string, price: string, change: object = {}) => ({
  rfq_id,
  side: 'SELL',
  quantity: '50',
  legs: legsFor(market, price),
  ...change,
})

describe('9.4 the fate of a command', () => {
  // Proves W 5.3.
  it('9.4 is its first answer, for whatever of the direct flow it was', async () => {
    const rfq = done(
      await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs: market.spread, label: 'mine' }, 'f-1'),
    )
    const asked = await read('ORRY', '/v2/commands/f-1/')
    expect(asked).toMatchObject({ state: 'DONE', call: 'POST /v2/drfq/rfqs', status: 201, error: null, seq_group: 1 })
    expect(asked['body']).toEqual(rfq)
    const order = done(await market.as('KEST', 'POST', '/v2/drfq/orders/', quoteBody(rfq.id, '0.031'), 'f-2'))
    done(await market.as('KEST', 'PUT', `/v2/drfq/orders/${order.id}/`, { quantity: '25' }, 'f-3'))
    expect(await read('KEST', '/v2/commands/f-2/')).toMatchObject({ status: 201, body: order })
    expect(await read('KEST', '/v2/commands/f-3/')).toMatchObject({ status: 200, body: { id: order.id, quantity: '25' } })
    expect((await market.as('KEST', 'DELETE', `/v2/drfq/orders/${order.id}/`, undefined, 'f-4')).status).toBe(204)
    expect(await read('KEST', '/v2/commands/f-4/')).toMatchObject({ state: 'DONE', status: 204, body: null })
    done(await market.as('KEST', 'POST', `/v2/drfq/rfqs/${rfq.id}/decline/`, { reason: 'SIZE' }, 'f-5'))
    expect(await read('KEST', '/v2/commands/f-5/')).toMatchObject({ status: 200, body: { id: rfq.id, declined_by_me: true } })
    const refused = await market.as('KEST', 'POST', '/v2/drfq/orders/', quoteBody(rfq.id, '0.031', { quantity: '1' }), 'f-6')
    expect(refused.status).toBe(400)
    const { code, error, message } = refused.json as unknown as Record<string, unknown>
    expect(await read('KEST', '/v2/commands/f-6/')).toMatchObject({
      state: 'REFUSED',
      status: 400,
      body: null,
      error: { code, error, message, rule: '5.4' },
    })
  })

  // Proves W 5.3.
  it('9.4 of the order book too, by its key or by its client order id', async () => {
    const opened = done(
      await market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: [{ instrument: call.name, ratio: '1', side: 'BUY' }] }, 'g-1'),
    )
    expect(await read('ORRY', '/v2/commands/?idempotency_key=g-1')).toMatchObject({ state: 'DONE', status: 201, body: { id: opened.id } })
    const placed = done(
      await market.as(
        'KEST',
        'POST',
        `/v1/ob/rfqs/${opened.id}/quotes/`,
        { side: 'SELL', quantity: '25', price: '0.09', client_order_id: 'mine' },
        'g-2',
      ),
    )
    expect(await read('KEST', '/v2/commands/g-2/')).toMatchObject({ status: 201, body: placed })
    expect(await read('KEST', '/v2/commands/?client_order_id=mine')).toMatchObject({ state: 'DONE', seq_group: 1, body: placed })
    done(await market.as('KEST', 'DELETE', `/v1/ob/quotes/${placed.id}/`, undefined, 'g-3'))
    expect(await read('KEST', '/v2/commands/g-3/')).toMatchObject({ status: 200, body: { id: placed.id, status: 'CLOSED' } })
    expect(await read('KEST', '/v2/commands/?client_order_id=mine')).toMatchObject({ body: { status: 'CLOSED' } })
    const quotes = [
      { rfq_id: opened.id, side: 'SELL', quantity: '25', price: '0.09' },
      { rfq_id: opened.id, side: 'SELL', quantity: '1', price: '0.09' },
    ]
    done(await market.as('KEST', 'POST', '/v1/ob/quotes/batch/', { quotes }, 'g-4'))
    expect(await read('KEST', '/v2/commands/g-4/')).toMatchObject({
      body: {
        results: [
          { index: 0, quote: { price: '0.09' } },
          { index: 1, error: { error: 'QuantityBelowBlockMinimum' } },
        ],
      },
    })
  })

  // Proves W 5.4.
  it('9.4 of what no single decision is behind it is what was answered', async () => {
    const leg = { instrument: call.name, ratio: '1', side: 'BUY' }
    const writes: readonly (readonly [string, string, object?])[] = [
      ['POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: [leg] }],
      ['DELETE', '/v2/drfq/orders/?venue=DBT'],
      ['DELETE', '/v1/grfq/quotes/?side=BUY'],
      ['POST', '/v2/protection/cancel_all/', { side: 'BUY' }],
      ['POST', '/v2/protection/cancel_all_after/', { timeout: 60_000 }],
      ['PUT', '/v2/protection/limits/mine/', { product: 'DO', window_ms: 1_000, executions: 50 }],
      ['DELETE', '/v2/protection/limits/mine/'],
      ['PATCH', '/v1/ob/mmp/status/', { rate_limit_hit: false }],
    ]
    for (const [place, [method, path, body]] of writes.entries()) {
      const answer = await market.as('LARK', method, path, body, `h-${place}`)
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
      const { state, status, body: published, error } = (await read('LARK', `/v2/commands/h-${place}/`)) as unknown as OutcomeView
      expect([path, state, status, published, error]).toEqual([path, 'DONE', answer.status, answer.json ?? null, null])
    }
  })

  it.each([
    ['before a market was asked', { account_name: 'nobody' }, 'AccountUnknown', 409],
    ['because it could not be read', { side: 'HOLD' }, 'InvalidEnumerationValue', 400],
  ] as const)(
    '9.4 of a write that was refused %s is the refusal, and the key is free for it put right',
    async (_title, wrong, error, later) => {
      const rfq = done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs: market.spread }))
      const key = `i-${error}`
      const refused = await market.as('KEST', 'POST', '/v2/drfq/orders/', quoteBody(rfq.id, '0.031', wrong), key)
      expect(refused).toMatchObject({ status: 400, json: { error } })
      const { code, message } = refused.json as { code: number; message: string }
      expect(await read('KEST', `/v2/commands/${key}/`)).toMatchObject({
        state: 'REFUSED',
        call: 'POST /v2/drfq/orders',
        status: 400,
        body: null,
        error: { code, error, message },
      })
      const placed = done(await market.as('KEST', 'POST', '/v2/drfq/orders/', quoteBody(rfq.id, '0.031'), key))
      // A current fault of the key does not affect what was done with it earlier.
      expect((await market.as('KEST', 'POST', '/v2/drfq/orders/', quoteBody(rfq.id, '0.031', wrong), key)).status).toBe(later)
      expect(await read('KEST', `/v2/commands/${key}/`)).toMatchObject({ state: 'DONE', status: 201, body: placed })
    },
  )

  it('9.4 of a batch has every verdict, also of parts that no market was asked about', async () => {
    const rfq = done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs: market.spread }))
    const orders = [quoteBody(rfq.id, '0.031', { account_name: 'nobody' }), quoteBody(rfq.id, '0.032')]
    const answer = done(await market.as('LARK', 'POST', '/v2/drfq/orders/batch/', { orders }, 'j-1'))
    expect(answer).toMatchObject({ results: [{ error: { error: 'AccountUnknown' } }, { error: null }] })
    expect(await read('LARK', '/v2/commands/j-1/')).toMatchObject({ state: 'DONE', status: 200, body: answer })
  })

  it('9.4 of what could be neither noted nor kept is what the markets remember, and its caller was answered', async () => {
    const rfq = done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs: market.spread }))
    await database.sql`create or replace function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`
    await database.sql`
      create or replace trigger full_up before update on request for each row when (new.state = 'DONE') execute function refuse_it()`
    const orders = [quoteBody(rfq.id, '0.033'), quoteBody(rfq.id, '0.034')]
    const cancel = ['MERL', 'POST', '/v2/protection/cancel_all/', { side: 'BUY' }, 'l-2'] as const
    try {
      const batch = done(await market.as('MERL', 'POST', '/v2/drfq/orders/batch/', { orders }, 'l-1'))
      expect(batch).toMatchObject({ results: [{ error: null }, { error: { error: 'LayeringLimitReached' } }] })
      expect(await read('MERL', '/v2/commands/l-1/')).toMatchObject({ state: 'DONE', status: 200, body: batch })
      const canceled = done(await market.as(...cancel))
      expect(await read('MERL', '/v2/commands/l-2/')).toMatchObject({ state: 'DONE', status: 200, body: canceled })
      expect(done(await market.as(...cancel))).toEqual(canceled)
      expect(market.product.logged()).toMatch(/Could not store the response of a write[^]*Could not store the response of a write/)
    } finally {
      await database.sql`drop trigger full_up on request`
    }
  })

  // Proves W 5.4.
  it('9.4 of a write that is not answered yet is PENDING, and then its answer', async () => {
    const held = await database.sql.reserve()
    await held`begin`
    await held`lock table request in exclusive mode`
    const answering = market.as('MERL', 'POST', '/v2/protection/cancel_all/', {}, 'k-1')
    try {
      await expect.poll(() => waiting('request'), { timeout: 55_000 }).toBeGreaterThan(0)
      expect(await read('MERL', '/v2/commands/k-1/')).toMatchObject({
        state: 'PENDING',
        call: 'POST /v2/protection/cancel_all',
        status: null,
        body: null,
        error: null,
      })
    } finally {
      await held`commit`
      held.release()
    }
    const body = done(await answering)
    expect(await read('MERL', '/v2/commands/k-1/')).toMatchObject({ state: 'DONE', status: 200, body })
  })

  it.each([
    ['a key that was never sent', 'ORRY', '/v2/commands/never/'],
    ["another desk's key", 'LARK', '/v2/commands/f-1/'],
    ['a client order id of another desk', 'LARK', '/v2/commands/?client_order_id=mine'],
  ] as const)('9.4 %s is not found, and the answer says what it means', async (_title, by, path) => {
    const answer = await market.as(by, 'GET', path)
    expect(answer).toMatchObject({ status: 404, json: { error: 'NotFound' } })
    expect((answer.json as { message: string }).message).toMatch(/24 hours|client order id/)
  })

  it.each(['/v2/commands/%00/', '/v2/commands/?client_order_id=%00', `/v2/commands/${'k'.repeat(129)}/`, '/v2/commands/?idempotency_key='])(
    "9.4 %s is nobody's key",
    async (path) => {
      expect([400, 404]).toContain((await market.as('ORRY', 'GET', path)).status)
    },
  )

  it('9.4 without a key nothing is asked', async () => {
    expect((await market.as('ORRY', 'GET', '/v2/commands/')).status).toBe(400)
  })
})
