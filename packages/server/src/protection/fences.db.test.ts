/** No covered order fills after the fence, whatever other desks send (rulebook 11.7). */
import { isRefusal, type Refusal, type UserId } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, directory, KEST, LARK, legsFor, marketData, MERL, openWorld, ORRY, type World } from '../../test/direct-market.ts'
import { createGrfq } from '../api/dialects/grfq/create-grfq.ts'
import { marketShards } from '../shards/shards.ts'
import { withTestDatabase } from '../../test/database.ts'
import { checkMarket } from '../cli/replay/check-market.ts'
import { createTestVenue } from '../../test/settlement-venue.ts'
import { fencesOf, type Covered } from '../shards/broadcast.ts'
import { silent } from '../log/log.ts'
import { createProtectionService, type ProtectionService } from './service.ts'
import type { GrfqService } from '../api/dialects/grfq/service.ts'

const database = withTestDatabase()
const box = createTestVenue(Date.now)
let world: World
let group: GrfqService
let service: ProtectionService
const open = async () => {
  world = await openWorld(database.sql, box.venue)
  group = createGrfq({ sql: database.sql, engine: world.engine, marketData, directory, now: Date.now }).service
  service = createProtectionService({ sql: database.sql, engine: world.engine, now: Date.now, onMoveLeft: () => undefined, log: silent })
}
beforeAll(open)
afterAll(() => world?.close())

const [orry, kest, lark, merl] = [callerOf(ORRY), callerOf(KEST), callerOf(LARK), callerOf(MERL)] as const

function accepted<T>(answer: T | Refusal): T {
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer as T
}
const at = (spread: string) => [
  { instrument_id: 1, price: (Number(spread) + 0.05).toFixed(4) },
  { instrument_id: 2, price: '0.05' },
]
const legs = [
  { instrument_id: 1, ratio: '1', side: 'BUY' },
  { instrument_id: 2, ratio: '1', side: 'SELL' },
] as const
const market = async () => accepted(await group.openMarket(orry, { venue: 'DBT', legs })).id
/** One quote, large enough for all takers, because market maker protection counts it once. */
const rest = async (id: number) => accepted(await group.createQuote(kest, id, { side: 'SELL', quantity: '100000', legs: at('0.03') }))
const take = (id: number, by: typeof orry) =>
  group.createOrder(by, id, { limit_price: '0.03', quantity: '12.5', execution_side: 'BUY', client_order_id: '' })

type Agreed = { readonly seq: number; readonly quote: number }
/** Every match of KEST in the journal of its shard, after this number. */
const matchesAfter = (seq: number) => database.sql<Agreed[]>`
  select seq::int as seq, coalesce(event::jsonb #>> '{trade,numbers,makerOrder}', '0')::bigint as quote from journal
  where shard = 'DBT-BTC' and seq > ${seq} and event::jsonb ->> 'kind' = 'TradeAgreed'
    and event::text like '%KEST%' order by seq`
/** The journal's own number of the decision. */
const fenceOf = (covered: Covered): number => covered.decided.find(({ shard }) => shard.group === 1)!.seq

const ROUNDS = 8
const TAKERS = 40

describe('what protects a desk', () => {
  it('is after a restart what it was, and what the journal gives from its first row', async () => {
    const quiet = { product: 'DO', windowMs: 60_000, most: { delta: 5 } } as const
    accepted(await service.setLimit(MERL, { id: 'quiet', ...quiet }))
    accepted(await service.setDeadMan(MERL, 'MERL-key', 3_600_000))
    await service.stop(MERL, 'bot' as UserId, 'MERL-user', 'out of hand')
    const id = await market()
    for (const price of ['0.03', '0.0301']) accepted(await group.createQuote(lark, id, { side: 'SELL', quantity: '25', legs: at(price) }))
    accepted(await group.createOrder(orry, id, { limit_price: '0.035', quantity: '50', execution_side: 'BUY', client_order_id: '' }))
    const seen = async () => [await service.standing(MERL, 'MERL-key'), await service.isHit(LARK), await service.frozenOf(LARK)]
    const before = await seen()
    expect(before[0]).toMatchObject({ stops: [{ user: 'bot', stop: { by: 'MERL-user', why: 'out of hand' } }] })
    expect(before[1]).toBe(true)
    await world.close()
    const check = (shard: (typeof marketShards)[number]) =>
      database.sql.begin('isolation level repeatable read read only', (sql) => checkMarket(sql, shard))
    for (const shard of marketShards) expect(await check(shard)).toMatchObject({ isWell: true })
    await open()
    expect(await seen()).toEqual(before)
    accepted(await service.setDeadMan(MERL, 'MERL-key', undefined))
    accepted(await service.allow(MERL, 'bot' as UserId, 'MERL-user'))
  })
})

