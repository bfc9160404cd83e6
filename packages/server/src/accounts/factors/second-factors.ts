/** Second factors, for sign-in and for proving again. */
import type { Book } from '../accounts-snapshot.ts'
import type { SecondFactors } from '../sign-in/second-factor.ts'
import type { PasskeyParts } from './passkeys.ts'
import { useCode } from './use-code.ts'
import { usePasskey } from './use-passkey.ts'

export const createSecondFactors = (parts: PasskeyParts): SecondFactors => ({
  needed: (user) => neededOf(parts.book, user),
  async check(user, given, now, from) {
    const moment = { ...from, now }
    if (given.passkey !== undefined && given.passkey !== null) {
      const owner = await usePasskey(parts, given.passkey, moment)
      return owner?.id === user.id ? 'Right' : 'Wrong'
    }
    const typed = given.totp_token?.trim() ?? ''
    if (typed === '') return 'Missing'
    return (await useCode(parts, user, typed, moment)) ? 'Right' : 'Wrong'
  },
})

/** A person who has either needs one beside the password (decision 0321). */
function neededOf({ accounts }: Book, user: Parameters<SecondFactors['needed']>[0]): ReturnType<SecondFactors['needed']> {
  const person = accounts.users.get(user)
  return { totp: person !== undefined && person.totpEnabledAt !== null, passkey: person !== undefined && person.hasPasskey }
}
