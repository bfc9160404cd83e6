/** A market of both flows with every kind of table row. The tests then falsify one row at a time. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call } from '../../../test/instruments.ts'
import { marketShards } from '../../shards/shards.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { done, legsFor, startTradingProduct, type Ticker, type TradingProduct } from '../../../test/trading-product.ts'
import { checkMarket } from './check-market.ts'

const database = withTestDatabase()
const market = marketShards[0]!

beforeAll(async () => {
  const product = await startTradingProduct(database.url)
  await tradeDirectly(product)
  // Market maker protection counts the fills within one second.
  product.clock.now += 2_000
  await tradeInOrderBook(product)
  await product.close()
})

/** A draft, an open RFQ with a two-way quote and a decline, and one that is traded and settled. */
async function tradeDirectly(product: TradingProduct): Promise<void> {
  const ask = { venue: 'DBT', quantity: '50', legs: product.spread }
  const create = async (more: object = {}) =>
    done(await product.as('ORRY', 'POST', '/v2/drfq/rfqs/', { ...ask, ...more }, crypto.randomUUID()))
  const quote = async (rfq_id: string, side: string, price: string) =>
    done(
      await product.as(
        'KEST',
        'POST',
        '/v2/drfq/orders/',
        { rfq_id, side, quantity: '50', legs: legsFor(product, price) },
        `${side} ${rfq_id}`.replace(' ', '-'),
      ),
    )
  await create({ state: 'DRAFT', label: 'later' })
  const open = await create()
  await quote(open.id, 'SELL', '0.031')
  await quote(open.id, 'BUY', '0.029')
  done(await product.as('LARK', 'POST', `/v2/drfq/rfqs/${open.id}/decline/`, { reason: 'SIZE' }))
  const traded = await create()
  await quote(traded.id, 'SELL', '0.03')
  const cross = { rfq_id: traded.id, side: 'BUY', quantity: '50', price: '0.03', type: 'LIMIT', time_in_force: 'FILL_OR_KILL' }
  done(await product.as('ORRY', 'POST', '/v2/drfq/orders/', cross))
  await untilTheFirst(product, '/v2/drfq/trades/', 'state', 'FILLED')
}

/** A market with a resting quote, a cancelled one, one that was filled, one that crossed, and a protection with its own limit. */
async function tradeInOrderBook(product: TradingProduct): Promise<void> {
  const legs = [{ instrument: call.name, ratio: '1', side: 'BUY' }]
  const { id } = done(await product.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs }, 'book-1'))
  const quote = async (price: string, more: object = {}) =>
    done(await product.as('KEST', 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '50', price, ...more }))
  await quote('0.09', { client_order_id: 'rests' })
  const { id: canceled } = await quote('0.095')
  done(await product.as('KEST', 'DELETE', `/v1/ob/quotes/${canceled}/`))
  done(
    await product.as('KEST', 'PUT', '/v2/protection/limits/mine/', { product: 'DO', window_ms: 1_000, frozen_ms: 60_000, executions: 5 }),
  )
  const take = { execution_side: 'BUY', limit_price: '0.09', quantity: '25' }
  done(await product.as('ORRY', 'POST', `/v1/grfq/rfqs/${id}/orders/`, take))
  await untilTheFirst(product, '/v1/ob/trades/?hide_public=true', 'status', 'COMPLETED')
  for (const [desk, side] of [
    ['MERL', 'BUY'],
    ['LARK', 'SELL'],
  ] as const)
    done(await product.as(desk, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side, quantity: '25', price: '0.08' }))
  await untilTheFirst(product, '/v1/ob/orders/', 'status', 'CLOSED', 'LARK')
}

const untilTheFirst = (product: TradingProduct, path: string, member: string, wanted: string, desk: Ticker = 'ORRY'): Promise<void> =>
  vi.waitFor(async () => {
    const { results } = done(await product.as(desk, 'GET', path)) as unknown as { results: readonly Record<string, unknown>[] }
    expect(results[0]?.[member]).toBe(wanted)
  }, 20_000)

const check = () => database.sql.begin('isolation level repeatable read read only', (sql) => checkMarket(sql, market))

class Undone extends Error {}

/** The result of the check while the change is in place. The transaction that made it is then rolled back. */
async function checkAfter(change: string): Promise<string> {
  let said = ''
  const undone = database.sql.begin(async (sql) => {
    // An owner of the database can do this after disabling the guard.
    await sql.unsafe('alter table journal disable trigger user')
    expect((await sql.unsafe(change)).count).toBeGreaterThan(0)
    const { sentence, isWell } = await checkMarket(sql, market)
    expect(isWell).toBe(false)
    said = sentence
    throw new Undone()
  })
  await expect(undone).rejects.toBeInstanceOf(Undone)
  return said
}

