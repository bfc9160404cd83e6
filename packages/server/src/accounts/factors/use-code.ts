/** Accepts a code of the app or a backup code when a second factor is required. Each code is valid once. */
import { refuse } from '@parley/core'
import { changeOrRefuse } from '../change-or-refuse.ts'
import type { UserRow } from '../rows.ts'
import { hashBackupCode, readBackupCode } from './backup-codes.ts'
import { changeBy, type FactorParts, type Moment } from './person.ts'
import { aboutTotp, stepOf } from './totp.ts'

/** True if the code was right. It is then used up. The caller limits the attempts. */
export function useCode(parts: FactorParts, user: UserRow, typed: string, moment: Moment): Promise<boolean> {
  const backup = readBackupCode(typed)
  return backup === undefined ? useTotp(parts, user, typed.replace(/\s/g, ''), moment.now) : useBackupCode(parts, user, backup, moment)
}

async function useTotp({ sql, vault }: FactorParts, { id }: UserRow, code: string, now: number): Promise<boolean> {
  const [row] = await sql<{ sealed: Uint8Array }[]>`
    select totp_secret_sealed as sealed from app_user where id = ${id} and totp_enabled_at is not null`
  const step = row && stepOf(vault.open(row.sealed, aboutTotp(id)), code, now)
  if (step === undefined) return false
  // A used step and all earlier ones become void, so that only one of two simultaneous requests succeeds.
  const { count } = await sql`
    update app_user set totp_last_step = ${step}
    where id = ${id} and totp_enabled_at is not null and (totp_last_step is null or totp_last_step < ${step})`
  return count === 1
}

async function useBackupCode({ book, post }: FactorParts, user: UserRow, code: string, moment: Moment): Promise<boolean> {
  const refused = await changeOrRefuse(book, changeBy(book, user, moment, { action: 'UseBackupCode', object: user.id }), async (tx) => {
    const { count } = await tx`
      update backup_code set used_at = ${moment.now}
      where app_user = ${user.id} and code_hash = ${hashBackupCode(user.id, code)} and used_at is null`
    if (count === 0) return refuse('TwoFactorRefused', '', 'The backup code is not valid or has already been used.')
    const [row] = await tx<{ left: number }[]>`
      select count(*)::int as left from backup_code where app_user = ${user.id} and used_at is null`
    const { firstName, email } = user
    const mail = { kind: 'BackupCodeUsed', firstName, left: row?.left ?? 0, at: moment.now, address: moment.address } as const
    await post.send(tx, email, mail, moment.now)
    return 'changed'
  })
  return refused === undefined
}
