/** Sign-in with email and password. Whatever is wrong, the answer is the same and takes as long. */
import { refuse, type DeskId, type Instant, type Refusal, type UserId } from '@parley/core'
import { createRateLimit, type Rate } from '../../protection/rate-limit.ts'
import type { Book } from '../book.ts'
import { isPassword } from './passwords.ts'
import type { Role, UserRow } from '../rows.ts'
import type { Sessions } from './sessions.ts'

export type SignInAttempt = {
  readonly email: string
  readonly password: string
  readonly appVersion: string | undefined
  readonly address: string
  readonly now: Instant
}
export type SignedIn = { readonly token: string; readonly user: UserRow; readonly desk: DeskId; readonly role: Role }
export type TooManyAttempts = { readonly retryAfterMs: number }

export type SignInRates = { readonly failedSignInsPerAccount: Rate; readonly signInsPerAddress: Rate }

export function createSignIn(book: Book, sessions: Sessions, rates: SignInRates) {
  const failures = createRateLimit(rates.failedSignInsPerAccount)
  const addresses = createRateLimit(rates.signInsPerAddress)
  const refused = () => refuse('SignInRefused', '', 'Unable to log in with provided credentials.')

  return async ({ email: typed, password, appVersion, address, now }: SignInAttempt): Promise<SignedIn | TooManyAttempts | Refusal> => {
    const email = typed.trim().toLowerCase()
    const wait = failures.wait(email, now) ?? addresses.take(address, now)
    if (wait !== undefined) return { retryAfterMs: wait }
    const found = book.accounts.usersByEmail.get(email)
    const right = await isPassword(password, found?.passwordHash)
    const user = found && book.accounts.users.get(found.id)
    const member = user && book.accounts.memberships.get(user.id as UserId)?.[0]
    if (!right || !user || user.disabledAt !== null || !member) {
      failures.take(email, now)
      return refused()
    }
    const { token } = await sessions.start({
      user: user.id,
      desk: member.desk,
      address,
      appVersion,
      withFactor: true,
      isRestricted: false,
      now,
    })
    return { token, user, desk: member.desk, role: member.role }
  }
}
