/**
 * An upgrade of the oldest data that this version continues. The file is a dump (`pg_dump --inserts`) of a database that commit 7c438d27 wrote, whose
 * newest migration is 0008. Until the first release is tagged it stands for the last one.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import '../../test/database-server.ts'
import { call, higher, markOf } from '../../test/instruments.ts'
import { createTestVenue, otherVenues } from '../../test/market-venue.ts'
import { lightWork } from '../../test/light-work.ts'
import { signatureHeaders, type Key } from '../../test/product.ts'
import { march, perpetual } from '../../test/spread-market.ts'
import { agreementsInForce } from '../accounts/agreements/in-force.ts'
import { checkAudit } from '../audit/check.ts'
import { checkMarket } from '../cli/replay/check-market.ts'
import { unhurried } from '../limits/rate-names.ts'
import { silent } from '../log/log.ts'
import { createServer, type RunningServer } from '../server.ts'
import { marketShards } from '../shards/shards.ts'
import { connect, withDatabase } from './connect.ts'
import type { Sql } from './sql.ts'

/** The keys, the open orders and the trade of the dump. */
const before = {
  orry: 'Bnji3qbRwDt1dNC13ig3a0xM',
  kest: 'bhvIIYYJW924JBrMqIHF5uQA',
  rfq: 'r_0ETuFPm9860ydXkKObEPMF4lQx9',
  quote: 'o_0ETuFPm9TceiDKFtUpZUJl93y6L',
  trade: 't_0ETuFPm95Db81HDq5VoEvW5y8sw00',
  bookQuote: 78_046_011_413_185,
  spreadOrder: '100093670722403265',
}
const NOW = 1_800_000_060_000

let [sql, server, close]: [Sql?, RunningServer?, (() => Promise<void>)?] = []
let keys: { readonly orry: Key; readonly kest: Key }
beforeAll(async () => {
  const { url } = inject('testServer')
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const own = withDatabase(url, name)
  const admin = connect(url, { max: 1, name: 'parley test' })
  await admin`create database ${admin(name)}`
  const dump = readFileSync(new URL('../../test/upgrade/data-of-migration-0008.sql.gz', import.meta.url))
  const loading = connect(own, { max: 1, name: 'parley test' })
  await loading.unsafe(gunzipSync(dump).toString())
  await loading.end()
  sql = connect(own, { max: 2, name: 'parley test' })
  close = async () => {
    await server?.close()
    await sql?.end({ timeout: 2 })
    await admin`drop database if exists ${admin(name)} with (force)`
    await admin.end()
  }
  const venue = createTestVenue('DBT', [call, higher, perpetual, march], () => NOW)
  server = await createServer({
    ...{ dataDir: `/nowhere/${name}`, databaseUrl: own, secretKey: '5'.repeat(64), port: 0, now: () => NOW, log: silent },
    venues: [venue, ...otherVenues(() => NOW)],
    mail: { kind: 'mailbox' },
    rates: unhurried,
    passwordWork: lightWork,
  })
  venue.mark(markOf(call, 0.05), markOf(higher, 0.03))
  const { operator } = server
  keys = {
    orry: await operator.keepApiKey('ORRY', 'takes', 'COMPATIBLE', before.orry),
    kest: await operator.keepApiKey('KEST', 'quotes', 'COMPATIBLE', before.kest),
  }
})
afterAll(() => close?.())

let sent = 0
async function by(key: Key, method: string, path: string, body?: object): Promise<{ status: number; json: Record<string, unknown> }> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const init = { method, headers: signatureHeaders(key, NOW + ++sent, method, path, text) }
  const answer = await fetch(`${server!.baseUrl}${path}`, text === '' ? init : { ...init, body: text })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

/** As if all users had accepted the agreements in force since the upgrade. */
async function acceptNewestAgreements(): Promise<void> {
  for (const { kind, version } of Object.values(agreementsInForce))
    await sql!`
      insert into agreement_acceptance (app_user, kind, version, accepted_at)
      select distinct app_user, kind, ${version}, ${NOW}::bigint from agreement_acceptance where kind = ${kind} on conflict do nothing`
  // A separate process would notify the server. Any change of the accounts has the same effect.
  await server!.operator.setFeatureFlag('feature_user_agreements', 'off')
}

describe('data of the oldest version that can be upgraded', () => {
  it('is brought up to date by the start, with its keys, its open orders and its trades', async () => {
    const [newest] = await sql!<{ name: string }[]>`select name from migration order by name desc limit 1`
    expect(newest!.name > '0008').toBe(true)
    const open = [
      [`/v2/drfq/orders/${before.quote}/`, 'state'],
      [`/v1/ob/quotes/${before.bookQuote}/`, 'status'],
      [`/v1/fs/orders/${before.spreadOrder}/`, 'state'],
    ] as const
    for (const [path, state] of open) expect([path, (await by(keys.kest, 'GET', path)).json[state]]).toEqual([path, 'OPEN'])
    expect((await by(keys.orry, 'GET', `/v2/drfq/trades/${before.trade}/`)).json).toMatchObject({ id: before.trade, price: '0.05' })
  })

  it('trades on: orders from before are cancelled and filled, and new RFQs are made', async () => {
    for (const [flow, id] of [
      ['ob', before.bookQuote],
      ['fs', before.spreadOrder],
    ])
      expect((await by(keys.kest, 'POST', '/v2/protection/cancel_all/', { flow })).json).toMatchObject({
        canceled: { count: 1, order_ids: [id] },
      })
    const terms = { rfq_id: before.rfq, side: 'BUY', quantity: '50', price: '0.051', time_in_force: 'FILL_OR_KILL' }
    const taken = { ...terms, account_name: 'ORRY main' }
    expect(await by(keys.orry, 'POST', '/v2/drfq/orders/', taken)).toMatchObject({ status: 403, json: { error: 'AgreementNotAccepted' } })
    await acceptNewestAgreements()
    expect(await by(keys.orry, 'POST', '/v2/drfq/orders/', taken)).toMatchObject({
      status: 201,
      json: { state: 'CLOSED', pending_fill_quantity: '50' },
    })
    const legs = [{ instrument_id: 1, ratio: '1', side: 'BUY' }]
    const rfq = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main' }
    expect(await by(keys.orry, 'POST', '/v2/drfq/rfqs/', rfq)).toMatchObject({ status: 201, json: { state: 'OPEN' } })
  })

  it('replays from its first row, which an older version wrote, to every row of its tables, and its audit log is whole', async () => {
    for (const shard of marketShards) {
      const { sentence, isWell } = await sql!.begin('isolation level repeatable read read only', (tx) => checkMarket(tx, shard))
      expect([sentence, isWell]).toEqual([expect.stringContaining('no gaps, all hashes valid'), true])
    }
    expect(await checkAudit(sql!)).toMatchObject({ intact: true })
    const numbers = await sql!<{ seq: number; stored: number }[]>`
      select row_number() over (partition by desk order by id) as seq, desk_seq as stored from audit where desk is not null`
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter(({ seq, stored }) => seq !== stored)).toEqual([])
  })
})
