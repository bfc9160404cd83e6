import type { DeskId, Instant } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silent } from '../../log/log.ts'
import { createPost } from '../../mail/mail-queue.ts'
import { openTestDatabase, withTestDatabase } from '../../../test/database.ts'
import type { Actor } from '../actor.ts'
import { openBook } from '../accounts-snapshot.ts'
import { createVault } from '../../vault/vault.ts'
import { createVenueKeys } from '../../settlement/venue-keys.ts'
import { createDirectory } from './create-directory.ts'
import { createDeskService } from './service.ts'
import type { EnteredKey } from '../venue-health/entered-key.ts'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
let vera: Person
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  boss = await desk.person('boss', 'administrator')
  vera = await desk.person('vera', 'viewer')
})
afterAll(() => desk.close())

type View = { readonly id: string; readonly name: string; readonly is_default: boolean; readonly venue?: string }
const ACCOUNTS = '/account/desk/venue-accounts/'
const STATE = '/trading-desk/member/trading-state/update/'
const list = async (path = ACCOUNTS, by = boss): Promise<View[]> =>
  ((await desk.as(by.token, 'GET', path)).json as { results: View[] }).results
const add = async (name: string, venue = 'BYB', more: object = {}) =>
  desk.as(boss.token, 'POST', ACCOUNTS, {
    venue,
    name,
    client_id: `id-of-${name.replaceAll(' ', '-')}`,
    client_secret: 'hidden-9',
    ...more,
  })
const made = async (name: string, venue = 'BYB', more: object = {}) => (await add(name, venue, more)).json as View
const remove = (id: string, by = boss) => desk.as(by.token, 'DELETE', `${ACCOUNTS}${id}/`)
const update = (id: string, body: object, by = boss) => desk.as(by.token, 'PATCH', `${ACCOUNTS}${id}/`, body)
const halfOf = async (half: string) => update((await list())[0]!.id, { [half]: 'x' })
const defaultAt = async (venue: string, by = boss) =>
  (await list(`/trading-desk/${venue}/api-credentials/`, by)).find(({ is_default }) => is_default)?.name

