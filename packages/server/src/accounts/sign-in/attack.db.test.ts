import { hash } from '@node-rs/argon2'
import { accountCalls, wireRates } from '@parley/contracts'
import type { Instant } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Answered, Faulted, type RouteInput } from '../../calls/route.ts'
import { silent } from '../../log/log.ts'
import { createPost } from '../../mail/mail-queue.ts'
import { openPlatform } from '../../platform/platform.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { createOperator, type Operator } from '../../operator/operator.ts'
import { createAccount, type Account } from '../create-accounts.ts'
import { lightWork } from '../../../test/light-work.ts'
import { createPasswords } from './passwords.ts'
import { createVault } from '../../vault/vault.ts'

const PASSWORD = 'correct horse battery'
const database = withTestDatabase()
const clock = { now: 1_800_000_000_000 as Instant }
let account: Account
let operator: Operator

/** The accounts of the product without HTTP, which would take most of the time of ten thousand attempts. */
async function open(): Promise<void> {
  const { sql } = database
  const vault = createVault(Buffer.alloc(32, 7))
  const parts = { sql, vault, passwords: createPasswords(lightWork), post: createPost(vault), now: () => clock.now }
  account = await createAccount({ ...parts, publicUrl: 'http://localhost', rates: wireRates, log: silent })
  operator = createOperator({ ...account, ...parts, platform: await openPlatform({ sql, now: Date.now, log: silent }) })
}

beforeAll(async () => {
  await open()
  await operator.createDesk({ ticker: 'ORRY', name: 'Orrery', firmName: 'Orrery Ltd', isMaker: false })
})
afterAll(() => account.close())

async function createVictim(name: string): Promise<string> {
  const email = `${name}@orrery.example`
  await operator.createUser({ email, password: PASSWORD, firstName: 'Ro', lastName: 'Orr', desk: 'ORRY', role: 'trader' })
  return email
}

/** Makes passwords cheap to compare, for the same reason. The next correct sign-in hashes the password again. */
async function cheapen(email: string): Promise<void> {
  const light = await hash(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
  await database.sql`update app_user set password_hash = ${light} where email = ${email}`
  await operator.createFirm({ name: `Reads the accounts again for ${email}` })
}

type SignInAnswer = {
  readonly status: number
  readonly retryAfterMs?: number | undefined
  readonly message?: string
  readonly cookie?: string
}

/** One attempt, with the response of the call's own route. */
async function attempt(email: string, address: string, password = 'wrong', cookie = ''): Promise<SignInAnswer> {
  const { handle } = account.routes.find(({ call }) => call === accountCalls.login)!
  const body = { email, password }
  const asked = { body, address, now: clock.now, headers: { cookie, 'user-agent': '' }, region: undefined, requestId: 'attack' }
  try {
    const answer = (await handle(asked as unknown as RouteInput<typeof accountCalls.login>)) as Answered<unknown> | { refused: string }
    return answer instanceof Answered ? { status: 200, cookie: answer.headers['set-cookie']!.split(';')[0]! } : { status: 400 }
  } catch (error) {
    if (!(error instanceof Faulted)) throw error
    return { status: 429, retryAfterMs: error.fault.retryAfterMs, message: error.fault.message }
  }
}

const statusOf = async (...given: Parameters<typeof attempt>): Promise<number> => (await attempt(...given)).status

async function attack(email: string, attempts: number, addressOf: (attempt: number) => string): Promise<Record<number, number>> {
  const statuses: Record<number, number> = { 200: 0, 400: 0, 429: 0 }
  await cheapen(email)
  for (let done = 0; done < attempts; done += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, each) => attempt(email, addressOf(done + each))))
    for (const { status } of answers) statuses[status]! += 1
    clock.now = (clock.now + 20) as Instant
  }
  return statuses
}

