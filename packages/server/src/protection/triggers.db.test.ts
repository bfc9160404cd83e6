/** Users of a desk who return can read what was cancelled while none of them was connected (docs/decisions/0131). */
import type { FiringView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepKey } from '../../test/kept-keys.ts'
import { eventually, openTestDesk, type TestDesk } from '../../test/desk.ts'
import { callerOf, KEST, openWorld, ORRY } from '../../test/direct-market.ts'
import { lastNumberAt } from '../engine/notification-numbers.ts'
import { marketShards } from '../shards/shards.ts'
import { withTestDatabase } from '../../test/database.ts'
import { createTestVenue } from '../../test/settlement-venue.ts'
import { openSignedSocket, type Key } from '../../test/product.ts'
import { createTriggers } from './triggers.ts'

const SECRET = '6'.repeat(64)
const database = withTestDatabase()
let desk: TestDesk
let kest: Key
let orry: Key
const open = async () => {
  desk = await openTestDesk(database.url, { secretKey: SECRET })
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
  orry = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'ORRY', name: 'asks' })
}
beforeAll(open)
afterAll(() => desk.close())

const by = async (key: Key, method: string, path: string, body?: object) => {
  const { status, json } = await desk.product.signed(method, path, body === undefined ? '' : JSON.stringify(body), key)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
  return json as Record<string, unknown>
}
const triggeredFor = async (key: Key) => (await by(key, 'GET', '/v2/protection/status/')).fired as readonly FiringView[]
const leg = async () => {
  const { results } = (await by(orry, 'GET', '/v2/drfq/instruments/')) as { results: readonly { id: number }[] }
  return { instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }
}
/** An RFQ of ORRY, and an order and a quote of KEST. */
async function place(): Promise<void> {
  const legs = [await leg()]
  const rfq = await by(orry, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs })
  const market = await by(orry, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })
  const offer = { side: 'SELL', quantity: '50', price: '0.06' }
  await by(kest, 'POST', '/v2/drfq/orders/', { ...offer, rfq_id: rfq.id })
  await by(kest, 'POST', `/v1/ob/rfqs/${String(market.id)}/quotes/`, offer)
}
/** The end of the millisecond in which the last of the desk's quotes was cancelled, according to the journal of their shard. */
const lastCanceled = async (): Promise<number> => {
  const [row] = await database.sql<{ at: number }[]>`
    select max(at) as at from journal where shard = 'DBT-BTC' and event::jsonb ->> 'kind' = 'OrderCanceled' and event::jsonb ? 'number'`
  return lastNumberAt(row!.at)
}
const fenceOf = ({ fences }: FiringView): number => fences.find(({ seq_group }) => seq_group === 1)!.seq_num

describe('11.7 what was cancelled for who was not there', () => {
  it('11.7 is published with its time, its counts and a fence for every market, when the last socket of a key closes', async () => {
    await place()
    const socket = await openSignedSocket({ baseUrl: desk.product.server.baseUrl, now: desk.product.clock.now }, kest, '/v1/ob/')
    expect(await triggeredFor(kest)).toEqual([])
    socket.close()
    const [fired] = await eventually(
      () => triggeredFor(kest),
      (listed) => listed.length > 0,
    )
    expect(fired).toMatchObject({ kind: 'DISCONNECT', at: desk.product.clock.now, canceled: { orders: 1, quotes: 1, rfqs: 0 } })
    expect(fired!.fences.map(({ seq_group }) => seq_group).sort()).toEqual(marketShards.map(({ group }) => group).sort())
    expect(fenceOf(fired!)).toBe(await lastCanceled())
    expect(await triggeredFor(orry)).toEqual([])
  })

  it("11.7 is told when a dead man's time runs out, and counts what is the desk's own, not what others had in its request", async () => {
    await place()
    desk.product.clock.now += 5_000
    await by(orry, 'POST', '/v2/protection/cancel_all_after/', { timeout: 1_000 })
    const { now } = desk.product.clock
    desk.product.clock.now += 1_000
    const [fired] = await triggeredFor(orry)
    expect(fired).toMatchObject({ kind: 'DEAD_MAN', at: now + 1_000, canceled: { orders: 0, quotes: 0, rfqs: 2 } })
    expect(fired!.fences.map(({ seq_group }) => seq_group)).toEqual(marketShards.map(({ group }) => group))
    // It was set again and has not triggered again, and its key had nothing open.
    await by(orry, 'POST', '/v2/protection/cancel_all_after/', { timeout: 60_000 })
    expect(await triggeredFor(orry)).toEqual([fired])
    await by(orry, 'POST', '/v2/protection/cancel_all_after/', { timeout: 0 })
    expect(await triggeredFor(orry)).toEqual([fired])
  })

  it('11.7 is still published by the restarted product, and not after a day', async () => {
    const before = [await triggeredFor(kest), await triggeredFor(orry)]
    expect(before.map(({ length }) => length)).toEqual([1, 1])
    const { now } = desk.product.clock
    await desk.close()
    await open()
    desk.product.clock.now = now
    expect([await triggeredFor(kest), await triggeredFor(orry)]).toEqual(before)
    desk.product.clock.now += 24 * 3_600_000
    expect([await triggeredFor(kest), await triggeredFor(orry)]).toEqual([[], []])
  })
})

describe('11.5 a departure', () => {
  const shards = withTestDatabase()

  it('11.5 that a server died over is gone on with by the next: nothing is cancelled twice, and nothing that came after it', async () => {
    const { sql } = shards
    const now = Date.now()
    const world = await openWorld(sql, createTestVenue(Date.now).venue)
    const gone = callerOf(ORRY)
    const asked = { venue: 'DBT' as const, quantity: '25', legs: [{ instrument_id: 1, ratio: '1', side: 'BUY' as const }] }
    const request = () => world.service.createRfq(gone, { ...asked, counterparties: [KEST], is_taker_anonymous: false, state: 'OPEN' })
    try {
      await request()
      const triggers = createTriggers({ sql, engine: world.engine })
      await triggers.cancelWhatLeft(gone, now)
      const first = await triggers.of(ORRY, now)
      expect(first).toMatchObject([{ kind: 'DISCONNECT', at: now, canceled: { orders: 0, quotes: 0, rfqs: 1 } }])
      const later = await request()
      await triggers.cancelWhatLeft(gone, now)
      expect(await triggers.of(ORRY, now)).toEqual(first)
      expect(await world.service.getRfq(gone, (later as { id: string }).id)).toMatchObject({ state: 'OPEN' })
    } finally {
      await world.close()
    }
  })
})
