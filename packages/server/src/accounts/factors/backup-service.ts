/** Backup codes are shown once, when they are made; a mailed code lets a person replace them. */
import { refuse, type Refusal, type UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import { about } from '../actor.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { hashBackupCode, newBackupCodes, readBackupCode } from './backup-codes.ts'
import { factorLimits } from './limits.ts'
import type { MailCodes } from './mail-code.ts'
import { endOthers, isInactive, mailChange, type FactorParts, type Person } from './person.ts'
import { createShownCodes } from './shown-codes.ts'

type Codes = { readonly token: string }[]

export type BackupService = ReturnType<typeof createBackupService>

export function createBackupService({ sql, book, post, sessions }: FactorParts, mailCodes: MailCodes) {
  const shown = createShownCodes()

  return {
    show: shown.keep,
    forget: shown.forget,

    async list({ user, actor, session }: Person): Promise<Codes | Refusal> {
      if (user.totpEnabledAt === null) return isInactive()
      const codes = shown.of(session, actor.now)
      if (codes !== undefined) return wire(codes)
      const [row] = await sql<{ left: number }[]>`
        select count(*)::int as left from backup_code where app_user = ${user.id} and used_at is null`
      const left = row?.left ?? 0
      const howMany = `${left} of ${factorLimits.backupCodes} ${left === 1 ? 'is' : 'are'} left`
      return refuse('BackupCodesShown', '', `Backup codes are shown once, when they are made; ${howMany}. Make new ones to see them.`)
    },

    async regenerate(person: Person, typed: string): Promise<Codes | Refusal> {
      const { actor, user, session } = person
      if (user.totpEnabledAt === null) return isInactive()
      const refused = await mailCodes.refused(person, typed, 'regenerate')
      if (refused !== undefined) return refused
      const codes = newBackupCodes()
      const overtaken = await changeOrRefuse(book, about(actor, 'MakeBackupCodes', user.id), async (tx) => {
        const { count } = await tx`select from app_user where id = ${user.id} and totp_enabled_at is not null for no key update`
        if (count === 0) return isInactive()
        await replaceCodes(tx, user.id, codes, actor.now)
        await mailChange(post, tx, person, 'BackupCodesMade')
        return 'changed'
      })
      if (overtaken !== undefined) return overtaken
      shown.keep(session, codes, actor.now)
      await endOthers(sessions, person)
      return wire(codes)
    },
  }
}

const wire = (codes: readonly string[]): Codes => codes.map((token) => ({ token }))

/** The ones before are void. */
export async function replaceCodes(tx: TransactionSql, user: UserId, codes: readonly string[], now: number): Promise<void> {
  await tx`delete from backup_code where app_user = ${user}`
  const hashes = codes.map((code) => hashBackupCode(user, readBackupCode(code)!))
  await tx`insert into backup_code (app_user, code_hash, created_at) select ${user}, hash, ${now} from unnest(${hashes}::bytea[]) as hash`
}
