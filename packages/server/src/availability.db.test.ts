/** Clients, probes and the log while the database is unavailable or full, and once another process has taken the markets over. */
import { hostname } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from './database/connect.ts'
import { asOwner } from './embedded-postgres/roles.ts'
import { openDatabase } from './embedded-postgres/supervisor.ts'
import type { Ownership } from './embedded-postgres/owner-lock.ts'
import { openTestDatabase, type TestDatabase } from '../test/database.ts'
import { openTestDesk, type TestDesk } from '../test/desk.ts'
import { keepKey } from '../test/kept-keys.ts'
import { openSignedSocket } from '../test/product.ts'
import { wayTo } from '../test/way-to-database.ts'

const SOON = { timeout: 55_000 }
const SECRET = '5'.repeat(64)
const OWNER_LOCK = 7_275_395_931

async function ownDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  return database
}

async function openDesk(url: string, ownership: Ownership = 'ALONE', stopDelayMs = 0): Promise<TestDesk> {
  const desk = await openTestDesk(url, { secretKey: SECRET, ownership, stopDelayMs })
  onTestFinished(desk.close)
  return desk
}

const probe = async ({ product }: TestDesk, path: '/readyz' | '/healthz' | '/health/ready' | '/health/live') => {
  const { status, json } = await product.send('GET', path)
  const { status: word, reasons } = json as { readonly status: string; readonly reasons?: readonly string[] }
  return { status, word, ...(reasons && { reasons }) }
}
const READY = { status: 200, word: 'ready' }
const unavailable = (...reasons: string[]) => ({ status: 503, word: 'unavailable', reasons })

const createRfq = async ({ product }: TestDesk) => {
  const { json } = await product.signed('GET', '/v2/drfq/instruments/')
  const [leg] = (json as { readonly results: readonly { readonly id: number }[] }).results
  const legs = [{ instrument_id: leg!.id, ratio: '1', side: 'BUY' }]
  const wanted = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main' }
  return product.signed('POST', '/v2/drfq/rfqs/', JSON.stringify(wanted))
}
const readRfqs = ({ product }: TestDesk) => product.signed('GET', '/v2/drfq/rfqs/')

/** The number of lines with each of these sentences. */
const lines = ({ product }: TestDesk, ...sentences: string[]) =>
  sentences.map(
    (sentence) =>
      product
        .logged()
        .split('\n')
        .filter((line) => line.startsWith(sentence)).length,
  )

describe('a database that is away', () => {
  it('is not ready, reads are answered with 503, and the log has one alert and one line when it is over', async () => {
    const way = await wayTo((await ownDatabase()).url)
    const desk = await openDesk(way.url)
    expect(await probe(desk, '/readyz')).toEqual(READY)
    await way.close()
    for (let n = 0; n < 5; n++) {
      const answer = await readRfqs(desk)
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'Unavailable', code: 503 } })
      expect((answer.json as { message: string }).message).toMatch(/^The database is not available at the moment/)
    }
    await expect.poll(() => probe(desk, '/readyz'), SOON).toEqual(unavailable('The database is not responding.'))
    expect(await probe(desk, '/healthz')).toMatchObject({ status: 200, word: 'ok' })
    expect(await probe(desk, '/health/ready')).toEqual(unavailable('The database is not responding.'))
    expect(await probe(desk, '/health/live')).toMatchObject({ status: 200, word: 'ok' })
    await way.open()
    await expect.poll(() => probe(desk, '/readyz'), SOON).toEqual(READY)
    expect((await readRfqs(desk)).status).toBe(200)
    const alerts = ['The database is not responding', 'A request was refused because the database', 'The database is available again']
    expect(lines(desk, ...alerts)).toEqual([1, 1, 1])
  })

  it('is noticed without a request', async () => {
    const way = await wayTo((await ownDatabase()).url)
    const desk = await openDesk(way.url)
    await way.close()
    await expect.poll(() => probe(desk, '/readyz'), SOON).toEqual(unavailable('The database is not responding.'))
  })

  it('is waited for at the start, which says so, and not by a command', async () => {
    const way = await wayTo((await ownDatabase()).url)
    await way.close()
    const said: string[] = []
    const warn = (_: object, sentence: string) => {
      said.push(sentence)
      void way.open()
    }
    const log = { info: () => undefined, warn, error: () => undefined }
    await expect(openDatabase({ dataDir: '/nowhere', url: way.url, log })).rejects.toMatchObject({ kind: 'DatabaseNotReachable' })
    expect(said).toEqual([])
    const opened = await openDatabase({ dataDir: '/nowhere', url: way.url, log, ownership: 'ALONE' })
    await opened.close()
    expect(said).toEqual(['The database of DATABASE_URL is not responding yet; waiting up to 60 seconds for it'])
  })
})

