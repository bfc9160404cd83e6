/** Venue keys, from the form to the order that they allow, on the running product. The test decides what the venue reports about keys. */
import type { AccountCheck, AccountFinding, VenueAnswer } from '@parley/venues'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { openKey } from '../../../test/market-venue.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
let vera: Person
/** An RFQ of the desk, without its account. */
let asked: object
beforeAll(async () => {
  desk = await openTestDesk(database.url, { ourAddresses: ['203.0.113.10', '203.0.113.11'] })
  boss = await desk.person('boss', 'administrator')
  vera = await desk.person('vera', 'viewer')
  const { json: instruments } = await desk.as(boss.token, 'GET', '/v2/drfq/instruments/')
  const [leg] = (instruments as { results: { id: number }[] }).results
  asked = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs: [{ instrument_id: leg!.id, ratio: '1', side: 'BUY' }] }
})
afterAll(() => desk.close())

const ACCOUNTS = '/account/desk/venue-accounts/'
const MINUTE_MS = 60_000
/** Accounts are checked every five seconds. */
const PATIENCE = { timeout: 30_000 }
const noBlocks: AccountFinding = {
  about: 'BLOCK_TRADE',
  verdict: 'BAD',
  sentence: 'Block Trade is missing: tick it at the venue.',
  venueWords: '10005',
}
const readsOnly: AccountCheck = { ...openKey(), maySettle: false, findings: [noBlocks] }
const says: Readonly<Record<string, VenueAnswer<AccountCheck>>> = {
  unknown: { outcome: 'REJECTED', code: '13004', message: 'invalid_credentials' },
  reader: { outcome: 'DONE', value: readsOnly },
  blind: { outcome: 'DONE', value: { ...readsOnly, mayRead: false } },
  silent: { outcome: 'UNKNOWN', message: 'timeout', retryAfterMs: 0 },
  bound: { outcome: 'DONE', value: { ...openKey(), accountId: '77', boundAddresses: ['203.0.113.10'] } },
  other: { outcome: 'DONE', value: { ...openKey(), accountId: '78' } },
}
const answersAsNamed = (): void => desk.venue.sayOfKeys((key) => says[key.clientId] ?? { outcome: 'DONE', value: openKey() })
beforeEach(async () => {
  answersAsNamed()
  // Venues accept at most ten checks at once.
  desk.product.clock.now += 2 * MINUTE_MS
  boss = await desk.person('boss', 'administrator')
})

const key = (client_id: string) => ({ venue: 'DBT', client_id, client_secret: 'hidden-11' })
const add = (client_id: string, more: object = {}, by = boss) =>
  desk.as(by.token, 'POST', ACCOUNTS, { ...key(client_id), name: client_id, ...more })
const update = (id: string, body: object) => desk.as(boss.token, 'PATCH', `${ACCOUNTS}${id}/`, body)
const check = (client_id: string, by = boss) => desk.as(by.token, 'POST', `${ACCOUNTS}check/`, key(client_id))
const recheck = (id: string) => desk.as(boss.token, 'POST', `${ACCOUNTS}${id}/check/`)
const rowOf = async (name: string, by = boss) =>
  ((await desk.as(by.token, 'GET', ACCOUNTS)).json as { results: { id: string; name: string }[] }).results.find((row) => row.name === name)!
