/** Second factors as one part of accounts. */
import type { Log } from '../../log/log.ts'
import type { SecondFactors } from '../sign-in/second-factor.ts'
import { createBackupService } from './backup-service.ts'
import { createMailCodes } from './mail-code.ts'
import { createPasskeyService, type PasskeyParts } from './passkeys.ts'
import type { FactorParts } from './person.ts'
import type { FactorRouteParts } from './routes.ts'
import { createSecondFactors } from './second-factors.ts'
import { createTwoFactor } from './two-factor.ts'
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