describe('a database whose disk is full', () => {
  it('is one alert and not a line for every write, is not ready, and goes on when there is space again', async () => {
    const database = await ownDatabase()
    const desk = await openDesk(database.url)
    const fill = await fullDisk(database)
    for (let n = 0; n < 20; n++) expect(await createRfq(desk)).toMatchObject({ status: 503, json: { error: 'Unavailable' } })
    // The market reloads its journal after each failure.
    const { status, reasons } = await probe(desk, '/readyz')
    expect([status, reasons?.[0]]).toEqual([503, 'The disk of the database is full.'])
    expect(lines(desk, 'The disk of the database is full', 'A commit failed')).toEqual([1, 1])
    await fill.free()
    await expect.poll(() => probe(desk, '/readyz'), SOON).toEqual(READY)
    expect((await createRfq(desk)).status).toBe(201)
    expect(lines(desk, 'The disk of the database is full', 'The database is available again')).toEqual([1, 1])
  })
})

/** PostgreSQL answers each new row of the journal, and each new table, as it does on a full disk. */
async function fullDisk({ url, sql }: TestDatabase) {
  const own = process.env['PARLEY_TEST_DATABASE_URL'] ?? ''
  const owner = connect(own === '' ? asOwner(url) : url, { max: 1, name: 'fills the disk' })
  onTestFinished(() => owner.end({ timeout: 1 }))
  const raise = `begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end`
  await sql.unsafe(`create function full_disk() returns trigger language plpgsql as $$ ${raise} $$`)
  await sql.unsafe('create trigger full_disk before insert on journal for each row execute function full_disk()')
  await owner.unsafe(`create function full_disk_ddl() returns event_trigger language plpgsql as $$ ${raise} $$`)
  await owner.unsafe(`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE') execute function full_disk_ddl()`)
  return {
    async free() {
      await owner.unsafe('drop event trigger full_disk')
      await sql.unsafe('drop trigger full_disk on journal')
    },
  }
}

describe('a process whose markets another one takes over', () => {
  it('closes its sockets with that reason, serves nothing more, and reports it', async () => {
    const { url } = await ownDatabase()
    const first = await openDesk(url)
    const key = await keepKey(first.product.server.operator, { databaseUrl: url, desk: 'KEST', name: 'maker' })
    const socket = await openSignedSocket({ baseUrl: first.product.server.baseUrl, now: first.product.clock.now }, key, '/v2/drfq/')
    const { id } = (await createRfq(first)).json as { readonly id: string }

    const second = await openDesk(url, 'TAKE_OVER')
    expect(await socket.closed).toEqual({ code: 4409, reason: 'TakenOver' })
    await first.product.server.takenOver
    const reasons = ['Another process has taken over the markets, and this one is ending.']
    expect(await probe(first, '/readyz')).toEqual({ status: 503, word: 'taken over', reasons })
    expect(await probe(first, '/healthz')).toEqual({ status: 503, word: 'failed', reasons })
    expect(await readRfqs(first)).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'Unavailable' } })
    await expect(
      openSignedSocket({ baseUrl: first.product.server.baseUrl, now: first.product.clock.now }, key, '/v2/drfq/'),
    ).rejects.toMatchObject({ status: 503 })
    expect(lines(first, 'Another Parley has taken over the markets of this database')).toEqual([1])

    expect(await probe(second, '/readyz')).toEqual(READY)
    expect((await second.product.signed('GET', `/v2/drfq/rfqs/${id}/`)).json).toMatchObject({ id, state: 'OPEN' })
    await first.close()
    await expect.poll(() => lines(second, 'The process that had this database before has ended'), SOON).toEqual([1])
    expect(await probe(second, '/readyz')).toEqual(READY)
  })

  it('serves while it waits to stop, and waits no longer once its markets are taken over', async () => {
    const { url } = await ownDatabase()
    const first = await openDesk(url, 'ALONE', 600_000)
    const closed = first.close()
    expect(await probe(first, '/readyz')).toEqual({ status: 503, word: 'stopping', reasons: ['The server is stopping.'] })
    expect((await readRfqs(first)).status).toBe(200)
    await openDesk(url, 'TAKE_OVER')
    await closed
  })

  it('is not disturbed by a start that does not ask to take over', async () => {
    const { url } = await ownDatabase()
    const holder = connect(url, { max: 1, name: `parley 1 ${hostname().slice(0, 40)}` })
    onTestFinished(() => holder.end({ timeout: 1 }))
    await holder`select pg_advisory_lock(${OWNER_LOCK}::bigint)`
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    await expect(openDatabase({ dataDir: '/nowhere', url, log: silent, ownership: 'ALONE' })).rejects.toMatchObject({
      kind: 'AlreadyRunning',
      message:
        'Parley is already running on the database of DATABASE_URL (process 1); stop it first, or start with --take-over to take its markets over.',
    })
    await expect(openDatabase({ dataDir: '/nowhere', log: silent, ownership: 'TAKE_OVER' })).rejects.toMatchObject({
      kind: 'SettingWrong',
      message: expect.stringMatching(/^--take-over needs DATABASE_URL/) as string,
    })
  })
})
