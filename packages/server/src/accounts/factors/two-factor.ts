/** Turning two-factor on and off. */
import { refuse, type Refusal } from '@parley/core'
import { about } from '../actor.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { newBackupCodes } from './backup-codes.ts'
import { replaceCodes, type BackupService } from './backup-service.ts'
import type { MailCodes } from './mail-code.ts'
import { endOthers, isActive, isInactive, mailChange, type FactorParts, type Person } from './person.ts'
import { clearTwoFactor } from '../clear-two-factor.ts'
import { issueNewPasswordLink } from '../password-link.ts'
import { aboutTotp, newTotpSecret, stepOf, totpAddress } from './totp.ts'

type Said = { readonly detail: string }

export type TwoFactor = ReturnType<typeof createTwoFactor>

export const createTwoFactor = (parts: FactorParts, codes: MailCodes, backups: BackupService) => ({
  newSecret: (person: Person) => newSecret(parts, person),
  enable: (person: Person, typed: string) => enable(parts, backups, person, typed),
  disable: (person: Person, typed: string) => disable(parts, codes, backups, person, typed),
})

/** Creates a secret to scan. It takes effect once one of its codes is entered. A secret that was shown earlier becomes void. */
async function newSecret({ sql, vault }: FactorParts, { user }: Person): Promise<{ readonly config_url: string } | Refusal> {
  const secret = newTotpSecret()
  const { count } = await sql`
    update app_user set totp_secret_sealed = ${vault.seal(secret, aboutTotp(user.id))}, totp_last_step = null
    where id = ${user.id} and totp_enabled_at is null`
  return count === 1 ? { config_url: totpAddress(secret, user.email) } : isActive()
}

async function enable(parts: FactorParts, backups: BackupService, person: Person, typed: string): Promise<Said | Refusal> {
  const { sql, book, vault, post, sessions, publicUrl } = parts
  const { actor, user, session } = person
  const [row] = await sql<{ sealed: Uint8Array | null; enabledAt: number | null }[]>`
    select totp_secret_sealed as sealed, totp_enabled_at as "enabledAt" from app_user where id = ${user.id}`
  if (row === undefined || row.enabledAt !== null) return isActive()
  if (row.sealed === null) return refuse('TwoFactorRefused', '', 'Scan the QR code with your authentication app first.')
  const step = stepOf(vault.open(row.sealed, aboutTotp(user.id)), typed.replace(/\s/g, ''), actor.now)
  if (step === undefined)
    return refuse('TwoFactorRefused', '', 'The authentication code is not valid. Enter the code that your app currently shows.')
  const codes = newBackupCodes()
  const overtaken = await changeOrRefuse(book, about(actor, 'EnableTwoFactor', user.id), async (tx) => {
    // If another QR code was requested in the meantime, this code belongs to a void secret.
    const { count } = await tx`
      update app_user set totp_enabled_at = ${actor.now}, totp_last_step = ${step}
      where id = ${user.id} and totp_enabled_at is null and totp_secret_sealed = ${row.sealed}`
    if (count === 0) return refuse('TwoFactorRefused', '', 'The authentication code is no longer valid. Scan the QR code again.')
    await replaceCodes(tx, user.id, codes, actor.now)
    // A session is enough to turn it on. Without this link, the thief of a session could lock its owner out.
    const undo = await issueNewPasswordLink(tx, { ...user, publicUrl, now: actor.now, undoes: 'TWO_FACTOR' })
    await mailChange(post, tx, person, 'TwoFactorOn', undo)
    return 'changed'
  })
  if (overtaken !== undefined) return overtaken
  backups.show(session, codes, actor.now)
  // The code was entered in this session, so the session has proved the new factor too.
  await sessions.prove(session, true, actor.now)
  await endOthers(sessions, person)
  return { detail: 'Two-factor authentication is on.' }
}

async function disable(
  { book, post, sessions }: FactorParts,
  codes: MailCodes,
  backups: BackupService,
  person: Person,
  typed: string,
): Promise<Said | Refusal> {
  const { actor, user, session } = person
  if (user.totpEnabledAt === null) return isInactive()
  const refused = await codes.refused(person, typed, 'disable')
  if (refused !== undefined) return refused
  const overtaken = await changeOrRefuse(book, about(actor, 'DisableTwoFactor', user.id), async (tx) => {
    if (!(await clearTwoFactor(tx, user.id))) return isInactive()
    await mailChange(post, tx, person, 'TwoFactorOff')
    return 'changed'
  })
  if (overtaken !== undefined) return overtaken
  backups.forget(session)
  await endOthers(sessions, person)
  return { detail: 'Two-factor authentication is off.' }
}
