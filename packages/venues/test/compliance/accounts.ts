/** Credentials open their own account and no other. */
import { expect, it } from 'vitest'
import type { WithVenue } from './harness.ts'

export function accounts(withVenue: WithVenue): void {
  it(
    'names the account behind good credentials',
    withVenue(async ({ venue, maker }) => {
      expect(await venue.checkAccount(maker)).toMatchObject({ outcome: 'DONE', value: { accountName: expect.stringMatching(/./) } })
    }),
  )

  it(
    'refuses credentials that nobody has, and a key that may not trade blocks',
    withVenue(async ({ venue, nobody, reader }) => {
      expect(await venue.checkAccount(nobody)).toMatchObject({ outcome: 'REJECTED' })
      expect(await venue.checkAccount(reader)).toMatchObject({ outcome: 'REJECTED' })
    }),
  )
}
