/** Finds the owner of the passkey that answered, if the response verifies. */
import type { UserId } from '@parley/core'
import type { UserRow } from '../rows.ts'
import { checkPasskey } from './check-passkey.ts'
import { changeBy, type Moment } from './person.ts'
import type { PasskeyParts } from './passkeys.ts'
import type { Unproved } from './webauthn.ts'

type Row = { readonly id: string; readonly user: UserId; readonly publicKey: Uint8Array; readonly counter: number }

/** The owner, or undefined. The caller cannot distinguish the reasons, which are logged. */
export async function usePasskey(
  { sql, book, webauthn, log }: PasskeyParts,
  answer: Unproved,
  moment: Moment,
): Promise<UserRow | undefined> {
  const ownerOf = ({ user }: Row) => book.accounts.users.get(user)
  const find = async (id: string) => {
    const [row] = await sql<Row[]>`
      select id, app_user as "user", public_key as "publicKey", counter from passkey where id = ${id}`
    return row !== undefined && ownerOf(row) !== undefined ? row : undefined
  }
  const passkey = await checkPasskey<Row>(
    {
      ...{ webauthn, log, find },
      // Authenticators without a counter always report 0. For any other counter, a value that does not grow means a copy (WebAuthn level 3, 6.1.1).
      async store({ id }, { counter, isSynced }) {
        const { count } = await sql`
          update passkey set counter = ${counter}, last_used_at = ${moment.now}, is_synced = ${isSynced}
          where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
        return count === 1
      },
      async onCopied(copied, { counter }) {
        const detail = { kept: copied.counter, shown: counter }
        const change = changeBy(book, ownerOf(copied)!, moment, { action: 'RefuseCopiedPasskey', object: copied.id, detail })
        await book.change(change, () => Promise.resolve())
      },
    },
    answer,
    moment,
  )
  return passkey && ownerOf(passkey)
}
