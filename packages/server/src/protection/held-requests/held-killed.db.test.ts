/** A server that is killed while it sends an approved request: the request is carried out at most once, and the desk sees what is known (rulebook 11.16). */
import { afterEach, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { openTestDesk } from '../../../test/desk.ts'
import { PASSWORD } from '../../../test/product.ts'
import { startProcess } from '../../../test/started-process.ts'

const SECRET = '6'.repeat(64)
const PATIENCE = { timeout: 60_000, interval: 50 }
const database = withTestDatabase()
const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
  await database.sql`truncate rfq, held_request cascade`
})

type Json = Record<string, unknown>
type Asks = (method: string, path: string, body?: object) => Promise<Json>

async function asked(baseUrl: string, token: string | undefined, method: string, path: string, body?: object): Promise<Json> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Token ${token}` }) }
  const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return text === '' ? {} : (JSON.parse(text) as Json)
}
async function signIn(baseUrl: string, email: string): Promise<Asks> {
  const { token } = await asked(baseUrl, undefined, 'POST', '/account/login/', { email, password: PASSWORD })
  return (...request) => asked(baseUrl, token as string, ...request)
}

/** Holds the locks of the statement until it is released. */
async function hold(statement: (sql: Awaited<ReturnType<typeof database.sql.reserve>>) => Promise<unknown>): Promise<() => Promise<void>> {
  const held = await database.sql.reserve()
  await held`begin`
  await statement(held)
  return async () => {
    await held`commit`
    held.release()
  }
}
/** Ends the sessions that wait for a lock, as a database does once it notices that their client is gone. */
const endWhatWaits = () =>
  database.sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
const waiting = async () =>
  (
    await database.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  )[0]!.n
const rfqs = async () => (await database.sql<{ n: number }[]>`select count(*)::int as n from rfq`)[0]!.n
const stateOf = async (id: string) =>
  (await database.sql<{ state: string; result: unknown }[]>`select state, result from held_request where id = ${id}`)[0]

/** The stage at which the server dies, what keeps it there, whether it is reached, and the number of RFQs that exist afterwards. */
type Stage = {
  readonly title: string
  readonly keep: () => Promise<() => Promise<void>>
  readonly isReached: (id: string) => Promise<boolean>
  readonly made: number
}
const stages: readonly Stage[] = [
  {
    title: 'after the approval, and before the market has decided',
    keep: () => hold((sql) => sql`select from shard_lease where shard = 'DBT-BTC' for update`),
    isReached: async (id) => (await stateOf(id))?.state === 'APPROVED' && (await waiting()) > 0,
    made: 0,
  },
  {
    title: 'after the market has decided, and before the result is stored',
    async keep() {
      await database.sql`
        create or replace function wait_for_it() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return new; end $$`
      await database.sql`
        create or replace trigger held before update on held_request for each row when (new.result is not null) execute function wait_for_it()`
      return hold((sql) => sql`select pg_advisory_xact_lock(1)`)
    },
    isReached: async (id) => (await stateOf(id))?.state === 'APPROVED' && (await rfqs()) === 1 && (await waiting()) > 0,
    made: 1,
  },
]

it.each(stages)('11.16 a server that is killed $title sends the request at most once', async ({ keep, isReached, made }) => {
  const product = await startProcess({ databaseUrl: database.url, secretKey: SECRET, ending })
  const boss = await signIn(product.baseUrl, 'ada@orrery.example')
  const [vera] = await database.sql<{ id: string }[]>`select id from app_user where email = 'vera@orrery.example'`
  await boss('PATCH', `/account/desk/members/${vera!.id}/`, { role: 'trader' })
  const trader = await signIn(product.baseUrl, 'vera@orrery.example')
  await boss('PUT', '/v2/protection/bounds/', { most_notional: null, most_deviation_percent: null, approval_above: '1' })
  const { results } = (await boss('GET', '/v2/drfq/instruments/')) as { results: readonly { readonly id: number }[] }
  const legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
  const rfq = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main' }
  const { data } = (await trader('POST', '/v2/drfq/rfqs/', rfq)) as { data: { readonly held_request: string } }
  const id = data.held_request
  const release = await keep()
  // Sent, and never answered.
  boss('POST', `/v2/protection/held_requests/${id}/approve/`).catch(() => undefined)
  await expect.poll(() => isReached(id), PATIENCE).toBe(true)
  await product.kill()
  await endWhatWaits()
  await release()

  const desk = await openTestDesk(database.url, { secretKey: SECRET })
  ending.push(() => desk.close())
  const again = await signIn(desk.product.server.baseUrl, 'ada@orrery.example')
  const listed = (await again('GET', '/v2/protection/held_requests/')) as { results: readonly Json[] }
  expect(listed.results).toMatchObject([{ id, state: 'APPROVED', result: null }])
  for (const verb of ['approve', 'decline'])
    expect(await again('POST', `/v2/protection/held_requests/${id}/${verb}/`)).toMatchObject({ error: 'HeldRequestEnded' })
  expect(await rfqs()).toBe(made)
})
