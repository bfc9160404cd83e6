/**
 * Writes to several markets of which one is unavailable: the response reports what the others did, and the same write under its key continues with
 * that one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutMarket, mendMarket } from '../../test/cut-market.ts'
import { keepKey } from '../../test/kept-keys.ts'
import { openTestDesk, type TestDesk } from '../../test/desk.ts'
import { marketShards } from '../shards/shards.ts'
import { withTestDatabase } from '../../test/database.ts'
import { PASSWORD, signatureHeaders, type Key } from '../../test/product.ts'

const database = withTestDatabase()
const SECRET = '4'.repeat(64)
const AWAY = { seq_group: 2, market: 'DBT-ETH' }
let desk: TestDesk
let kest: Key
let count = 0
const open = async () => {
  desk = await openTestDesk(database.url, { secretKey: SECRET })
}
beforeAll(async () => {
  await open()
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
})
afterAll(() => desk.close())

type Write = readonly [method: string, path: string, body?: object]
type Answer = { readonly status: number; readonly json: Record<string, unknown>; readonly text: string }

/** Each request has a new signature. */
async function by(write: Write, key?: string): Promise<Answer> {
  const [method, path, body] = write
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = signatureHeaders(kest, desk.product.clock.now + (count++ % 10_000), method, path, text)
  const answer = await desk.product.send(method, path, {
    body: text,
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
  })
  return { ...answer, json: answer.json as Record<string, unknown> }
}
/** By the administrator, who has just signed in. */
async function asBoss([method, path, body]: Write, key = ''): Promise<Answer> {
  const token = await desk.product.signIn('kit@kestrel.example')
  const headers = { authorization: `Token ${token}`, 'idempotency-key': key }
  const answer = await desk.product.send(method, path, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return { ...answer, json: answer.json as Record<string, unknown> }
}
/** As the write's sender reads it. */
const outcomeOf = (key: string, send: (write: Write) => Promise<Answer> = by) => send(['GET', `/v2/commands/${key}/`])
const quote = async (price: string): Promise<number> => {
  const { results } = (await by(['GET', '/v2/drfq/instruments/'])).json as { results: { id: number }[] }
  const legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
  const { id } = (await by(['POST', '/v1/ob/rfqs/', { venue: 'DBT', legs }])).json
  const placed = await by(['POST', `/v1/ob/rfqs/${String(id)}/quotes/`, { side: 'SELL', quantity: '50', price }])
  if (placed.status !== 201) throw new Error(placed.text)
  return placed.json['id'] as number
}
const openQuotes = async () =>
  ((await by(['GET', '/v1/ob/quotes/?status=OPEN'])).json as { results: { id: number }[] }).results.map(({ id }) => id)
const groupsIn = (fences: unknown) => (fences as { seq_group: number }[]).map(({ seq_group: group }) => group)
const [all, others] = [marketShards.map(({ group }) => group), marketShards.map(({ group }) => group).filter((group) => group !== 2)]

const cancels: readonly (readonly [name: string, write: Write])[] = [
  ['a mass cancel of both flows', ['POST', '/v2/protection/cancel_all/', {}]],
  ['a mass cancel of the order book', ['DELETE', '/v1/ob/quotes/']],
  ['the same under its other base', ['DELETE', '/v1/grfq/quotes/?side=SELL']],
  ['a mass cancel of the direct flow', ['DELETE', '/v2/drfq/orders/']],
  ['a reset', ['POST', '/v2/protection/reset/']],
  ['a reset of market maker protection', ['PATCH', '/v1/ob/mmp/status/', { rate_limit_hit: false }]],
  ["the dead man's switch", ['POST', '/v2/protection/cancel_all_after/', { timeout: 600_000 }]],
]

describe('11.7 where one market is away', () => {
  it('11.7 the fences of the others are told, the fate says which is missing, and a repetition goes on and does nothing twice', async () => {
    const person = (await desk.person('stopped', 'trader', 'KEST')).id
    const stop: Write = ['POST', '/v2/protection/stop/', { user: person }]
    const writes = [...cancels.map((cancel) => [...cancel, by] as const), ['the kill switch for one person', stop, asBoss] as const].map(
      ([name, write, send], place) => [name, write, send, `away-${place}`] as const,
    )
    const early = await quote('0.06')
    await cut()
    const first = new Map<string, Record<string, unknown>>()
    for (const [name, write, send, key] of writes) {
      const answer = await send(write, key)
      expect([name, answer.status, answer.json['unreached']]).toEqual([name, 207, [AWAY]])
      first.set(key, answer.json)
      const outcome = (await outcomeOf(key, send)).json
      expect([name, outcome['state'], outcome['status'], outcome['error']]).toEqual([name, 'PARTLY', 207, null])
      const body = outcome['body'] as { fences: unknown[]; unreached: unknown }
      expect([name, groupsIn(body.fences), body.unreached]).toEqual([name, others, [AWAY]])
      if (answer.json['fences'] !== undefined) expect([name, body.fences]).toEqual([name, answer.json['fences']])
      // A repetition in the meantime gets the same response.
      expect([name, (await send(write, key)).json['fences']]).toEqual([name, answer.json['fences']])
    }
    expect(first.get('away-0')).toMatchObject({ canceled: { count: 1, order_ids: [early] } })
    expect((await by(['POST', '/v2/protection/cancel_all/', { side: 'BUY' }], 'away-0')).json).toMatchObject({
      error: 'IdempotencyKeyReused',
    })
    const alone: Write = ['POST', '/v2/protection/cancel_all/', { product: 'EH' }]
    expect(await by(alone, 'away-alone')).toMatchObject({ status: 503, json: { error: 'Unavailable' } })
    const late = await quote('0.061')

    await mend()
    await desk.close()
    await open()
    for (const [name, write, send, key] of writes) {
      expect([name, (await outcomeOf(key, send)).json['state']]).toEqual([name, 'PARTLY'])
      const whole = await send(write, key)
      expect([name, whole.status, whole.json['unreached']]).toEqual([name, 200, undefined])
      const before = first.get(key)!['fences'] as { seq_group: number }[] | undefined
      if (before !== undefined) {
        expect([name, groupsIn(whole.json['fences'])]).toEqual([name, all])
        expect([name, (whole.json['fences'] as object[]).filter((_fence, place) => place !== 1)]).toEqual([name, before])
      }
      expect([name, (await send(write, key)).text]).toEqual([name, whole.text])
      const outcome = (await outcomeOf(key, send)).json
      expect([name, outcome['state'], outcome['status'], outcome['body']]).toEqual([name, 'DONE', 200, whole.json])
    }
    // A later order was covered neither by the first write nor by its continuation.
    expect(await openQuotes()).toEqual([late])
    // Only that market was involved and did nothing, so the key is free.
    expect((await outcomeOf('away-alone')).status).toBe(404)
    const done = await by(alone, 'away-alone')
    expect([done.status, groupsIn(done.json['fences'])]).toEqual([200, [AWAY.seq_group]])
    const rows = await database.sql<{ shard: string; count: number }[]>`
      select shard, count(*)::int as count from journal where command in ('StopTrading', 'SetDeadMan') group by shard order by shard`
    expect(rows).toEqual(marketShards.map(({ name }) => ({ shard: name, count: 2 })).sort((a, b) => (a.shard < b.shard ? -1 : 1)))
    const audit = await database.sql<{ count: number }[]>`select count(*)::int as count from audit where action = 'StopTrading'`
    expect(audit).toEqual([{ count: 1 }])
  })
})

const cut = () => cutMarket(database.sql, AWAY.market)
const mend = () => mendMarket(database.sql)

describe('11.2 a limit that is moved to another market', () => {
  it('11.2 guards in both where the old one is away, and is taken away there by a repetition; the log has both changes once', async () => {
    const settled: Write = ['PUT', '/v2/protection/limits/moved/', { product: 'EH', window_ms: 1_000, executions: 50 }]
    const moved: Write = ['PUT', '/v2/protection/limits/moved/', { product: 'DO', window_ms: 1_000, executions: 60 }]
    expect((await by(settled)).status).toBe(200)
    await cut()
    const inPart = await by(moved, 'moved')
    expect(inPart).toMatchObject({ status: 207, json: { id: 'moved', product: 'DO', unreached: [AWAY] } })
    expect((await outcomeOf('moved')).json).toMatchObject({ state: 'PARTLY', body: { fences: [{ seq_group: 1 }], unreached: [AWAY] } })
    await mend()
    // The market has read its journal again when it answers.
    await expect.poll(async () => (await by(moved, 'moved')).status).toBe(200)
    const { limits } = (await by(['GET', '/v2/protection/status/'])).json as { limits: { limit: { id: string; product: string } }[] }
    expect(limits.map(({ limit }) => limit).filter(({ id }) => id === 'moved')).toMatchObject([{ product: 'DO', executions: 60 }])
    expect((await outcomeOf('moved')).json).toMatchObject({ state: 'DONE', status: 200, body: { id: 'moved', product: 'DO' } })
    const audit = await database.sql<{ action: string; movedTo: string | null; product: string | null }[]>`
      select action, detail ->> 'movedTo' as "movedTo", detail ->> 'product' as product from audit where object = 'moved' order by id`
    expect(audit).toEqual([
      { action: 'SetLimit', movedTo: null, product: 'EH' },
      { action: 'SetLimit', movedTo: null, product: 'DO' },
      { action: 'RemoveLimit', movedTo: 'DO', product: null },
    ])
  })

  it('11.2 a removal is answered where the limit was, and names the market that could not be asked', async () => {
    await cut()
    const removal: Write = ['DELETE', '/v2/protection/limits/moved/']
    expect(await by(removal, 'removed')).toMatchObject({ status: 207, json: { unreached: [AWAY] } })
    expect((await outcomeOf('removed')).json).toMatchObject({ state: 'PARTLY', body: { fences: [{ seq_group: 1 }], unreached: [AWAY] } })
    await mend()
    await expect.poll(async () => (await by(removal, 'removed')).status).toBe(204)
    expect((await outcomeOf('removed')).json).toMatchObject({ state: 'DONE', status: 204, body: null })
  })
})

describe('11.6 2.10 a member who is suspended while one market is away', () => {
  it('11.6 2.10 is recalled there when it is back, and until then the desk sees that this is not done', async () => {
    const email = 'tom@kestrel.example'
    const person = { email, password: PASSWORD, firstName: 'Tom', lastName: 'Kes', desk: 'KEST', role: 'trader' } as const
    const { id } = await desk.product.server.operator.createUser(person)
    const token = await desk.product.signIn(email)
    const asTom = async (path: string, body: object) =>
      (await desk.product.send('POST', path, { headers: { authorization: `Token ${token}` }, body: JSON.stringify(body) })).json as {
        id: number
      }
    const { results } = (await by(['GET', '/v2/drfq/instruments/'])).json as { results: { id: number }[] }
    const market = await asTom('/v1/ob/rfqs/', { venue: 'DBT', legs: [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }] })
    const placed = await asTom(`/v1/ob/rfqs/${market.id}/quotes/`, { side: 'SELL', quantity: '50', price: '0.06' })
    expect(placed).toMatchObject({ id: expect.any(Number) })
    const waiting = async () => (await by(['GET', '/v2/protection/status/'])).json['still_cancelling']
    expect(await waiting()).toEqual([])
    await cutMarket(database.sql, 'DBT-BTC')
    expect((await asBoss(['PATCH', `/account/desk/members/${id}/`, { state: 'SUSPENDED' }], 'suspend-tom')).status).toBe(200)
    await expect.poll(waiting).toEqual([{ flow: 'rfqs', user: id, user_name: 'Tom Kes', since: expect.any(Number) }])
    await mend()
    await expect.poll(waiting).toEqual([])
  })
})

