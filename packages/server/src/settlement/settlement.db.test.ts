import { afterEach, describe, expect, it } from 'vitest'
import { isRefusal, type Refusal } from '@parley/core'
import type { BlockTradeView } from '@parley/contracts'
import { callerOf, callSpread, KEST, legsFor, openWorld, ORRY, venueKeys, type World } from '../../test/direct-market.ts'
import { createHandClock } from '../../test/hand-clock.ts'
import { systemNow } from '../engine/timers.ts'
import { silent } from '../log/log.ts'
import { withTestDatabase } from '../../test/database.ts'
import { LOOK_EVERY_MS, MOST_LISTED } from './limits.ts'
import { createSettlementStore } from './store.ts'
import { createTestVenue } from '../../test/settlement-venue.ts'
import { startSettlement } from './worker.ts'

const database = withTestDatabase()
const taker = callerOf(ORRY)
const maker = callerOf(KEST)
const PATIENCE = { timeout: 55_000, interval: 20 }

const flows: World[] = []
afterEach(async () => {
  await Promise.all(flows.splice(0).map((flow) => flow.close()))
})
type Box = ReturnType<typeof createTestVenue>
async function open(box: Box): Promise<World> {
  const flow = await openWorld(database.sql, box.venue)
  flows.push(flow)
  await flow.calm()
  return flow
}

function accepted<T>(answer: T | Refusal): T {
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer as T
}

