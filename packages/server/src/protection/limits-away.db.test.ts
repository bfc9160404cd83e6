/**
 * A desk's own limits while one market is unavailable: limits in other markets can be set, there are never more than fifty, and no name stays in two
 * markets permanently.
 */
import { cutMarket, mendMarket } from '../../test/cut-market.ts'
import type { DeskId } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepKey } from '../../test/kept-keys.ts'
import { openTestDesk, type TestDesk } from '../../test/desk.ts'
import { withTestDatabase } from '../../test/database.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { marketShards } from '../shards/shards.ts'
import { createKnownLimits } from './known-limits.ts'
import { signatureHeaders, type Key } from '../../test/product.ts'

const database = withTestDatabase()
const SECRET = '7'.repeat(64)
const AWAY = { seq_group: 2, market: 'DBT-ETH' }
const MOST = 50
let desk: TestDesk
let kest: Key
let sent = 0
const open = async () => {
  desk = await openTestDesk(database.url, { secretKey: SECRET })
}
beforeAll(async () => {
  await open()
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
})
afterAll(() => desk.close())

type Json = Readonly<Record<string, unknown>>
async function by(method: string, path: string, body?: Json, key?: string) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = signatureHeaders(kest, desk.product.clock.now + (sent++ % 10_000), method, path, text)
  const answer = await desk.product.send(method, path, {
    body: text,
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
  })
  return { status: answer.status, json: answer.json as Json }
}
const put = (id: string, product: 'DO' | 'EH', executions: number, key?: string) =>
  by('PUT', `/v2/protection/limits/${id}/`, { product, window_ms: 1_000, executions }, key)
/** Its own limits, as `name product executions`. An unavailable market does not respond. */
const limits = async (): Promise<readonly string[]> => {
  const { json } = await by('GET', '/v2/protection/status/')
  const list = (json as { limits?: readonly { limit: { id: string; product: string; executions: number } }[] }).limits ?? []
  return list.flatMap(({ limit: { id, product, executions } }) => (id === 'MMP' ? [] : [`${id} ${product} ${executions}`])).sort()
}
const audited = (object: string) =>
  database.sql<{ action: string; actor: string; product: string | null; movedTo: string | null }[]>`
    select action, actor, detail ->> 'product' as product, detail ->> 'movedTo' as "movedTo" from audit where object = ${object} order by id`

const others = Array.from({ length: MOST - 3 }, (_, n) => `other-${n}`)

describe('11.2 while one market is away', () => {
  it('11.2 limits of the others are set, and what the one has counts', async () => {
    for (const id of [...others, 'moved']) expect((await put(id, 'EH', 50)).status).toBe(200)
    await cutMarket(database.sql, AWAY.market)
    expect(await put('refused', 'EH', 50)).toMatchObject({ status: 503, json: { error: 'Unavailable' } })
    const here = await put('here', 'DO', 50)
    expect([here.status, here.json['unreached']]).toEqual([200, undefined])
    // The refused one counts until the market has been read again.
    await expect.poll(async () => (await put('more', 'DO', 50)).status).toBe(200)
    expect(await put('too-many', 'DO', 50)).toMatchObject({ status: 400, json: { error: 'TooManyLimits' } })
    expect((await put('here', 'DO', 60)).status).toBe(200)
  })

  it('11.2 one that moves from there is set, guards in both, and is taken away when the market is back, asked for again or not', async () => {
    expect(await put('moved', 'DO', 70)).toMatchObject({ status: 207, json: { id: 'moved', product: 'DO', unreached: [AWAY] } })
    expect(await put('other-3', 'DO', 80, 'keyed')).toMatchObject({ status: 207, json: { unreached: [AWAY] } })
    expect((await by('GET', '/v2/commands/keyed/')).json).toMatchObject({ state: 'PARTLY', body: { unreached: [AWAY] } })
    await mendMarket(database.sql)
    await desk.close()
    await open()
    const whole = [
      'here DO 60',
      'more DO 50',
      'moved DO 70',
      ...others.map((id) => (id === 'other-3' ? `${id} DO 80` : `${id} EH 50`)),
    ].sort()
    await expect.poll(limits).toEqual(whole)
    expect((await by('GET', '/v2/commands/keyed/')).json).toMatchObject({ state: 'DONE', status: 200 })
    const removed = { action: 'RemoveLimit', product: null, movedTo: 'DO' }
    for (const id of ['moved', 'other-3']) {
      await expect.poll(async () => (await audited(id)).slice(1)).toMatchObject([{ action: 'SetLimit', product: 'DO' }, removed])
      expect(new Set((await audited(id)).map(({ actor }) => actor)).size).toBe(1)
    }
    expect(await put('other-3', 'DO', 80, 'keyed')).toMatchObject({ status: 200, json: { id: 'other-3' } })
    expect(await limits()).toEqual(whole)
    expect(await put('one-too-many', 'DO', 50)).toMatchObject({ status: 400, json: { error: 'TooManyLimits' } })
    expect((await limits()).length).toBe(MOST)
  })

  it('11.2 a move that is asked for again takes nothing away that came back since', async () => {
    expect((await put('moved', 'EH', 20)).status).toBe(200)
    await database.sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`
    await database.sql`
      create trigger cut_off before insert on request for each row when (new.shard = 'DBT-ETH') execute function refuse_it()`
    expect((await put('moved', 'DO', 30, 'older')).status).toBe(207)
    await database.sql`drop trigger cut_off on request`
    await expect.poll(async () => (await put('moved', 'EH', 40)).status).toBe(200)
    await expect.poll(async () => (await put('moved', 'DO', 30, 'older')).status).toBe(200)
    expect((await limits()).filter((line) => line.startsWith('moved'))).toEqual(['moved EH 40'])
  })
})

it('11.2 a limit whose outcome a market has not told counts until the market can be read', async () => {
  const [btc, eth] = ['DBT-BTC', 'DBT-ETH'].map((name) => marketShards.find((market) => market.name === name)!)
  let isAway = true
  const read = (name: string) =>
    isAway && name === eth!.name ? Promise.reject(new EngineUnavailable(name, 'CommitFailed', 500)) : Promise.resolve({ seq: 0, value: [] })
  const known = createKnownLimits({ sql: database.sql, engine: { shards: [btc!, eth!], read: read as never } })
  const desk = 'NONE' as DeskId
  known.mayHave(desk, eth!, 'unsure')
  expect([...(await known.of(desk)).namesIn(eth!)]).toEqual(['unsure'])
  isAway = false
  expect([...(await known.of(desk)).namesIn(eth!)]).toEqual([])
  isAway = true
  expect([...(await known.of(desk)).namesIn(eth!)]).toEqual([])
})