describe('11.7 the fence', () => {
  it('11.7 of a kill switch holds while takers hammer the quotes, and the desk places nothing after it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world.calm()
      const id = await market()
      await rest(id)
      // As many before the cancellation as after it, all in flight at once.
      const early = Array.from({ length: TAKERS }, (_, n) => take(id, [orry, lark, merl][n % 3]!))
      for (let rounds = 0; rounds < round * 3; rounds++) await new Promise((resolve) => setImmediate(resolve))
      const pressed = service.stop(KEST, undefined, 'KEST-user', 'a test')
      const late = Array.from({ length: TAKERS }, (_, n) => take(id, [orry, lark, merl][n % 3]!))
      const again = Array.from({ length: 5 }, () => group.createQuote(kest, id, { side: 'SELL', quantity: '50', legs: at('0.03') }))
      const fence = fenceOf(accepted(await pressed))
      const answers = await Promise.all([...early, ...late, ...again])
      expect(answers.slice(-5).map((answer) => (answer as Refusal).refused)).toEqual(Array(5).fill('TradingIsStopped'))
      expect(await matchesAfter(fence)).toEqual([])
      accepted(await service.allow(KEST, undefined, 'KEST-user'))
    }
    expect((await matchesAfter(0)).length).toBeGreaterThan(ROUNDS)
  })

  it('11.7 of a mass cancel covers what stood when it was decided, and nothing that came later', async () => {
    const id = await market()
    await world.calm()
    const old = await rest(id)
    const early = Array.from({ length: TAKERS }, () => take(id, orry))
    const pressed = service.cancelAll(KEST, undefined, { flow: 'ob' })
    const fresh = group.createQuote(kest, id, { side: 'SELL', quantity: '1000', legs: at('0.03') })
    const late = Array.from({ length: TAKERS }, () => take(id, lark))
    const fence = fenceOf(accepted(await pressed))
    const { id: newer } = accepted(await fresh)
    await Promise.all([...early, ...late])
    const after = await matchesAfter(fence)
    expect(after.length).toBeGreaterThan(0)
    expect(new Set(after.map(({ quote }) => quote))).toEqual(new Set([newer]))
    expect(old.id).not.toBe(newer)
  })

  it('11.7 is true in the direct flow as well', async () => {
    await world.calm()
    await service.cancelAll(KEST, undefined, {})
    const rfq = accepted(
      await world.service.createRfq(orry, {
        venue: 'DBT',
        quantity: '100',
        legs,
        counterparties: ['KEST'],
        account_name: null,
      }),
    )
    const place = (by: typeof orry, body: object) =>
      world.service.createOrder(by, { rfq_id: rfq.id, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', ...body } as never)
    accepted(await place(kest, { side: 'SELL', quantity: '100', legs: legsFor('0.03') }))
    const crossing = () => place(orry, { side: 'BUY', quantity: '25', price: '0.03', time_in_force: 'FILL_OR_KILL' })
    const first = crossing()
    const pressed = service.cancelAll(KEST, undefined, { flow: 'drfq' })
    const later = crossing()
    const fence = fenceOf(accepted(await pressed))
    await Promise.all([first, later])
    expect(await matchesAfter(fence)).toEqual([])
  })

  it('11.7 is the durable number of every shard, where there was nothing to cancel as well', async () => {
    const id = await market()
    await world.calm()
    await rest(id)
    // In flight when the fence is requested, perhaps decided and not yet written.
    const taken = take(id, orry)
    await Promise.resolve()
    const covered = accepted(await service.cancelAll(MERL, undefined, {}))
    expect(fencesOf(covered).map(({ seq_group }) => seq_group)).toEqual(marketShards.map(({ group: number }) => number))
    const written = await database.sql<{ shard: string; seq: number }[]>`select shard, max(seq)::int as seq from journal group by shard`
    for (const { name, group: number } of marketShards)
      expect(written.find((row) => row.shard === name)?.seq ?? 0).toBeGreaterThanOrEqual(
        covered.decided.find(({ shard }) => shard.group === number)!.seq,
      )
    await taken
    expect(covered.decided.flatMap(({ events }) => events)).toEqual([])
  })

  it('11.7 is answered by a reset and by allowing again too', async () => {
    const reset = accepted(await service.reset(KEST, {}))
    expect(fencesOf(reset)).toHaveLength(marketShards.length)
    expect(fencesOf(accepted(await service.reset(KEST, { product: 'DO' })))).toHaveLength(1)
    expect(await service.reset(KEST, { product: 'ZZ' })).toMatchObject({ refused: 'ProductDisabled' })
    expect(fencesOf(accepted(await service.allow(KEST, undefined, 'ada')))).toHaveLength(marketShards.length)
  })
})
