import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../postgres/test-database.ts'
import { PASSWORD, startTestProduct, type Answer, type TestProduct } from '../../test-product.ts'
import { createTestTrader, openTestBrowser } from './test-browser.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url, { trustProxy: true, secretKey: '22'.repeat(32) })
})
afterAll(() => product.close())

/** Cheap to compare with, so that ten thousand attempts are a matter of seconds. */
async function createVictim(name: string): Promise<string> {
  const email = await createTestTrader(product, name)
  const light = await hash(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
  await database.sql`update app_user set password_hash = ${light} where email = ${email}`
  await product.server.operator.createFirm({ name: `Reads the accounts again for ${name}` })
  return email
}

const guess = (email: string, address: string, password = 'wrong'): Promise<Answer> =>
  product.send('POST', '/account/login/', { headers: { 'x-forwarded-for': address }, body: JSON.stringify({ email, password }) })

async function attack(email: string, attempts: number, addressOf: (attempt: number) => string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let done = 0; done < attempts; done += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, each) => guess(email, addressOf(done + each))))
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    product.clock.now += 20
  }
  return statuses
}

const PATIENCE = 240_000

describe('10,000 wrong attempts', { timeout: PATIENCE }, () => {
  it('from one address: few are looked at, and the owner signs in from anywhere else', async () => {
    const email = await createVictim('alba')
    const home = openTestBrowser(product, '203.0.113.1')
    expect((await home.signIn(email)).status).toBe(200)
    const statuses = await attack(email, 10_000, () => '198.51.100.1')
    expect(statuses.get(400)).toBeLessThan(20)
    expect(statuses.get(429)).toBeGreaterThan(9_980)
    expect((await home.signIn(email)).status).toBe(200)
    expect((await guess(email, '192.0.2.99', PASSWORD)).status).toBe(200)
  })

  it('from 10,000 addresses: the owner signs in from a known device, a known address, and an address nobody has seen', async () => {
    const email = await createVictim('beda')
    const laptop = openTestBrowser(product, '203.0.113.2')
    expect((await laptop.signIn(email)).status).toBe(200)
    expect((await guess(email, '203.0.113.3', PASSWORD)).status).toBe(200)
    const statuses = await attack(email, 10_000, (attempt) => `10.${attempt >> 16}.${(attempt >> 8) & 255}.${attempt & 255}`)
    expect(statuses.get(400)).toBe(10_000)
    expect((await laptop.signIn(email)).status).toBe(200)
    expect((await guess(email, '203.0.113.3', PASSWORD)).status).toBe(200)
    expect((await guess(email, '192.0.2.7', PASSWORD)).status).toBe(200)
  })

  it('or fewer from 100 addresses again and again: each has one in a quarter of an hour', async () => {
    const email = await createVictim('cora')
    const statuses = await attack(email, 2000, (attempt) => `10.9.0.${attempt % 100}`)
    expect(statuses.get(400)).toBeLessThan(100 + 30 * 10)
    expect(await guess(email, '10.9.0.1', PASSWORD)).toMatchObject({ status: 429 })
    product.clock.now += 15 * 60_000
    expect((await guess(email, '10.9.0.1', PASSWORD)).status).toBe(200)
  })

  it('or fewer from the address of the owner do not hold up the device of the owner', async () => {
    const email = await createVictim('dora')
    const laptop = openTestBrowser(product, '203.0.113.4')
    expect((await laptop.signIn(email)).status).toBe(200)
    await attack(email, 500, () => '203.0.113.4')
    expect(await guess(email, '203.0.113.4', PASSWORD)).toMatchObject({ status: 429 })
    expect((await laptop.signIn(email)).status).toBe(200)
  })

  it('are told when to come back, the same for an address nobody has', async () => {
    const known = await createVictim('emma')
    const answers = []
    for (const email of [known, 'nobody@orrery.example']) {
      const address = `198.51.100.${email.length}`
      let last = await guess(email, address)
      for (let attempt = 0; attempt < 10; attempt++) last = await guess(email, address)
      answers.push([last.status, last.headers['retry-after'], last.json])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.slice(0, 2)).toEqual([429, '1'])
  })

  it('leave few rows in the audit log, with what was counted and nothing of what was typed', async () => {
    const email = await createVictim('fina')
    await attack(email, 1000, (attempt) => `10.8.${attempt >> 8}.${attempt & 255}`)
    await guess('my-secret-password', '10.8.99.1')
    const read = () => database.sql<{ object: string; detail: { count: number; what: string } }[]>`
      select object, detail from audit where action = 'SignInFailed' and address is distinct from '198.51.100.1'`
    await product.close()
    const rows = await read()
    expect(rows.length).toBeLessThan(200)
    expect(rows.reduce((sum, { detail }) => sum + detail.count, 0)).toBeGreaterThan(1000)
    expect(JSON.stringify(rows)).not.toContain('my-secret-password')
    product = await startTestProduct(database.url, { trustProxy: true, secretKey: '22'.repeat(32) })
  })
})