describe('11.6 what the operator asks', () => {
  it('11.6 goes on with a market that was away when it is back, and is done once in the others', async () => {
    const ask = async (kind: 'StopTrading' | 'AllowTrading'): Promise<number> => {
      const [row] = await database.sql<{ id: number }[]>`
        insert into operator_request (at, request) values (0, ${JSON.stringify({ kind, desk: 'ORRY' })}::text::jsonb) returning id::int as id`
      await database.sql`select pg_notify('parley_operator_asked', '')`
      return row!.id
    }
    const stoppedIn = async () =>
      (
        await database.sql<{ shard: string }[]>`
          select shard from journal where event::jsonb ->> 'kind' = 'TradingStopped' and event::jsonb ->> 'desk' = 'ORRY' order by shard`
      ).map(({ shard }) => shard)
    const fencesOf = async (id: number) => {
      const [row] = await database.sql<{ answer: { fences: object[] } | null }[]>`select answer from operator_request where id = ${id}`
      return row?.answer?.fences.length
    }
    const names = marketShards.map(({ name }) => name).sort()
    await cut()
    const id = await ask('StopTrading')
    const withoutOne = names.filter((name) => name !== AWAY.market)
    await expect.poll(stoppedIn).toEqual(withoutOne)
    expect(await fencesOf(id)).toBeUndefined()
    await mend()
    await expect.poll(() => fencesOf(id)).toBe(marketShards.length)
    expect(await stoppedIn()).toEqual(names)
    const allowed = await ask('AllowTrading')
    await expect.poll(() => fencesOf(allowed)).toBe(marketShards.length)
  })
})