describe('10,000 wrong attempts', () => {
  it('from one address: few are looked at, and the owner signs in from anywhere else', async () => {
    const email = await createVictim('alba')
    expect(await statusOf(email, '203.0.113.1', PASSWORD)).toBe(200)
    const statuses = await attack(email, 10_000, () => '198.51.100.1')
    expect(statuses[400]).toBeLessThan(20)
    expect(statuses[429]).toBeGreaterThan(9_980)
    expect(await statusOf(email, '203.0.113.1', PASSWORD)).toBe(200)
    expect(await statusOf(email, '192.0.2.99', PASSWORD)).toBe(200)
  })

  it('from 10,000 addresses: the owner signs in from a known device, a known address, and a new address', async () => {
    const email = await createVictim('beda')
    const laptop = (await attempt(email, '203.0.113.2', PASSWORD)).cookie
    const statuses = await attack(email, 10_000, (each) => `10.${each >> 16}.${(each >> 8) & 255}.${each & 255}`)
    expect(statuses).toEqual({ 200: 0, 400: 10_000, 429: 0 })
    expect(await statusOf(email, '203.0.113.2', PASSWORD)).toBe(200)
    expect(await statusOf(email, '198.51.100.77', PASSWORD, laptop)).toBe(200)
    expect(await statusOf(email, '192.0.2.7', PASSWORD)).toBe(200)
  })

  it('from 100 addresses again and again: each has one in a quarter of an hour', async () => {
    const email = await createVictim('cora')
    const statuses = await attack(email, 10_000, (each) => `10.9.0.${each % 100}`)
    expect(statuses[400]).toBeLessThan(150)
    expect(await statusOf(email, '10.9.0.1', PASSWORD)).toBe(429)
    expect(await statusOf(email, '192.0.2.8', PASSWORD)).toBe(200)
    clock.now = (clock.now + 15 * 60_000) as Instant
    expect(await statusOf(email, '10.9.0.1', PASSWORD)).toBe(200)
  })

  it('from the address of the owner do not hold up the device of the owner, and others there for five minutes at most', async () => {
    const email = await createVictim('dora')
    const laptop = (await attempt(email, '203.0.113.4', PASSWORD)).cookie
    await attack(email, 10_000, () => '203.0.113.4')
    expect(await statusOf(email, '203.0.113.4', PASSWORD, laptop)).toBe(200)
    expect(await statusOf(email, '203.0.113.4', PASSWORD)).toBe(429)
    clock.now = (clock.now + 5 * 60_000) as Instant
    expect(await statusOf(email, '203.0.113.4', PASSWORD)).toBe(200)
  })

  it('on an unknown address get the same answers as those on a known one', async () => {
    const known = await createVictim('emma')
    const answersTo = async (email: string, address: string) => {
      const answers = []
      for (let each = 0; each < 12; each++) answers.push(await attempt(email, address))
      return answers
    }
    const answers = await answersTo(known, '198.51.100.10')
    expect(await answersTo('nobody@orrery.example', '198.51.100.11')).toEqual(answers)
    expect(answers.slice(9)).toEqual([
      { status: 400 },
      ...[1, 2].map(() => ({ status: 429, retryAfterMs: 1000, message: 'Too many attempts. Try again in 1 second.' })),
    ])
  })

  it('leave few rows in the audit log, with what was counted and nothing of what was typed', async () => {
    const [before] = await database.sql<{ count: number }[]>`select count(*)::int from audit where action = 'SignInFailed'`
    const email = await createVictim('fina')
    await attack(email, 1000, (each) => `10.8.${each >> 8}.${each & 255}`)
    await attempt('a-password-in-the-wrong-field', '10.8.99.1')
    await account.close()
    const rows = await database.sql<{ object: string; detail: { count: number; what: string } }[]>`
      select object, detail from audit where action = 'SignInFailed' order by id offset ${before!.count}`
    expect(rows.reduce((sum, { detail }) => sum + detail.count, 0)).toBeGreaterThanOrEqual(1001)
    expect(rows.length).toBeLessThan(100)
    expect(JSON.stringify(rows)).not.toContain('wrong-field')
    await open()
  })
})
