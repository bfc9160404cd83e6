/** The user's token at the perpetuals platform, through the running product and the venue's own protocol. */
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, createServer, unhurried, type RunningServer } from '@parley/server'
import { createParadexVenue } from '@parley/venues'
import { ownDatabase } from '../../test/own-database.ts'
import { createParadexSimulator, type ParadexSimulator } from './simulator.ts'

const PASSWORD = 'a long sentence of a password'
const OWN = { account_address: `0x${'a'.repeat(40)}`, subkey_private_key: `0x${'b'.repeat(60)}` }
let moved = 0
const now = (): number => Date.now() + moved
let venue: ParadexSimulator
let server: RunningServer
/** Tokens that the venue has given, to the product and through it to its users. */
const given: string[] = []
const logged: string[] = []
let database: Awaited<ReturnType<typeof ownDatabase>> | undefined

beforeAll(async () => {
  venue = await createParadexSimulator({
    now,
    tickMs: 0,
    accounts: [{ clientId: OWN.account_address, clientSecret: OWN.subkey_private_key, name: 'Own' }],
  })
  const paradex = createParadexVenue({ ...venue, now, callTimeoutMs: 6_000 })
  database = await ownDatabase('user_token')
  const line = (details: object, sentence: string): void => void logged.push(`${JSON.stringify(details)} ${inspect(details)} ${sentence}`)
  const log = { info: line, warn: line, error: line }
  server = await createServer({ ...{ dataDir: database.dataDir, databaseUrl: database.url }, port: 0, paradex, now, log, rates: unhurried })
  const { operator } = server
  for (const ticker of ['ORRY', 'KEST']) {
    await operator.createFirm({ name: `${ticker} firm` })
    await operator.createDesk({ ticker, name: `${ticker} desk`, firmName: `${ticker} firm`, isMaker: false, limits: 'NONE' })
  }
  for (const [name, desk, role] of [
    ['boss', 'ORRY', 'administrator'],
    ['vera', 'ORRY', 'viewer'],
    ['nil', 'ORRY', 'trader'],
    ['kit', 'KEST', 'administrator'],
  ] as const) {
    const agreement = name === 'nil' ? 'none' : 'non-us'
    await operator.createUser({
      email: `${name}@desk.example`,
      password: PASSWORD,
      firstName: name,
      lastName: 'Test',
      desk,
      role,
      agreement,
    })
  }
}, 120_000)
afterAll(async () => {
  await server?.close()
  await venue?.close()
  await database?.drop()
})

async function send(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Token ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

const signIn = async (name: string): Promise<string> =>
  String((await send('POST', '/account/login/', { body: { email: `${name}@desk.example`, password: PASSWORD } }))['token'])
const readUser = (token: string) => send('GET', '/account/user/', { token })
const none = { perpetuals_token: null, perpetuals_token_ends_at: null }

// Proves A 3.15, T 3.3.
it('2.19 only traders of a desk with an account there have a token, as long as the venue grants it', async () => {
  const [boss, vera, nil, kit] = [await signIn('boss'), await signIn('vera'), await signIn('nil'), await signIn('kit')]
  expect(await readUser(boss)).toMatchObject(none)
  await send('POST', '/account/desk/venue-accounts/', { token: boss, body: { venue: 'PRDX', name: 'perpetuals', ...OWN } })

  const first = await readUser(boss)
  const bearer = String(first['perpetuals_token'])
  given.push(bearer)
  expect(bearer.split('.')).toHaveLength(3)
  const { exp } = JSON.parse(Buffer.from(bearer.split('.')[1]!, 'base64url').toString()) as { exp: number }
  expect(Math.abs(Number(first['perpetuals_token_ends_at']) - exp * 1_000)).toBeLessThan(2_000)
  expect((await fetch(`${venue.restUrl}/account`, { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(200)
  expect(JSON.stringify(first)).not.toContain(OWN.subkey_private_key.slice(2))

  for (const other of [vera, nil, kit]) expect(await readUser(other)).toMatchObject(none)
  const accepted = await send('PATCH', '/account/user/', { token: nil, body: { has_accepted_non_us_agreement: true } })
  expect(accepted).toMatchObject({ has_unaccepted_agreement: false, perpetuals_token: expect.any(String) })

  moved += 4 * 60_000
  const second = await readUser(boss)
  expect(second['perpetuals_token']).not.toBe(bearer)
  given.push(String(second['perpetuals_token']))
  expect(Number(second['perpetuals_token_ends_at'])).toBeGreaterThan(Number(first['perpetuals_token_ends_at']))

  // If the venue does not respond, users can still read their own profile.
  moved += 4 * 60_000
  venue.faults.order({ method: 'POST /auth/{}', fault: { kind: 'LOSE_ANSWER' }, times: 1 })
  expect(await readUser(boss)).toMatchObject({ email: 'boss@desk.example', ...none })
}, 60_000)

it('2.19 tokens of the venue are in no row of the database and in no line of the log', async () => {
  expect(given).toHaveLength(2)
  const pieces = given.flatMap((token) => [token, token.split('.')[2]!, Buffer.from(token).toString('hex')])
  const isIn = (text: string): boolean => pieces.some((piece) => text.includes(piece))
  expect(isIn(`…${given[0]}…`)).toBe(true)
  expect(logged.filter(isIn)).toEqual([])
  expect(logged.length).toBeGreaterThan(0)
  const sql = connect(database!.url, { max: 1, name: 'parley test' })
  try {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
    for (const { name } of tables) {
      const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`
      expect(
        rows.filter(({ row }) => isIn(row)),
        name,
      ).toEqual([])
    }
  } finally {
    await sql.end()
  }
})
