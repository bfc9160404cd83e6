/** Finds the owner of the passkey that answered, if the response verifies. */
import type { UserId } from '@parley/core'
import type { UserRow } from '../rows.ts'
import { changeBy, type Moment } from './person.ts'
import type { PasskeyParts } from './passkeys.ts'
import type { Unproved } from './webauthn.ts'

type Row = { readonly id: string; readonly user: UserId; readonly publicKey: Uint8Array; readonly counter: number }

/** The owner, or undefined. The caller cannot distinguish the reasons, which are logged. */
export async function usePasskey(parts: PasskeyParts, answer: Unproved, moment: Moment): Promise<UserRow | undefined> {
  const { sql, book, webauthn, log } = parts
  const { now } = moment
  const refused = (reason: string) => {
    log.info({ reason, requestId: moment.requestId }, 'A passkey was rejected')
    return undefined
  }
  const challenge = await webauthn.takeSignIn(answer, now)
  if (challenge === undefined) return refused('the challenge is unknown, already used or too old')
  const { id } = answer
  const [passkey] =
    typeof id !== 'string'
      ? []
      : await sql<Row[]>`
      select id, app_user as "user", public_key as "publicKey", counter from passkey where id = ${id}`
  const user = passkey && book.accounts.users.get(passkey.user)
  if (passkey === undefined || user === undefined) return refused('unknown passkey')
  const used = await webauthn.verifySignIn(answer, passkey, challenge)
  if ('reason' in used) return refused(used.reason)
  // Authenticators without a counter always report 0. For any other counter, a value that does not grow means a copy (WebAuthn level 3, 6.1.1).
  const { count } = await sql`
    update passkey set counter = ${used.counter}, last_used_at = ${now}, is_synced = ${used.isSynced}
    where id = ${passkey.id} and (counter < ${used.counter} or (counter = 0 and ${used.counter} = 0))`
  if (count === 1) return user
  const detail = { kept: passkey.counter, shown: used.counter }
  const change = changeBy(book, user, moment, { action: 'RefuseCopiedPasskey', object: passkey.id, detail })
  await book.change(change, () => Promise.resolve())
  return refused('its counter went backwards, so it may be a copy')
}
