import { expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct } from '../../../test/product.ts'
import { formOf, join } from '../../../test/onboarding.ts'

const database = withTestDatabase()

it('wrong invitation keys are counted in the audit log, without the keys', async () => {
  const product = await startTestProduct(database.url)
  const typed = 'WRNGKEYWRNGKEY23'
  for (let times = 0; times < 31; times++) await join(product, formOf(typed, 'guess@orrery.example'))
  // The counts are stored at the latest when the product stops.
  await product.close()
  const rows = await database.sql<{ actor: string; object: string; detail: { what: string; count: number } }[]>`
    select actor, object, detail from audit where action = 'SignInFailed' order by id`
  const counted = (what: string) => rows.filter(({ detail }) => detail.what === what).reduce((sum, { detail }) => sum + detail.count, 0)
  expect([counted('InvitationKey'), counted('TooMany')]).toEqual([30, 1])
  expect(new Set(rows.map(({ actor, object }) => `${actor} ${object}`))).toEqual(new Set(['unknown unknown']))
  expect(JSON.stringify(rows)).not.toContain(typed)
})
