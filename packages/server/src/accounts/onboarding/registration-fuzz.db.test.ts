import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../../test/product.ts'
import { formOf, invite, join } from '../../../test/onboarding.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  const often = { perSecond: 1e6, burst: 1e6 }
  product = await startTestProduct(database.url, { rates: { registrationsPerAddress: often } })
})
afterAll(() => product.close())

const fields = Object.keys(formOf('', '')).concat('has_accepted_us_agreement', 'app_version', 'role', 'desk', '__proto__')
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.constantFrom('', ' ', 'US', 'KP', 'ada@orrery.example', '1990-02-30', '2025-01-01', 'x'.repeat(600), true, false, null, undefined),
  fc.jsonValue({ maxDepth: 3 }),
)

it('for any content of a form, either a user joins and the key is used, or no user does and the key remains valid', async () => {
  const token = await product.signIn()
  const email = 'fuzz@orrery.example'
  const { key, id } = await invite(product, token, { email })
  const people = await database.sql`select from app_user`
  const changes = fc.dictionary(fc.constantFrom(...fields), value, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const answer = await join(product, { ...formOf(key, email), ...changed })
      if (answer.status === 200) {
        // The changed form was as good as the one before, so the key is restored for the next form.
        expect(await database.sql`select from app_user where email = ${email}`).toHaveLength(1)
        await database.sql`update invitation set accepted_at = null, accepted_by = null where id = ${id}`
        await database.sql`update app_user set email = id || '@gone.example' where email = ${email}`
        await product.server.operator.setFeatureFlag('feature_user_agreements', 'off')
        return
      }
      expect([400, 413]).toContain(answer.status)
      for (const [field, texts] of Object.entries(answer.json as object)) {
        expect(field).not.toBe('')
        expect(texts).toEqual([expect.any(String)])
      }
      const [row] = await database.sql`select accepted_at as at from invitation where id = ${id}`
      expect(row).toEqual({ at: null })
    }),
    { numRuns: 150 },
  )
  expect(product.logged()).not.toContain('A request failed')
  expect((await join(product, formOf(key, email))).status).toBe(200)
  const roles = await database.sql`select distinct membership.role from membership join invitation on accepted_by = app_user`
  expect(roles).toEqual([{ role: 'trader' }])
  expect((await database.sql`select from app_user`).length).toBeGreaterThan(people.length)
})