/** Sends an RFQ, quotes and lifts. Returns the id of the RFQ. */
async function agree({ service }: World, change: object = {}): Promise<string> {
  const rfq = accepted(await service.createRfq(taker, { venue: 'DBT', quantity: '25', legs: callSpread, ...change }))
  const order = { rfq_id: rfq.id, quantity: '25', type: 'LIMIT' } as const
  accepted(await service.createOrder(maker, { ...order, side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED', legs: legsFor('0.031') }))
  accepted(await service.createOrder(taker, { ...order, side: 'BUY', time_in_force: 'FILL_OR_KILL', price: '0.031' }))
  return rfq.id
}

async function tradeOf({ service }: World, rfqId: string): Promise<BlockTradeView> {
  const { results } = accepted(await service.listTrades(taker, { rfqId }, {}))
  expect(results).toHaveLength(1)
  return results[0]!
}

const called = (box: Box, times: number) => expect.poll(() => box.calls.length, PATIENCE).toBeGreaterThanOrEqual(times)

describe('7.6 a server that dies in the middle of a settlement', () => {
  it.each([
    ['before the maker verified', 'VERIFY', 1],
    ['before the taker executed', 'EXECUTE', 2],
  ] as const)('%s: the next one finishes it, once', async (_when, call, callsBefore) => {
    const box = createTestVenue(Date.now)
    const dying = await open(box)
    box.goWrong(call, 'HANG')
    const rfqId = await agree(dying)
    await called(box, callsBefore)
    // The next server takes over the market while the first one still waits for its answer.
    const next = await open(box)
    await expect.poll(async () => (await tradeOf(next, rfqId)).state, PATIENCE).toBe('FILLED')
    box.release()
    await Promise.all([dying.settlement.idle(), next.settlement.idle()])
    expect(box.executed).toHaveLength(1)
    expect((await tradeOf(next, rfqId)).venue_trade_id).toBe('BLOCK-1')
  })

  it('after the taker executed and before it was written down: the venue is asked, not told again', async () => {
    const box = createTestVenue(Date.now)
    box.goWrong('EXECUTE', 'LOSE_ANSWER')
    box.goWrong('FIND', 'HANG')
    const dying = await open(box)
    const rfqId = await agree(dying)
    await called(box, 3)
    const next = await open(box)
    await expect.poll(async () => (await tradeOf(next, rfqId)).state, PATIENCE).toBe('FILLED')
    box.release()
    await Promise.all([dying.settlement.idle(), next.settlement.idle()])
    expect(box.executed).toHaveLength(1)
    expect(box.calls.filter((call) => call === 'EXECUTE')).toHaveLength(1)
  })
})

describe('7.6 a settlement that is done while the list is read', () => {
  it('is not started again as it was in the list', async () => {
    const box = createTestVenue(Date.now)
    const flow = await open(box)
    await flow.settlement.close()
    const rfqId = await agree(flow)
    const store = createSettlementStore(database.sql)
    const read = Promise.withResolvers<void>()
    const passes = Promise.withResolvers<void>()
    let reads = 0
    const toDo: typeof store.toDo = async (after) => {
      const jobs = await store.toDo(after)
      reads += 1
      if (reads === 2) read.resolve()
      if (reads >= 2) await passes.promise
      return jobs
    }
    const { now, timers, advance } = createHandClock(systemNow())
    const venues = new Map([[box.venue.code, box.venue]])
    box.goWrong('VERIFY', 'HANG')
    const settlement = startSettlement({ store: { ...store, toDo }, engine: flow.engine, venues, venueKeys, log: silent, now, timers })
    await called(box, 1)
    advance(LOOK_EVERY_MS)
    await read.promise
    box.release()
    await expect.poll(async () => (await tradeOf(flow, rfqId)).state, PATIENCE).toBe('FILLED')
    passes.resolve()
    await settlement.idle()
    expect(box.calls).toEqual(['VERIFY', 'EXECUTE'])
    await settlement.close()
  })
})

describe('7.6 a long list', () => {
  it('keeps no trade waiting that is due: what is older and has to wait may be as much as it likes', async () => {
    const waiting = MOST_LISTED + 1
    await database.sql`
      insert into settlement (trade_id, shard, rfq_id, venue, taker, taker_account, maker, maker_account, agreed_at, legs, state,
        progress, next_attempt_at)
      select 'waits ' || n, 'DBT-BTC', 'r', 'DBT', 'ORRY', 'a', 'KEST', 'b', n / 10, '[]', 'AGREED', '{}', 9e15
      from generate_series(1, ${waiting}) as n`
    const store = createSettlementStore(database.sql)
    const first = await store.toDo()
    const rest = await store.toDo(first.at(-1))
    const names = new Set([...first, ...rest].map(({ tradeId }) => tradeId))
    expect([first.length, rest.length, names.size]).toEqual([MOST_LISTED, 1, waiting])
    const flow = await open(createTestVenue(Date.now))
    const rfqId = await agree(flow)
    await expect.poll(async () => (await tradeOf(flow, rfqId)).state, PATIENCE).toBe('FILLED')
    await database.sql`delete from settlement where trade_id like 'waits %'`
  })
})

describe('7.6 a venue that is busy or silent', () => {
  it('is tried again until it answers', async () => {
    const box = createTestVenue(Date.now)
    for (const call of ['VERIFY', 'EXECUTE', 'FIND'] as const) box.goWrong(call, 'BUSY')
    const flow = await open(box)
    const rfqId = await agree(flow)
    await expect.poll(async () => (await tradeOf(flow, rfqId)).state, PATIENCE).toBe('FILLED')
    expect(box.executed).toHaveLength(1)
  })
})

describe('7.5 what the venue is sent', () => {
  it('is what was agreed, the hedge at its own price and in its own contracts', async () => {
    const box = createTestVenue(Date.now)
    const flow = await open(box)
    const hedge = { instrument_id: 3, ratio: '1000', side: 'SELL', price: '98000' } as const
    const rfqId = await agree(flow, { legs: [...callSpread, hedge] })
    await expect.poll(async () => (await tradeOf(flow, rfqId)).state, PATIENCE).toBe('FILLED')
    const legs = box.executed[0]!.block.legs.map((leg) => [leg.instrument.name, leg.makerSide, leg.price / 1e8, leg.quantity / 1e6])
    expect(legs).toEqual([
      ['BTC-25DEC37-100000-C', 'SELL', 0.081, 25],
      ['BTC-25DEC37-120000-C', 'BUY', 0.05, 25],
      ['BTC-PERPETUAL', 'BUY', 98_000, 25_000],
    ])
  })

  it('7.7 is nothing where a desk has taken its account away: the trade is rejected with a sentence', async () => {
    const box = createTestVenue(Date.now)
    const flow = await open(box)
    box.goWrong('VERIFY', 'HANG')
    const rfqId = await agree(flow)
    await called(box, 1)
    await database.sql`update settlement set maker_account = 'gone' where rfq_id = ${rfqId}`
    const next = await open(box)
    await expect.poll(async () => (await tradeOf(next, rfqId)).state, PATIENCE).toBe('REJECTED')
    expect((await tradeOf(next, rfqId)).rejection).toContain('can no longer settle trades')
    box.release()
  })
})
