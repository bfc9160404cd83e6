/** The operator console in an installation of many processes: on the address of a gateway, on one of its own, and what it shows of the others. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleApi } from '@parley/contracts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNatsServer, startNatsServer } from '../test/cluster/nats-server.ts'
import { withTestDatabase } from '../test/database.ts'
import { eventually } from '../test/desk.ts'
import { lightWork } from '../test/light-work.ts'
import { otherVenues } from '../test/market-venue.ts'
import { openTestSocket, PASSWORD } from '../test/product.ts'
import { createPasswords } from './accounts/sign-in/passwords.ts'
import type { Log } from './log/log.ts'
import { silent } from './log/log.ts'
import { addOperator } from './operator/console/operator-people.ts'
import { createServer } from './server.ts'
import { serveShards } from './serve-shards.ts'
import type { ServerOptions } from './server-options.ts'
import { createVault } from './vault/vault.ts'

const database = withTestDatabase()
const secretKey = 'ab'.repeat(32)
const NOON = 1_800_000_000_000
const CODE_MS = 30_000

// Without an installed nats-server the report shows these tests as skipped.
describe.skipIf(!hasNatsServer)('with a nats-server', () => {
  let nats: Awaited<ReturnType<typeof startNatsServer>>
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-console-roles-'))
  const clock = { now: NOON }
  const closing: (() => Promise<unknown>)[] = []
  const opened = async <One extends { close(): Promise<unknown> }>(opening: Promise<One>): Promise<One> => {
    const one = await opening
    closing.unshift(() => one.close())
    return one
  }
  const common = () => ({
    ...{ dataDir, databaseUrl: database.url, secretKey, port: 0, now: () => clock.now, log: silent, natsUrl: nats.url },
  })
  const role = (kind: 'GATEWAY' | 'WORKERS', more: Partial<ServerOptions> = {}) =>
    opened(
      createServer({
        ...common(),
        ...{ role: { kind, natsUrl: nats.url }, venues: otherVenues(() => NOON), passwordWork: lightWork },
        ...more,
      }),
    )
  let secret: string
  beforeAll(async () => {
    nats = await startNatsServer()
  })
  afterAll(async () => {
    for (const close of closing) await close()
    await nats.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const send = async (base: string, path: string, { cookie = '', body }: { cookie?: string; body?: object } = {}) => {
    const answer = await fetch(`${base}/operator/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', json: (await answer.json()) as unknown }
  }
  const code = () => {
    clock.now += CODE_MS
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now })
  }

  it('shows every process with its role and what it owns, and a session and an announcement count at each gateway', async () => {
    const shards = await opened(serveShards({ ...common(), venues: ['DBT', 'BYB', 'BIT', 'PRDX'] }))
    await role('WORKERS')
    const first = await role('GATEWAY')
    let place = ''
    const info = (details: object) => void ('consoleUrl' in details && (place = String(details.consoleUrl)))
    const log: Log = { ...silent, info }
    const second = await role('GATEWAY', { console: { host: '127.0.0.1', port: 0 }, log })
    const vault = createVault(Buffer.from(secretKey, 'hex'))
    const people = { sql: database.sql, vault, passwords: createPasswords(lightWork), now: () => clock.now }
    secret = (await addOperator(people, 'l.sand', PASSWORD)).totpSecret

    // The second gateway has the console on a port of its own and nowhere else.
    expect(place).toMatch(/^http:\/\/localhost:\d+$/)
    expect(place).not.toBe(second.baseUrl)
    expect((await fetch(`${second.baseUrl}/operator/api/session`)).status).toBe(404)
    const { cookie } = await send(first.baseUrl, 'sign-in', { body: { name: 'l.sand', password: PASSWORD, code: code() } })
    const overviewAt = async (base: string) => consoleApi.consolePages.overview.parse((await send(base, 'overview', { cookie })).json)
    const own = await eventually(
      () => overviewAt(place),
      ({ processes }) => processes.some(({ jobs }) => jobs.includes('settlement')),
    )
    expect(own.processes.map(({ role: kind, url, is_silent: isSilent }) => ({ kind, url, isSilent }))).toEqual([
      { kind: 'GATEWAY', url: first.baseUrl, isSilent: false },
      { kind: 'GATEWAY', url: second.baseUrl, isSilent: false },
      { kind: 'SHARDS', url: shards.baseUrl, isSilent: false },
      { kind: 'WORKERS', url: expect.stringMatching(/^http:\/\/localhost:/), isSilent: false },
    ])
    const owned = own.processes.map(({ shards: names }) => names)
    expect(owned[2]).toContain('DBT-BTC')
    expect([owned[0], owned[1], owned[3]]).toEqual([[], [], []])

    // Passkeys belong to one address, and that of this console is not set (OPERATOR_URL).
    expect((await send(place, 'passkeys', { cookie })).json).toMatchObject({ are_offered: false })
    expect(await send(place, 'passkeys/ask', { body: {} })).toMatchObject({ status: 404 })
    expect((await send(first.baseUrl, 'passkeys', { cookie })).json).toMatchObject({ are_offered: true })

    // The work of a person at one gateway counts at the others.
    await send(first.baseUrl, 'step-up', { cookie, body: { code: code() } })
    await first.operator.createDesk({ ticker: 'ORRY', name: 'Orrery', firmName: 'Orrery Ltd', isMaker: false, limits: 'NONE' })
    const { accessKey } = await first.operator.createApiKey('ORRY', 'bot', 'COMPATIBLE')
    const socket = await eventually(
      () => openTestSocket(second.baseUrl, `/v2/drfq/?api-key=${accessKey}`).catch(() => undefined),
      (one) => one !== undefined,
    )
    socket!.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'announcements' } })
    const options = { text: 'Bybit is slow.', kind: 'INCIDENT', until: new Date(clock.now + 3_600_000).toISOString() }
    expect(await send(first.baseUrl, 'commands/announce', { cookie, body: { options, why: 'delay' } })).toMatchObject({ status: 200 })
    await socket!.next((frame) => JSON.stringify(frame).includes('Bybit is slow.'))
    socket!.close()

    await send(place, 'sign-out', { cookie, body: {} })
    expect((await send(first.baseUrl, 'overview', { cookie })).status).toBe(401)
    await shards.close()
    const { count } = await database.sql`select from cluster_process where role = 'SHARDS'`
    expect(count).toBe(0)
  })
})
