/** What sign-in and proving again ask of second factors. */
import type { Book } from '../book.ts'
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

/** Two-factor asks; a passkey answers in place of the app. Alone it asks for nothing: who loses it has no backup codes (decision 0112). */
function neededOf({ accounts }: Book, user: Parameters<SecondFactors['needed']>[0]): ReturnType<SecondFactors['needed']> {
  const person = accounts.users.get(user)
  const totp = person !== undefined && person.totpEnabledAt !== null
  return { totp, passkey: totp && person.hasPasskey }
}
