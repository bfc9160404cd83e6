/** Links by which a person sets a new password: for who forgot it, and for who did not turn on what was turned on in their name. */
import type { UserId } from '@parley/core'
import type { TransactionSql } from '../database/sql.ts'
import { accountLimits } from './limits.ts'
import { issueOneTime } from './one-time.ts'
import { newToken } from './tokens.ts'

/** Turned off together with the old password. */
export type Undoes = 'TWO_FACTOR'

type NewLink = { readonly id: UserId; readonly publicUrl: string; readonly now: number; readonly undoes?: Undoes }

export async function issueNewPasswordLink(tx: TransactionSql, { id, publicUrl, now, undoes }: NewLink): Promise<string> {
  const token = newToken()
  const [lifeMs, detail] = undoes === undefined ? [accountLimits.resetLinkMs, {}] : [accountLimits.undoLinkMs, { undoes }]
  await issueOneTime(tx, { kind: 'password-reset', token, subject: id, detail, now, lifeMs })
  return `${publicUrl.replace(/\/$/, '')}/set-password/?uid=${id}&token=${token}`
}
