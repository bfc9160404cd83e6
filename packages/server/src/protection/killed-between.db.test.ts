/**
 * A server that is killed while only some of the markets of one write have decided: the next server reports which ones, and continues with the
 * others.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { openTestDesk, type TestDesk } from '../../test/desk.ts'
import { marketShards } from '../shards/shards.ts'
import { withTestDatabase } from '../../test/database.ts'
import { signatureHeaders, type Key } from '../../test/product.ts'
import { startProcess, type StartedProcess } from '../../test/started-process.ts'

const SECRET = '3'.repeat(64)
const PATIENCE = { timeout: 60_000, interval: 50 }
const WRITE = ['POST', '/v2/protection/cancel_all/', '{"side":"SELL"}'] as const
const database = withTestDatabase()

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const decidedUnder = async (key: string): Promise<readonly string[]> =>
  (await database.sql<{ shard: string }[]>`select shard from request where starts_with(key, ${`${key} `})`).map(({ shard }) => shard)
/** Ends the sessions that wait for a lock, as a database does once it notices that their client is gone. */
const endWhatWaits = () =>
  database.sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

async function nextServer(): Promise<TestDesk> {
  const desk = await openTestDesk(database.url, { secretKey: SECRET })
  ending.push(() => desk.close())
  return desk
}
function asker({ product }: TestDesk, key: Key) {
  const signed = (method: string, path: string, body: string, headers = {}) =>
    product.send(method, path, { body, headers: { ...signatureHeaders(key, product.clock.now++, method, path, body), ...headers } })
  return {
    outcome: async (id: string) => (await signed('GET', `/v2/commands/${id}/`, '')).json as Record<string, unknown>,
    again: async (id: string) => {
      const { status, json } = await signed(...WRITE, { 'idempotency-key': id })
      return { status, json: json as { readonly fences: readonly { readonly seq_group: number }[] } }
    },
  }
}
const groups = (names: readonly string[]) => marketShards.filter(({ name }) => names.includes(name)).map(({ group }) => group)

/** Sent, and never answered. */
function send({ baseUrl, now }: Pick<StartedProcess, 'baseUrl' | 'now'>, key: Key, id: string): void {
  const [method, path, body] = WRITE
  const headers = { ...signatureHeaders(key, now, method, path, body), 'content-type': 'application/json', 'idempotency-key': id }
  fetch(`${baseUrl}${path}`, { method, headers, body }).catch(() => undefined)
}

/** Holds the locks of the statement until released. */
async function hold(statement: (sql: Awaited<ReturnType<typeof database.sql.reserve>>) => Promise<unknown>): Promise<() => Promise<void>> {
  const held = await database.sql.reserve()
  await held`begin`
  await statement(held)
  return async () => {
    await held`commit`
    held.release()
  }
}

describe('9.4 a write to several markets', () => {
  it('9.4 whose server is killed is told as done in part or whole, and a repetition goes on with what is missing', async () => {
    const product = await startProcess({ databaseUrl: database.url, secretKey: SECRET, ending })
    const key = product.keys.gone
    // All have decided, but the response cannot be stored.
    await database.sql`
      create function wait_for_it() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return new; end $$`
    await database.sql`
      create trigger held before update on request for each row when (new.state = 'DONE') execute function wait_for_it()`
    const letKeep = await hold((sql) => sql`select pg_advisory_xact_lock(1)`)
    send(product, key, 'after')
    await expect.poll(() => decidedUnder('after').then(({ length }) => length), PATIENCE).toBe(marketShards.length)
    // All except one have decided.
    const letDecide = await hold((sql) => sql`select from shard_lease where shard = 'DBT-ETH' for update`)
    send({ ...product, now: product.now + 1 }, key, 'between')
    await expect.poll(() => decidedUnder('between').then(({ length }) => length), PATIENCE).toBe(marketShards.length - 1)
    await product.kill()
    await endWhatWaits()
    for (const letGo of [letKeep, letDecide]) await letGo()

    const { outcome, again } = asker(await nextServer(), key)
    const answer = (await outcome('between')) as {
      readonly state: string
      readonly body: { readonly fences: readonly { seq_group: number }[] }
    }
    expect(answer).toMatchObject({ state: 'PARTLY', status: 207, body: { unreached: [{ seq_group: 2, market: 'DBT-ETH' }] } })
    expect(answer.body.fences.map(({ seq_group: group }) => group)).toEqual(groups(await decidedUnder('between')))
    const whole = await again('between')
    expect(whole.status).toBe(200)
    expect(whole.json.fences.filter(({ seq_group: group }) => group !== 2)).toEqual(answer.body.fences)
    expect(whole.json.fences).toHaveLength(marketShards.length)
    expect(await outcome('between')).toMatchObject({ state: 'DONE', status: 200, body: whole.json })

    const done = await outcome('after')
    expect(done).toMatchObject({ state: 'DONE', status: 200 })
    const { status, json } = await again('after')
    expect({ status, json }).toEqual({ status: 200, json: done['body'] })
  }, 180_000)
})