describe('the journal is replayed and compared', () => {
  it('reports that all is well, the counts, and the row of the snapshot', async () => {
    const { sentence, isWell } = await check()
    expect(sentence).toMatch(
      /^DBT-BTC: \d+ rows, no gaps, all hashes valid; \d+ table rows match it; 2 requests, 1 order-book markets and 0 listed spreads live; state [0-9a-f]{16}, equal to the snapshot of row \d+\.$/,
    )
    expect(isWell).toBe(true)
  })

  it.each([
    ['a row that was changed', `update journal set command = 'Another' where shard = 'DBT-BTC' and seq = 2`, /Row 2 has been altered\./],
    ['a time that was changed', `update journal set at = at + 1 where shard = 'DBT-BTC' and seq = 1`, /Row 1 has been altered\./],
    [
      'a row that was moved into the decision before it',
      `update journal set decision = decision - 1 where shard = 'DBT-BTC' and seq = 2`,
      /Row 2 has been altered\./,
    ],
    [
      'a row that is missing',
      `delete from journal where shard = 'DBT-BTC' and seq = (select max(seq) - 1 from journal where shard = 'DBT-BTC')`,
      /Row \d+ is missing\./,
    ],
    [
      'a snapshot that holds another state',
      `update snapshot set state_hash = sha256('x') where shard = 'DBT-BTC'`,
      /The snapshot of row \d+ holds a different state from the one the rows before it produce\./,
    ],
    [
      'a row of a table that is gone',
      `delete from rfq_order where client_order_id = 'rests'`,
      /The journal has rfq_order o_\w+, which is missing from the table\./,
    ],
    [
      'a row that nothing has made',
      `insert into rfq_order select (jsonb_populate_record(t, '{"id": "o_nobody"}')).* from rfq_order t limit 1`,
      /The table has rfq_order o_nobody, which is not in the journal\./,
    ],
    [
      'a moment of a record that says another price',
      `update rfq_moment set price = price + 1 where ctid = (select min(ctid) from rfq_moment where kind = 'QUOTE')`,
      /The row rfq_moment r_\w+ \d+ o_\w+ does not match the journal\./,
    ],
    [
      'a moment of a record that is gone',
      `delete from rfq_moment where ctid = (select min(ctid) from rfq_moment where kind = 'QUOTE')`,
      /The journal has rfq_moment r_\w+ \d+ o_\w+, which is missing from the table\./,
    ],
    [
      'a settlement that has an answer in the journal alone',
      `update settlement set state = 'EXECUTED' where rfq_id = (select id from rfq where audience = 'ORDER_BOOK')`,
      /The settlement t_\w+ is EXECUTED, but the journal has its answer\./,
    ],
    [
      'a settlement of another block',
      `update settlement set venue_trade_id = 'other' where rfq_id = (select rfq_id from rfq_trade where audience = 'DIRECT')`,
      /The settlement \S+ has a different venue block from the journal\./,
    ],
    [
      'a key that is remembered for another request',
      `update request set said = 'x' where key = 'book-1'`,
      /The key book-1 of ORRY \S+ does not match row \d+ of the journal\./,
    ],
  ])('names %s', async (_title, change, sentence) => {
    expect(await checkAfter(change)).toMatch(sentence)
  })

  it.each([
    ['rfq', `state = 'CLOSED'`, `audience = 'DIRECT' and state = 'OPEN'`],
    ['rfq', `body = jsonb_set(body, '{lastUpdatedAt}', '1')`, `audience = 'DIRECT'`],
    ['rfq', `listed_at = listed_at + 1`, `audience = 'ORDER_BOOK'`],
    ['rfq_reader', `role = 'TAKER'`, `role = 'MAKER'`],
    ['rfq_order', `state = 'CLOSED'`, `state = 'OPEN'`],
    ['rfq_order', `body = jsonb_set(body, '{price}', '1')`, 'true'],
    ['rfq_order', `pending = pending + 1`, `audience = 'ORDER_BOOK'`],
    ['rfq_order', `client_order_id = 'other'`, `client_order_id = 'rests'`],
    ['rfq_order', 'has_taken = false', 'has_taken'],
    ['rfq_trade', `taker = 'LARK'`, `audience = 'DIRECT'`],
    ['rfq_trade', `state = 'REJECTED'`, `audience = 'ORDER_BOOK'`],
    ['settlement', `taker_account = 'another'`, 'true'],
  ])('names the row of %s where %s, and no other', async (table, change, where) => {
    const one = `ctid = (select min(ctid) from ${table} where ${where})`
    const sentence = await checkAfter(`update ${table} set ${change} where ${one}`)
    expect(sentence).toMatch(new RegExp(`^DBT-BTC: The row ${table} \\S+( \\S+)? does not match the journal\\.$`))
    const [row] = await database.sql.unsafe(`select * from ${table} where ${one}`)
    expect(sentence).toContain(` ${String(row!['id'] ?? row!['trade_id'] ?? row!['rfq_id'])} does `)
  })

  it('is well again', async () => {
    expect(await check()).toMatchObject({ isWell: true })
  })
})
