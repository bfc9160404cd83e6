/** A change made by the market is in the audit log, whatever fails or is killed in between (rulebook 11.2, 11.6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, openTestDesk, type Person, type TestDesk } from '../../test/desk.ts'
import { checkAudit } from '../audit/check.ts'
import { silent } from '../log/log.ts'
import { withTestDatabase } from '../../test/database.ts'
import { DONE_KEPT_MS, openAuditDue } from './audit-due.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
const open = async () => {
  desk = await openTestDesk(database.url, { secretKey: '6'.repeat(64) })
  boss = await desk.person('boss', 'administrator', 'KEST')
}
beforeAll(async () => {
  await open()
  await database.sql.unsafe(`
    create function is_out_of_order() returns trigger language plpgsql as $$ begin raise exception 'out of order, as the test wished'; end $$`)
})
afterAll(() => desk.close())

const breaks = (table: string) =>
  database.sql.unsafe(`create trigger out_of_order before insert on ${table} for each row execute function is_out_of_order()`)
const mends = (table: string) => database.sql.unsafe(`drop trigger out_of_order on ${table}`)
const limit = { product: 'DO', window_ms: 1_000, executions: 3 }
const put = (id: string) => desk.as(boss.token, 'PUT', `/v2/protection/limits/${id}/`, limit)
/** After a failed commit, a market reads its journal before it answers again. */
const limits = async (): Promise<readonly string[]> => {
  const { json } = await eventually(
    () => desk.as(boss.token, 'GET', '/v2/protection/status/'),
    ({ status }) => status === 200,
  )
  return (json as { limits: readonly { limit: { id: string } }[] }).limits.map(({ limit: { id } }) => id).filter((id) => id !== 'MMP')
}
const audited = (object: string) =>
  database.sql<{ action: string; actor: string; address: string | null; requestId: string | null; detail: object }[]>`
    select action, actor, address, request_id as "requestId", detail from audit where object = ${object} order by id`

describe('what the market has changed is in the audit log', () => {
  it('11.2 when it is answered, with who, from where and what', async () => {
    expect((await put('told')).status).toBe(200)
    expect((await desk.as(boss.token, 'DELETE', '/v2/protection/limits/told/')).status).toBe(204)
    const [set, removed] = await audited('told')
    expect(set).toMatchObject({ action: 'SetLimit', actor: boss.id, detail: { product: 'DO', window_ms: 1_000, executions: 3 } })
    expect([set!.address, set!.requestId]).toEqual([expect.stringContaining('127.0.0.1'), expect.any(String)])
    expect(removed).toMatchObject({ action: 'RemoveLimit', actor: boss.id })
  })

  it('11.6 once, though a stop is made in every market', async () => {
    expect((await desk.as(boss.token, 'POST', '/v2/protection/stop/', { why: 'a test' })).status).toBe(200)
    expect((await desk.as(boss.token, 'POST', '/v2/protection/allow/')).status).toBe(200)
    const said = (await audited('KEST')).filter(({ action }) => action.endsWith('Trading'))
    expect(said).toMatchObject([{ action: 'StopTrading', detail: { why: 'a test' } }, { action: 'AllowTrading' }])
  })

  it('8.15 where one cancels what others had open, with how much in which market, and not what is one’s own', async () => {
    const taker = await desk.person('tess', 'trader')
    const other = await desk.person('olga', 'administrator')
    const cancel = (token: string, id: string) => desk.as(token, 'DELETE', `/v2/drfq/rfqs/${id}/`)
    expect((await cancel(taker.token, await desk.ask(taker.token))).status).toBe(204)
    for (const _ of [1, 2]) await desk.ask(taker.token)
    expect((await desk.as(other.token, 'POST', '/v2/protection/cancel_all/', { include_rfqs: true })).status).toBe(200)
    const said = await eventually(
      async () => (await audited('ORRY')).filter(({ action }) => action === 'CancelForOthers'),
      ({ length }) => length > 0,
    )
    expect(said).toMatchObject([{ actor: other.id, detail: { market: 'DBT-BTC', rfqs: 2 } }])
    expect(said[0]!.address).toContain('127.0.0.1')
  })

  it('11.2 after the next start where the server went in between', async () => {
    await breaks('audit')
    expect((await put('left')).status).toBe(200)
    expect([await limits(), await audited('left')]).toEqual([['left'], []])
    await desk.close()
    await mends('audit')
    await open()
    expect(await limits()).toEqual(['left'])
    expect(await audited('left')).toMatchObject([{ action: 'SetLimit', actor: boss.id }])
    await desk.close()
    await open()
    expect(await audited('left')).toHaveLength(1)
  })

  it('11.2 or not made at all if it cannot be recorded', async () => {
    await breaks('audit_due')
    expect((await put('never')).status).toBe(503)
    await mends('audit_due')
    expect(await limits()).toEqual(['left'])
    expect(await audited('never')).toEqual([])
    expect((await put('later')).status).toBe(200)
    expect(await audited('later')).toHaveLength(1)
    expect(await checkAudit(database.sql)).toMatchObject({ intact: true })
  })
})