describe('accounts at the venues', () => {
  it('have one default at a venue: the first, until another is made it', async () => {
    const first = await made('first')
    expect(first).toMatchObject({ venue: 'BYB', is_default: true })
    const second = await made('second')
    expect(second.is_default).toBe(false)
    expect(await update(second.id, { is_default: true })).toMatchObject({ status: 200, json: { id: second.id, is_default: true } })
    expect((await list()).filter(({ venue }) => venue === 'BYB').map(({ name, is_default }) => [name, is_default])).toEqual([
      ['second', true],
      ['first', false],
    ])
    expect((await remove(second.id)).status).toBe(204)
    expect(await defaultAt('bybit')).toBe('first')
    expect((await remove(first.id)).status).toBe(204)
    expect(await list('/trading-desk/bybit/api-credentials/')).toEqual([])
  })

  it('leave no default behind if several remain: no trade uses another account by surprise', async () => {
    const accounts = await Promise.all(['a', 'b', 'c'].map((name) => made(name)))
    const primary = accounts.find(({ is_default }) => is_default)!
    await remove(primary.id)
    expect(await defaultAt('bybit')).toBeUndefined()
    const [one, other] = accounts.filter(({ id }) => id !== primary.id)
    await remove(one!.id)
    expect(await defaultAt('bybit')).toBe(other!.name)
    await remove(other!.id)
  })

  it('get other credentials, which are never returned', async () => {
    const { id } = await made('sealed')
    const before = await database.sql`select credentials_sealed as sealed from venue_account where id = ${id}`
    const answer = await update(id, { client_id: 'new-id', client_secret: 'hidden-10' })
    expect(answer).toMatchObject({ status: 200, json: { id, name: 'sealed', is_default: true } })
    expect(answer.text).not.toMatch(/hidden|new-id/)
    expect(await database.sql`select credentials_sealed as sealed from venue_account where id = ${id}`).not.toEqual(before)
    const [row] = await database.sql`select action, detail from audit where object = ${id} order by id desc limit 1`
    expect(row).toEqual({ action: 'UpdateVenueAccount', detail: { credentials: 'replaced', savedAs: 'SETTLES' } })
    await remove(id)
  })

  // Proves T 5.11, T 8.17.
  it.each([
    ['a name that is taken', () => add('ORRY main', 'DBT'), 400, { name: [expect.stringContaining('Choose another name')] }],
    ['a venue that is none', () => add('x', 'MOON'), 400, { venue: [expect.any(String)] }],
    [
      'one at a venue that has closed',
      () => add('x', 'FTX'),
      400,
      { venue: ['Venue "FTX" not supported: FTX has closed; there are no accounts to connect.'] },
    ],
    [
      'a field of another venue',
      () => add('x', 'BYB', { wallet_address: '0x1' }),
      400,
      { wallet_address: ['Accounts at Bybit do not have this field.'] },
    ],
    ['no name', () => add(''), 400, { name: [expect.any(String)] }],
    ['one half of the credentials', () => halfOf('client_id'), 400, { client_secret: ['This field is required'] }],
    ['the other half', () => halfOf('client_secret'), 400, { client_id: ['This field is required'] }],
    ['a default that is taken away', () => update('a_x', { is_default: false }), 400, { is_default: [expect.any(String)] }],
    ['one that is not there', () => update('a_x', { is_default: true }), 404, { error: 'NotFound' }],
    ['one that is not there, to be removed', () => remove('a_x'), 404, { error: 'NotFound' }],
  ])('refuse %s', async (_what, act, status, json) => expect(await act()).toMatchObject({ status, json }))

  it('of another desk are not found', async () => {
    const kit = await desk.person('kitty', 'administrator', 'KEST')
    const [mine] = await list()
    for (const answer of [await update(mine!.id, { is_default: true }, kit), await remove(mine!.id, kit)])
      expect(answer).toMatchObject({ status: 404 })
    expect((await list(ACCOUNTS, kit)).map(({ name }) => name)).toEqual(['KEST main'])
  })

  it('of one name are connected once, whoever does it in the same moment', async () => {
    const answers = await Promise.all([add('twin'), add('twin')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  it('are at most twenty of a desk', async () => {
    const kit = await desk.person('kitty', 'administrator', 'KEST')
    const wanted = (n: number) => ({ venue: 'BIT', name: `n ${n}`, client_id: 'i', client_secret: 's' })
    const answers = await Promise.all(Array.from({ length: 21 }, (_, n) => desk.as(kit.token, 'POST', ACCOUNTS, wanted(n))))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2)
  })
})

const wallet = { wallet_address: `0x${'7a'.repeat(20)}`, swap_address: `0x${'eb'.repeat(20)}`, bidding_token: 'USDC' }

describe('the accounts of each venue', () => {
  const paths = ['deribit', 'bybit', 'bitcom', 'paradex', 'ftx', 'friktion', 'ribbon'].map(
    (venue) => `/trading-desk/${venue}/api-credentials/`,
  )
  // Proves T 3.14, T 7.18, T 7.19, T 7.21.
  it.each([...paths, '/trading-desk/cme/clearing-accounts/', '/trading-desk/ribbon/api-credentials/?swap_address=0x1&bidding_token=0x2'])(
    '%s is a list for everybody of the desk, with nothing secret in it',
    async (path) => {
      const { status, text, json } = await desk.as(vera.token, 'GET', path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/secret|hidden|client/)
      expect((json as { results: object[] }).results.map((row) => Object.keys(row).sort())).toEqual(
        path.includes('deribit') || path.includes('bybit') ? [['cannot_ask_makers', 'cannot_settle', 'id', 'is_default', 'name']] : [],
      )
    },
  )

  // Proves A 10.13, T 3.15, T 7.16.
  it("mark the user's own default, otherwise the desk's; null means none", async () => {
    const second = await made('second', 'DBT')
    const field = 'default_deribit_api_credential_id'
    expect([await defaultAt('deribit'), await defaultAt('deribit', vera)]).toEqual(['ORRY main', 'ORRY main'])
    expect((await desk.as(vera.token, 'PATCH', STATE, { [field]: second.id })).json).toMatchObject({
      [field]: second.id,
      default_ftx_api_credential_id: null,
    })
    expect([await defaultAt('deribit'), await defaultAt('deribit', vera)]).toEqual(['ORRY main', 'second'])
    expect((await desk.as(vera.token, 'PATCH', STATE, { [field]: null })).json).toMatchObject({ [field]: null })
    expect([await defaultAt('deribit'), await defaultAt('deribit', vera)]).toEqual(['ORRY main', undefined])
    await desk.as(vera.token, 'PATCH', STATE, { [field]: second.id })
    await remove(second.id)
    expect(await defaultAt('deribit', vera)).toBeUndefined()
  })

  // Proves A 10.13, T 7.16.
  it.each([
    ['cme', 'default_cme_clearing_account_id', 'CME', { account_number: 'ORRY-7741', clearer: 'Northern Clearing' }],
    ['ribbon', 'default_ribbon_api_credential_id', 'RBN', wallet],
    [
      'friktion',
      'default_friktion_api_credential_id',
      'FKN',
      { wallet_address: '4Nd1mY5vQxFhTzJkWqPb8Rs2Ue6Cg9Ah3Dk7Lm', bidding_token: 'USDC' },
    ],
    ['bitcom', 'default_bitcom_api_credential_id', 'BIT', { client_id: 'i', client_secret: 's' }],
    ['bybit', 'default_bybit_api_credential_id', 'BYB', { client_id: 'i', client_secret: 's' }],
    ['paradex', undefined, 'PRDX', { account_address: '0x129f', subkey_private_key: '0x77' }],
  ])('2.19 of %s are kept by its own form, have a default of each person, and no secret leaves', async (name, field, venue, fields) => {
    const path = `/trading-desk/${name}/${name === 'cme' ? 'clearing-accounts' : 'api-credentials'}/`
    const answer = await desk.as(boss.token, 'POST', ACCOUNTS, { venue, name: `of ${name}`, ...fields })
    expect(answer).toMatchObject({ status: 201, json: { venue } })
    expect(answer.text).not.toMatch(/0x77|"s"/)
    const { id } = answer.json as View
    expect((await list(path)).map((row) => row.name)).toContain(`of ${name}`)
    if (field !== undefined) {
      await desk.as(vera.token, 'PATCH', STATE, { [field]: null })
      expect((await list(path, vera)).some((row) => row.is_default)).toBe(false)
      expect((await desk.as(vera.token, 'PATCH', STATE, { [field]: id })).json).toMatchObject({ [field]: id })
      expect((await list(path, vera)).find((row) => row.is_default)?.id).toBe(id)
    }
    await remove(id)
  })

  // Proves T 3.6, T 6.11.
  it('limit the venues of a person to those at which their desk has one', async () => {
    const venues = async () => ((await desk.as(vera.token, 'GET', '/account/user/')).json as { active_products: string[] }).active_products
    const before = await venues()
    expect(before).not.toContain('PRDX')
    const fields = { account_address: '0x129f', subkey_private_key: '0x77' }
    const { id } = (await desk.as(boss.token, 'POST', ACCOUNTS, { venue: 'PRDX', name: 'perpetuals', ...fields })).json as View
    expect(await venues()).toEqual([...before, 'PRDX'])
    await remove(id)
    expect(await venues()).toEqual(before)
  })

  // Proves T 7.20.
  it('ribbon is asked by swap contract and bidding token', async () => {
    const { id } = (await desk.as(boss.token, 'POST', ACCOUNTS, { venue: 'RBN', name: 'vault-bids', ...wallet })).json as View
    const path = '/trading-desk/ribbon/api-credentials/'
    const found = await list(`${path}?swap_address=${wallet.swap_address.toUpperCase().replace('0X', '0x')}&bidding_token=usdc`)
    expect(found.map((row) => row.name)).toEqual(['vault-bids'])
    expect(await list(`${path}?swap_address=0x${'1'.repeat(40)}`)).toEqual([])
    await remove(id)
  })

  it('ftx has none: its default can be cleared, and no id is known', async () => {
    const field = 'default_ftx_api_credential_id'
    expect(await desk.as(vera.token, 'PATCH', STATE, { [field]: null })).toMatchObject({ status: 200, json: { [field]: null } })
    expect(await desk.as(vera.token, 'PATCH', STATE, { [field]: 'a_1' })).toMatchObject({
      status: 400,
      json: {
        code: 4305,
        message: 'Venue "FTX" not supported: FTX has closed; there are no accounts to connect.',
        data: { member: field },
      },
    })
  })

  // Proves T 5.11, T 8.17.
  it('a default at a venue that nobody knows is refused with the published sentence, and nothing else of the request is done', async () => {
    const [mine] = await list('/trading-desk/deribit/api-credentials/', vera)
    const ask = (more: object) => desk.as(vera.token, 'PATCH', STATE, { default_deribit_api_credential_id: mine!.id, ...more })
    const before = await defaultAt('deribit', vera)
    const member = 'default_zzz_api_credential_id'
    const message = expect.stringMatching(/^Venue "zzz" not supported\. Use default_deribit_api_credential_id, /)
    expect(await ask({ [member]: 'a_1' })).toMatchObject({ status: 400, json: { code: 4305, message, data: { member } } })
    const noSuch = expect.stringMatching(/^This call has no such member\. Use /)
    expect(await ask({ default_deribit_api_credential: 'a_1' })).toMatchObject({ status: 400, json: { message: noSuch } })
    expect(await defaultAt('deribit', vera)).toBe(before)
  })

  // Proves W 7.4.
  it('are answered to programs with their state, all together or of one venue', async () => {
    const { json } = await desk.product.signed('GET', '/v1/identity/credentials/?venue=DBT', '')
    expect(json).toEqual({
      next: null,
      results: [
        {
          id: expect.any(String),
          venue: 'DBT',
          name: 'ORRY main',
          is_default: true,
          is_read_only: false,
          state: expect.any(String),
          checked_at: expect.toSatisfy((at) => at === null || at > 0),
        },
      ],
    })
  })

  // Proves T 8.17.
  it.each([
    ['GET', '/v1/identity/credentials/?venue=MOON', ''],
    ['GET', '/v2/drfq/instruments/?venue=MOON', ''],
    ['GET', '/v2/drfq/rfqs/?venue=MOON', ''],
    ['GET', '/v1/grfq/instruments/?venue=MOON', ''],
    ['GET', '/v1/grfq/rfqs/?venue=MOON', ''],
    ['GET', '/v1/ob/quotes/?venue=MOON', ''],
    ['POST', '/v1/ob/rfqs/', '{"venue":"MOON","legs":[]}'],
  ])('an unknown venue is refused with the published sentence by %s %s', async (method, path, body) => {
    const { status, json } = await desk.product.signed(method, path, body)
    expect([status, json]).toMatchObject([
      400,
      { code: 1002, message: expect.stringMatching(/^Venue "MOON" not supported\. It must be one of DBT, /) },
    ])
  })

  it("have no other desk's account, no other venue's, and none that is not there as a default", async () => {
    const kit = await desk.person('kitty', 'administrator', 'KEST')
    const [theirs] = await list('/trading-desk/deribit/api-credentials/', kit)
    const [bybit] = await list('/trading-desk/bybit/api-credentials/')
    for (const id of [theirs!.id, bybit!.id, 'a_nothing'])
      expect(await desk.as(vera.token, 'PATCH', STATE, { default_deribit_api_credential_id: id })).toMatchObject({ status: 404 })
    expect(await desk.as(vera.token, 'PATCH', STATE, {})).toMatchObject({ status: 200 })
    expect(await desk.product.signed('PATCH', STATE, '{}')).toMatchObject({ status: 403 })
  })
})

describe('what was agreed with an account', () => {
  it('2.13, 2.23 is settled with it though it was disconnected or given another key, also where its name was given again', async () => {
    const own = await openTestDatabase()
    try {
      const book = await openBook(own.sql, silent)
      const vault = createVault(new Uint8Array(32))
      const { venueAccounts } = createDeskService({ book, vault, post: createPost(vault) })
      const directory = createDirectory(book, { of: () => ({}) }, () => 0)
      const venueKeys = createVenueKeys(book, vault)
      await own.sql`insert into firm (id, name, created_at) values ('f', 'F', 1)`
      await own.sql`insert into desk (ticker, name, firm, is_maker, created_at) values ('ORRY', 'O', 'f', true, 1)`
      await book.refresh()
      const ORRY = 'ORRY' as DeskId
      const keyOf = (clientId: string): EnteredKey => ({ read: { sealed: { clientId, clientSecret: 's' }, open: {} }, savedAs: 'SETTLES' })
      const at = (now: number): Actor => ({ desk: ORRY, name: 'operator', now: now as Instant })
      const connect = (now: number, clientId: string) =>
        venueAccounts.add(at(now), { venue: 'DBT', name: 'main', key: keyOf(clientId), isDefault: true }) as Promise<{ id: string }>
      const first = await connect(100, 'first')
      await venueAccounts.remove(at(200), first.id)
      const usedFor = (agreedAt: number) => venueKeys({ venue: 'DBT', desk: ORRY, account: 'main', agreedAt })?.clientId
      expect([199, 200].map(usedFor)).toEqual(['first', undefined])
      expect(directory.accounts(ORRY, 'DBT')).toEqual([])
      const second = await connect(300, 'second')
      expect([150, 199, 300, 400].map(usedFor)).toEqual(['first', 'first', 'second', 'second'])
      await venueAccounts.update(at(450), second.id, { key: keyOf('third') })
      expect([449, 450].map(usedFor)).toEqual(['second', 'third'])
      await venueAccounts.remove(at(500), second.id)
      expect([150, 440, 460, 500].map(usedFor)).toEqual(['first', 'second', 'third', undefined])
      await book.close()
    } finally {
      await own.close()
    }
  })
})
