/** Held requests in an installation with several gateways: held at one, decided at another, and sent once (rulebook 11.15, 11.16). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasNatsServer, startNatsServer } from '../../../test/cluster/nats-server.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { eventually, type Person } from '../../../test/desk.ts'
import { call, higher, markOf } from '../../../test/instruments.ts'
import { lightWork } from '../../../test/light-work.ts'
import { openMakingDesk, type MakingDesk } from '../../../test/making-desk.ts'
import { createTestVenue, otherVenues } from '../../../test/market-venue.ts'
import { openTestSocket } from '../../../test/product.ts'
import { silent } from '../../log/log.ts'
import { serveShards } from '../../serve-shards.ts'
import { createServer } from '../../server.ts'

const database = withTestDatabase()
const secretKey = '5'.repeat(64)
const BASE = '/v2/protection/held_requests'
type Held = { readonly id: string; readonly state: string; readonly result: { readonly status: number } | null }

// Without an installed nats-server the report shows these tests as skipped.
describe.skipIf(!hasNatsServer)('with a nats-server', () => {
  let nats: Awaited<ReturnType<typeof startNatsServer>>
  let owner: Awaited<ReturnType<typeof serveShards>>
  let first: MakingDesk
  let second: Awaited<ReturnType<typeof createServer>>
  let colleague: Person
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-held-gateways-'))
  const clock = { now: () => 1_800_000_000_000 }

  beforeAll(async () => {
    nats = await startNatsServer()
    const common = { dataDir, databaseUrl: database.url, secretKey, port: 0, now: () => clock.now(), log: silent, natsUrl: nats.url }
    owner = await serveShards({ ...common, venues: ['DBT', 'BYB', 'BIT', 'PRDX'] })
    const role = { kind: 'GATEWAY', natsUrl: nats.url } as const
    first = await openMakingDesk(database.url, { secretKey, role })
    clock.now = () => first.product.clock.now
    const venue = createTestVenue('DBT', [call, higher], () => 1_800_000_000_000)
    const venues = [venue, ...otherVenues(() => 1_800_000_000_000)]
    second = await createServer({ ...common, role, venues, passwordWork: lightWork })
    venue.mark(markOf(call, 0.05), markOf(higher, 0.03))
    colleague = await first.person('sue', 'trader', 'KEST')
  })
  afterAll(async () => {
    await second?.close()
    await first?.close()
    await owner?.close()
    await nats.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    first.product.clock.now += 2_000
    first.venue.index('BTC', 100_000, first.product.clock.now)
    const bounds = { most_notional: null, most_deviation_percent: null, approval_above: '3000000' }
    expect((await first.by(first.boss, 'PUT', '/v2/protection/bounds/', bounds)).status).toBe(200)
    await first.by(first.boss, 'POST', '/v2/protection/cancel_all/', {})
  })

  /** At the gateway with this address. */
  const at = async (baseUrl: string, who: Person, method: string, path: string, body?: object) => {
    const headers = { authorization: `Token ${who.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const here = () => first.product.server.baseUrl
  const there = () => second.baseUrl
  const listAt = async (baseUrl: string, who: Person) => (await at(baseUrl, who, 'GET', `${BASE}/`)).json['results'] as Held[] | undefined
  /** Held at the first gateway, and known at the second. */
  const held = async (): Promise<string> => {
    const quote = { side: 'SELL', quantity: '50', price: '0.05' }
    const { json } = await first.by(first.trader, 'POST', `/v1/ob/rfqs/${await first.market()}/quotes/`, quote)
    const id = (json['data'] as { held_request: string }).held_request
    // The second gateway has to learn of the session first.
    await eventually(
      () => listAt(there(), colleague),
      (list) => list?.some((one) => one.id === id) === true,
    )
    return id
  }
  const open = async () => ((await first.by(first.boss, 'GET', '/v1/ob/quotes/?status=OPEN')).json['results'] as object[]).length
  const approve = (baseUrl: string, who: Person, id: string) => at(baseUrl, who, 'POST', `${BASE}/${id}/approve/`)

  it('11.15 11.16 is approved at another gateway, which sends it, and both see the result', async () => {
    const id = await held()
    const { accessKey } = first.kest
    const path = `/v2/drfq/?api-key=${accessKey}&cancel_on_disconnect=false`
    const socket = await openTestSocket(there(), path)
    socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'held_requests' } })
    await socket.next((frame) => frame['id'] === 1)
    expect((await approve(there(), colleague, id)).json).toMatchObject({ state: 'APPROVED', result: { status: 201, error: null } })
    expect(await open()).toBe(1)
    const stateIn = (list: readonly Held[] | undefined) => list?.find((one) => one.id === id)
    expect(stateIn(await listAt(here(), first.trader))).toMatchObject({ state: 'APPROVED', result: { status: 201 } })
    await socket.next(({ params }) => {
      const { channel, data } = (params ?? {}) as { readonly channel?: string; readonly data?: { readonly results: readonly Held[] } }
      return channel === 'held_requests' && stateIn(data?.results)?.result?.status === 201
    })
    socket.close()
  })

  it('11.16 is sent once if people approve it at both gateways at the same moment, or one declines it', async () => {
    for (const decline of [false, true]) {
      const quotes = await open()
      const id = await held()
      const other = decline ? at(here(), first.boss, 'POST', `${BASE}/${id}/decline/`) : approve(here(), first.boss, id)
      const answers = await Promise.all([approve(there(), colleague, id), other, approve(there(), colleague, id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
      const isSent = answers.some(({ json }) => json['state'] === 'APPROVED')
      expect(await open()).toBe(quotes + (isSent ? 1 : 0))
    }
  })

  it('11.16 is checked with the limits, stops and rights that were set at another gateway', async () => {
    const limited = await held()
    const most = { most_notional: '4000000', most_deviation_percent: null }
    await first.by(first.boss, 'PUT', '/v2/protection/bounds/', most)
    await eventually(
      () => at(there(), colleague, 'GET', '/v2/protection/bounds/'),
      ({ json }) => json['most_notional'] === '4000000',
    )
    // The second gateway has no index price of its own: what it cannot measure is not sent.
    expect((await approve(there(), colleague, limited)).json).toMatchObject({ result: { error: 'NotionalAboveLimit', object_id: null } })
    await first.by(first.boss, 'PUT', '/v2/protection/bounds/', { ...most, most_notional: null })
    const stopped = await held()
    await first.by(first.boss, 'POST', '/v2/protection/stop/', { user: first.trader.id })
    expect((await approve(there(), colleague, stopped)).json).toMatchObject({ error: 'HeldRequestEnded' })
    const since = await held()
    expect((await approve(there(), colleague, since)).json).toMatchObject({ result: { error: 'TradingIsStopped' } })
    await first.by(first.boss, 'POST', '/v2/protection/allow/', { user: first.trader.id })
    const leaver = await first.person('lou', 'trader', 'KEST')
    const left = await first.by(leaver, 'POST', `/v1/ob/rfqs/${await first.market()}/quotes/`, {
      side: 'SELL',
      quantity: '50',
      price: '0.05',
    })
    const { held_request: id } = left.json['data'] as { held_request: string }
    await first.by(first.boss, 'PATCH', `/account/desk/members/${leaver.id}/`, { role: 'viewer' })
    await eventually(
      () => at(there(), leaver, 'GET', '/account/user/'),
      ({ json }) => json['role'] === 'viewer',
    )
    expect((await approve(there(), colleague, id)).json).toMatchObject({ result: { status: 403, object_id: null } })
    expect(await open()).toBe(0)
  })

  it('11.15 ends once when its time is over, and at every gateway', async () => {
    const id = await held()
    first.product.clock.now += 60_000
    const ended = (list: readonly Held[] | undefined) => list?.find((one) => one.id === id)?.state === 'EXPIRED'
    await Promise.all([here(), there()].map((baseUrl) => eventually(() => listAt(baseUrl, colleague), ended)))
    expect(await database.sql`select action from audit where object = ${id} order by id`).toMatchObject([
      { action: 'HoldRequest' },
      { action: 'ExpireHeldRequest' },
    ])
  })
})
