/** Second factors as one part of accounts: their services, and the check of a factor at sign-in or when a user confirms their identity again. */
import type { Log } from '../../log/log.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { SecondFactors } from '../sign-in/second-factor.ts'
import { createBackupService } from './backup-service.ts'
import { createMailCodes } from './mail-code.ts'
import { createPasskeyService, type PasskeyParts } from './passkeys.ts'
import type { FactorParts } from './person.ts'
import type { FactorRouteParts } from './routes.ts'
import { createTwoFactor } from './two-factor.ts'
import { useCode } from './use-code.ts'
import { usePasskey } from './verify-passkey.ts'
import { createWebauthn } from './webauthn.ts'

export type Factors = FactorRouteParts & { readonly secondFactors: SecondFactors; readonly parts: PasskeyParts }

export function createFactors(given: FactorParts & { readonly log: Log }): Factors {
  const parts = { ...given, webauthn: createWebauthn(given.sql, given.publicUrl) }
  const mailCodes = createMailCodes(parts)
  const backups = createBackupService(parts, mailCodes)
  return {
    book: parts.book,
    parts,
    mailCodes,
    backups,
    twoFactor: createTwoFactor(parts, mailCodes, backups),
    passkeys: createPasskeyService(parts),
    secondFactors: createSecondFactors(parts),
  }
}

const createSecondFactors = (parts: PasskeyParts): SecondFactors => ({
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

/** A user who has set up either one needs it in addition to the password (decision 0051). */
function neededOf({ accounts }: Book, user: Parameters<SecondFactors['needed']>[0]): ReturnType<SecondFactors['needed']> {
  const person = accounts.users.get(user)
  return { totp: person !== undefined && person.totpEnabledAt !== null, passkey: person !== undefined && person.hasPasskey }
}