const sentTo = async (): Promise<number> => {
  const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from mail where recipient = ${boss.email}`
  return row!.count
}
const ask = (account_name: string) => desk.as(boss.token, 'POST', '/v2/drfq/rfqs/', { ...asked, account_name })

describe('a key that is entered', () => {
  it.each([
    ['opens nothing', 'unknown', 'PROVED', { error: 'VenueKeyRefused', message: 'The venue rejected the key: invalid_credentials' }],
    ['opens nothing, also unproved', 'unknown', 'UNPROVED', { error: 'VenueKeyRefused', message: 'invalid_credentials' }],
    [
      'may not settle',
      'reader',
      'PROVED',
      { error: 'VenueKeyCannotSettle', message: `${noBlocks.sentence} The key can still be saved as read-only.` },
    ],
    ['may not even read', 'blind', 'READ_ONLY', { error: 'VenueKeyCannotSettle', message: noBlocks.sentence }],
    [
      'could not be asked about',
      'silent',
      'PROVED',
      { error: 'VenueUnreachable', message: 'Deribit is not responding: timeout Try again, or save the key unverified' },
    ],
  ])('2.20 and %s is refused with its own sentence', async (_what, name, save, refused) => {
    const { status, json } = await add(name, { save })
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain(refused.message)
    expect(await rowOf(name)).toBeUndefined()
  })

  it('2.20 is checked without being kept, by administrators, ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, () => check('reader')))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(answers.find(({ status }) => status === 200)).toMatchObject({
      json: {
        outcome: 'ANSWERED',
        may_read: true,
        may_settle: false,
        findings: [{ about: 'BLOCK_TRADE', verdict: 'BAD', venue_words: '10005' }],
      },
    })
    expect(await check('reader', vera)).toMatchObject({ status: 403 })
    expect(await rowOf('reader')).toBeUndefined()
  })

  it('2.21 and only reads is saved as that: never a default, never used to settle, no choice of a trade', async () => {
    const made = await add('reader', { save: 'READ_ONLY' })
    expect(made).toMatchObject({
      status: 201,
      json: { is_default: false, is_read_only: true, health: { state: 'HEALTHY', words: 'Reads' } },
    })
    const { id } = made.json as { id: string }
    expect(await update(id, { is_default: true })).toMatchObject({ status: 400 })
    expect(
      await desk.as(boss.token, 'PATCH', '/trading-desk/member/trading-state/update/', { default_deribit_api_credential_id: id }),
    ).toMatchObject({ status: 400 })
    expect((await desk.as(boss.token, 'GET', '/trading-desk/deribit/api-credentials/')).text).not.toContain(id)
    expect(await ask('reader')).toMatchObject({ status: 400, json: { error: 'AccountCannotSettle' } })
  })

  it('2.20 reports from which of our addresses the venue would refuse us', async () => {
    const { json } = await check('bound')
    expect(JSON.stringify(json)).toContain('1 of our 2 addresses are allowed. The venue would reject calls from 203.0.113.11.')
    expect((await desk.as(boss.token, 'GET', ACCOUNTS)).json).toMatchObject({ our_addresses: ['203.0.113.10', '203.0.113.11'] })
  })
})

describe('a key that begins to fail', () => {
  it('2.22, 2.24 stops new orders with its account, is reported to administrators once, and allows everything again when it is fixed', async () => {
    const { id } = (await add('main-2')).json as { id: string }
    const before = await sentTo()
    desk.venue.sayOfKeys(() => says['reader']!)
    expect(await recheck(id)).toMatchObject({
      status: 200,
      json: { health: { state: 'FAILING', words: 'No block trade permission', sentence: noBlocks.sentence } },
    })
    await recheck(id)
    expect((await sentTo()) - before).toBe(1)
    desk.product.clock.now += 5_000
    const refused = await ask('main-2')
    expect(refused).toMatchObject({
      status: 400,
      json: {
        error: 'AccountCannotSettle',
        message: `main-2 cannot settle: ${noBlocks.sentence} Choose another account, or ask an administrator to fix it.`,
      },
    })
    // Other desks see none of this: the desk still receives RFQs and is still listed.
    const kit = await desk.person('kitty', 'administrator', 'KEST')
    expect((await desk.as(kit.token, 'GET', ACCOUNTS)).text).not.toContain('main-2')
    answersAsNamed()
    await recheck(id)
    desk.product.clock.now += 5_000
    expect(await ask('main-2')).toMatchObject({ status: 201 })
    expect(await rowOf('main-2', vera)).toMatchObject({ health: { state: 'HEALTHY' }, key: null })
  })

  it('2.24 is not a missing response of the venue: the earlier state remains', async () => {
    const { id } = await rowOf('main-2')
    desk.venue.sayOfKeys(() => says['silent']!)
    expect(await recheck(id)).toMatchObject({
      json: { health: { state: 'HEALTHY', unanswered: { words: 'Deribit is not responding: timeout' } } },
    })
    answersAsNamed()
    expect(await recheck(id)).toMatchObject({ json: { health: { unanswered: null } } })
  })

  it('2.24 is found by itself within five minutes, and so is its mending', async () => {
    let reader = vera
    const healthOf = async () => ((await rowOf('main-2', reader)) as unknown as { health: { state: string } }).health.state
    const goOn = async () => {
      desk.product.clock.now += 5 * MINUTE_MS
      reader = await desk.person('vera', 'viewer')
    }
    desk.venue.sayOfKeys(() => says['reader']!)
    await goOn()
    await expect.poll(healthOf, PATIENCE).toBe('FAILING')
    answersAsNamed()
    await goOn()
    await expect.poll(healthOf, PATIENCE).toBe('HEALTHY')
  })
})

describe('another key for an account', () => {
  const isKept = async (id: string) =>
    (await database.sql<{ kept: boolean }[]>`select previous_sealed is not null as kept from venue_account where id = ${id}`)[0]!.kept

  it('2.23 is proved before the one before goes, which stays for an hour; and it is a key of the same account', async () => {
    const { id } = (await add('bound')).json as { id: string }
    expect(await update(id, key('unknown'))).toMatchObject({ status: 400 })
    expect(JSON.stringify((await update(id, { client_id: 'other', client_secret: 's' })).json)).toContain(
      'The new key belongs to account 78, and this account is 77.',
    )
    const rotated = await update(id, { client_id: 'fresh', client_secret: 's' })
    expect(rotated).toMatchObject({
      status: 200,
      json: { key: { entered_at: desk.product.clock.now, previous_until: desk.product.clock.now + 60 * MINUTE_MS } },
    })
    expect(await isKept(id)).toBe(true)
  })

  it('2.23 the one before is deleted after its hour, but for as long as a trade that was agreed with it has not settled', async () => {
    const { id } = (await add('rotated')).json as { id: string }
    const { id: trading } = (await add('in-a-trade')).json as { id: string }
    const agreedAt = desk.product.clock.now
    await database.sql`
      insert into settlement (trade_id, shard, rfq_id, venue, taker, taker_account, maker, maker_account, agreed_at, legs, state, progress, next_attempt_at)
      values ('t_open', 'none', 'r_open', 'DBT', 'ORRY', 'in-a-trade', 'KEST', 'KEST main', ${agreedAt}, '[]', 'AGREED', '{}', ${agreedAt * 2})`
    desk.product.clock.now += 1_000
    for (const one of [id, trading]) expect((await update(one, { client_id: 'newer', client_secret: 's' })).status).toBe(200)
    desk.product.clock.now += 59 * MINUTE_MS
    expect([await isKept(id), await isKept(trading)]).toEqual([true, true])
    desk.product.clock.now += MINUTE_MS
    await expect.poll(() => isKept(id), PATIENCE).toBe(false)
    expect(await isKept(trading)).toBe(true)
    await database.sql`update settlement set state = 'DONE' where trade_id = 't_open'`
    await expect.poll(() => isKept(trading), PATIENCE).toBe(false)
  })
})
