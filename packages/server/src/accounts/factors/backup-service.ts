/** Backup codes are shown in full when they are created, and masked afterwards. A user can replace them with a mailed code. */
import { type Refusal, type UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import { about } from '../actor.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { hashBackupCode, newBackupCodes, readBackupCode } from './backup-codes.ts'
import { factorLimits } from './limits.ts'
import type { MailCodes } from './mail-code.ts'
import { endOthers, isInactive, mailChange, type FactorParts, type Person } from './person.ts'

type Codes = { readonly token: string; readonly is_used?: boolean }[]

/** Has the length of a code, but is not one. */
const MASKED = '•••••-•••••'

export type BackupService = ReturnType<typeof createBackupService>

export function createBackupService({ sql, book, post, sessions }: FactorParts, mailCodes: MailCodes) {
  const shown = createShownCodes()

  return {
    show: shown.keep,
    forget: shown.forget,

    async list({ user, actor, session }: Person): Promise<Codes | Refusal> {
      if (user.totpEnabledAt === null) return isInactive()
      const rows = await sql<{ hash: Buffer; isUsed: boolean }[]>`
        select code_hash as hash, used_at is not null as "isUsed" from backup_code where app_user = ${user.id} order by used_at nulls last`
      const whole = shown.of(session, actor.now)
      if (whole === undefined) return rows.map(({ isUsed }) => ({ token: MASKED, is_used: isUsed }))
      const used = new Set(rows.filter(({ isUsed }) => isUsed).map(({ hash }) => hash.toString('hex')))
      return whole.map((token) => ({ token, is_used: used.has(hashBackupCode(user.id, readBackupCode(token)!).toString('hex')) }))
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

/** The previous codes become void. */
export async function replaceCodes(tx: TransactionSql, user: UserId, codes: readonly string[], now: number): Promise<void> {
  await tx`delete from backup_code where app_user = ${user}`
  const hashes = codes.map((code) => hashBackupCode(user, readBackupCode(code)!))
  await tx`insert into backup_code (app_user, code_hash, created_at) select ${user}, hash, ${now} from unnest(${hashes}::bytea[]) as hash`
}

/** Keeps new backup codes in memory for a short time, for the session that created them, because the database has only their hashes. */
function createShownCodes() {
  const bySession = new Map<string, { readonly codes: readonly string[]; readonly until: number }>()
  return {
    keep(session: string, codes: readonly string[], now: number): void {
      for (const [other, { until }] of bySession) if (now > until) bySession.delete(other)
      bySession.set(session, { codes, until: now + factorLimits.backupCodesShownMs })
    },
    of(session: string, now: number): readonly string[] | undefined {
      const shown = bySession.get(session)
      return shown === undefined || now > shown.until ? undefined : shown.codes
    },
    forget: (session: string): void => void bySession.delete(session),
  }
}