describe('what settings have changed is in the audit log', () => {
  it('11.8 once, though its answer could not be kept and it was sent again, and it puts back nothing that was changed since', async () => {
    const put = (most: string, key: string) =>
      desk.product.send('PUT', '/v2/protection/bounds/', {
        headers: { authorization: `Token ${boss.token}`, 'idempotency-key': key },
        body: JSON.stringify({ most_notional: most, most_deviation_percent: null }),
      })
    // The state left by a server that is killed after the change is made and before it is answered.
    await database.sql`
      create trigger out_of_order before update on request for each row when (new.state = 'DONE') execute function is_out_of_order()`
    expect(await put('1000', 'first')).toMatchObject({ status: 200, json: { most_notional: '1000' } })
    expect(await put('1000', 'first')).toMatchObject({ status: 200, json: { most_notional: '1000' } })
    expect(await put('5000', 'first')).toMatchObject({ status: 409, json: { error: 'IdempotencyKeyReused' } })
    expect(await put('2000', 'second')).toMatchObject({ status: 200, json: { most_notional: '2000' } })
    await mends('request')
    expect(await put('1000', 'first')).toMatchObject({ status: 200, json: { most_notional: '2000' } })
    const said = (await audited('KEST')).filter(({ action }) => action === 'SetDeskBounds')
    expect(said.map(({ detail }) => detail)).toMatchObject([{ mostNotional: '1000' }, { mostNotional: '2000' }])
  })
})

describe('what the log has is remembered for as long as a market may hear of it', () => {
  const own = withTestDatabase()
  const due = (shard: string, asked: string, at: number) => own.sql`
    insert into audit_due (shard, seq, asked, at, desk, action, change)
    values (${shard}, ${at}, ${asked}, ${at}, 'KEST', 'StopTrading', ${own.sql.json({ actor: 'ada', object: asked })})`
  const objects = async () => (await own.sql<{ object: string }[]>`select object from audit order by id`).map(({ object }) => object)

  it('11.2 over restarts, and no longer', async () => {
    const begun = 1_800_000_000_000
    const first = await openAuditDue({ sql: own.sql, log: silent })
    await due('DBT-BTC', 'early', begun)
    await first.takeUp()
    await first.close()
    const second = await openAuditDue({ sql: own.sql, log: silent })
    await due('DBT-ETH', 'early', begun + DONE_KEPT_MS)
    await second.takeUp()
    expect(await objects()).toEqual(['early'])
    await due('DBT-BTC', 'late', begun + 2 * DONE_KEPT_MS + 1)
    await second.takeUp()
    await second.close()
    expect(await objects()).toEqual(['early', 'late'])
    expect(await own.sql`select shard, asked, is_done as "isDone" from audit_due`).toEqual([
      { shard: 'DBT-BTC', asked: 'late', isDone: true },
    ])
  })
})
