import { isRefusal } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketShards } from './market/shards.ts'
import { callerOf, callSpread, KEST, legsFor, openWorld, ORRY, type World } from './direct-rfq/test-world.ts'
import { withTestDatabase } from './postgres/test-database.ts'
import { checkMarket } from './replay.ts'
import { createTestVenue } from './settlement/test-venue.ts'

const database = withTestDatabase()
let flow: World
const market = marketShards[0]!

beforeAll(async () => {
  flow = await openWorld(database.sql, createTestVenue(Date.now).venue)
  const [taker, maker] = [callerOf(ORRY), callerOf(KEST)]
  for (const at of ['0.03', '0.031']) {
    const rfq = await flow.service.createRfq(taker, { venue: 'DBT', quantity: '25', legs: callSpread })
    if (isRefusal(rfq)) throw new Error(rfq.message)
    const order = { rfq_id: rfq.id, quantity: '25', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' } as const
    await flow.service.createOrder(maker, { ...order, side: 'SELL', legs: legsFor(at) })
    await flow.service.createOrder(taker, { ...order, side: 'BUY', time_in_force: 'FILL_OR_KILL', price: '0.03' })
  }
  await flow.close()
})
afterAll(() => flow?.close())

const check = () => database.sql.begin('isolation level repeatable read read only', (sql) => checkMarket(sql, market))

/** What the check says while the change stands. */
async function checkAfter(change: string, back: string): Promise<string> {
  await database.sql.unsafe(change)
  const { sentence, isWell } = await check().finally(() => database.sql.unsafe(back))
  expect(isWell).toBe(false)
  return sentence
}

describe('the journal is replayed and compared', () => {
  it('says that all is well, and of which row the snapshot is', async () => {
    const { sentence, isWell } = await check()
    expect(sentence).toMatch(
      /^DBT-BTC: \d+ rows, no gap, every hash right; 1 requests live; state [0-9a-f]{16}, equal to the snapshot of row \d+\.$/,
    )
    expect(isWell).toBe(true)
  })

  it('tells a row that was changed', async () => {
    const sentence = await checkAfter(
      `update journal set event = jsonb_set(event, '{kind}', '"OrderReplaced"') where shard = 'DBT-BTC' and seq = 2`,
      `update journal set event = jsonb_set(event, '{kind}', '"OrderOpened"') where shard = 'DBT-BTC' and seq = 2`,
    )
    expect(sentence).toContain('Row 2 is not what was written.')
  })

  it('tells a time that was changed', async () => {
    const sentence = await checkAfter(
      `update journal set at = at + 1 where shard = 'DBT-BTC' and seq = 1`,
      `update journal set at = at - 1 where shard = 'DBT-BTC' and seq = 1`,
    )
    expect(sentence).toContain('Row 1 is not what was written.')
  })

  it('tells a row that is missing', async () => {
    const sentence = await checkAfter(
      `create table taken as select * from journal where shard = 'DBT-BTC' and seq = (select max(seq) - 1 from journal where shard = 'DBT-BTC'); delete from journal where (shard, seq) in (select shard, seq from taken)`,
      `insert into journal select * from taken`,
    )
    expect(sentence).toMatch(/Row \d+ is missing\./)
  })

  it('tells a snapshot that holds another state', async () => {
    const sentence = await checkAfter(
      `update snapshot set state_hash = sha256('x') where shard = 'DBT-BTC'`,
      `update snapshot set state_hash = sha256(convert_to(state, 'UTF8')) where shard = 'DBT-BTC'`,
    )
    expect(sentence).toMatch(/The snapshot of row \d+ holds another state than the rows before it give\./)
  })

  it('tells a table that shows something else', async () => {
    const sentence = await checkAfter(
      `update direct_rfq set state = 'CLOSED' where state = 'OPEN'`,
      `update direct_rfq set state = 'OPEN' where id in (select rfq_id from rfq_order where state = 'OPEN')`,
    )
    expect(sentence).toContain('The journal knows 1 requests that live, and the tables show 0.')
  })

  it('is well again', async () => {
    expect((await check()).isWell).toBe(true)
  })
})
