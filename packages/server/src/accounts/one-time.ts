/** Short-lived tokens that can be used once: reset links, mailed codes, passkey challenges. Only hashes are stored. */
import type { Sql, TransactionSql } from '../database/sql.ts'
import { hashToken } from './tokens.ts'

export type OneTimeKind = 'password-reset' | 'email-code' | 'passkey-challenge' | 'operator-passkey-challenge' | 'sign-on'

type Detail = Readonly<Record<string, string | number | boolean>>
export type Issued = {
  readonly kind: OneTimeKind
  readonly token: string
  /** The owner: the id of a user, or as specified by the kind. */
  readonly subject: string
  readonly detail?: Detail
  readonly now: number
  readonly lifeMs: number
}
export type Taken = { readonly subject: string; readonly detail: Detail }

type Db = Sql | TransactionSql

/** Stores a token and deletes expired ones. */
export async function issueOneTime(db: Db, { kind, token, subject, detail = {}, now, lifeMs }: Issued): Promise<void> {
  await db`delete from one_time where expires_at < ${now}`
  await db`
    insert into one_time (kind, token_hash, subject, detail, created_at, expires_at)
    values (${kind}, ${hashToken(`${kind} ${token}`)}, ${subject}, ${JSON.stringify(detail)}::text::jsonb, ${now}, ${now + lifeMs})`
}

/** Uses up the token and returns its subject. If two callers take it at the same time, the second gets nothing. */
export async function takeOneTime(db: Db, kind: OneTimeKind, token: string, now: number): Promise<Taken | undefined> {
  const [row] = await db<Taken[]>`
    delete from one_time where kind = ${kind} and token_hash = ${hashToken(`${kind} ${token}`)} and expires_at >= ${now}
    returning subject, detail`
  return row
}

/** The subject of the token, without using it up. */
export async function peekOneTime(db: Db, kind: OneTimeKind, token: string, now: number): Promise<Taken | undefined> {
  const [row] = await db<Taken[]>`
    select subject, detail from one_time where kind = ${kind} and token_hash = ${hashToken(`${kind} ${token}`)} and expires_at >= ${now}`
  return row
}

/** Voids all tokens of this kind that the subject still has. */
export async function voidOneTime(db: Db, kind: OneTimeKind, subject: string): Promise<void> {
  await db`delete from one_time where kind = ${kind} and subject = ${subject}`
}

/**
 * For a code short enough to find by trying: its hash covers the subject, and the code becomes void after `attempts` wrong attempts. Issue it with the token
 * `${subject} ${code}`.
 */
export async function tryOneTime(
  db: Db,
  kind: OneTimeKind,
  subject: string,
  code: string,
  { now, attempts }: { readonly now: number; readonly attempts: number },
): Promise<Taken | undefined> {
  // Counted before it is compared, so that a hundred simultaneous attempts count as a hundred.
  await db`update one_time set attempts = attempts + 1 where kind = ${kind} and subject = ${subject}`
  const [right] = await db<Taken[]>`
    delete from one_time
    where kind = ${kind} and token_hash = ${hashToken(`${kind} ${subject} ${code}`)} and expires_at >= ${now} and attempts <= ${attempts}
    returning subject, detail`
  if (right === undefined) await db`delete from one_time where kind = ${kind} and subject = ${subject} and attempts >= ${attempts}`
  return right
}
