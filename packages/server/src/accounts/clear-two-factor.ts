import type { UserId } from '@parley/core'
import type { TransactionSql } from '../database/sql.ts'

/** Returns whether it was on. */
export async function clearTwoFactor(tx: TransactionSql, user: UserId): Promise<boolean> {
  const { count } = await tx`
    update app_user set totp_enabled_at = null, totp_secret_sealed = null, totp_last_step = null
    where id = ${user} and totp_enabled_at is not null`
  await tx`delete from backup_code where app_user = ${user}`
  return count === 1
}
