/** Links that let a user set a new password: for users who forgot theirs, and for users whose second factor was turned on by someone else. */
import type { UserId } from '@parley/core'
import type { TransactionSql } from '../database/sql.ts'
import { accountLimits } from './limits.ts'
import { issueOneTime } from './one-time.ts'
import { newToken } from './tokens.ts'

/** The change that is reversed together with the old password. */
export type Undoes = 'TWO_FACTOR'

type NewLink = { readonly id: UserId; readonly publicUrl: string; readonly now: number; readonly undoes?: Undoes }

export async function issueNewPasswordLink(tx: TransactionSql, { id, publicUrl, now, undoes }: NewLink): Promise<string> {
  const token = newToken()
  const [lifeMs, detail] = undoes === undefined ? [accountLimits.resetLinkMs, {}] : [accountLimits.undoLinkMs, { undoes }]
  await issueOneTime(tx, { kind: 'password-reset', token, subject: id, detail, now, lifeMs })
  return `${publicUrl.replace(/\/$/, '')}/set-password/?uid=${id}&token=${token}`
}
