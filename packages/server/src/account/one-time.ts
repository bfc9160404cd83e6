/** What counts once and not for long: reset links, mailed codes, passkey challenges. Only hashes are kept. */
import type { Sql, TransactionSql } from '../postgres/sql.ts'
import { hashToken } from './tokens.ts'

export type OneTimeKind = 'password-reset' | 'email-code' | 'passkey-challenge'

type Detail = Readonly<Record<string, string | number | boolean>>
export type Issued = {
  readonly kind: OneTimeKind
  readonly token: string
  /** Whose it is: a user's id, or what the kind says. */
  readonly subject: string
  readonly detail?: Detail
  readonly now: number
  readonly lifeMs: number
}
export type Taken = { readonly subject: string; readonly detail: Detail }

type Db = Sql | TransactionSql

/** Writes one down, and forgets those whose time is over. */
export async function issueOneTime(db: Db, { kind, token, subject, detail = {}, now, lifeMs }: Issued): Promise<void> {
  await db`delete from one_time where expires_at < ${now}`
  await db`
    insert into one_time (kind, token_hash, subject, detail, created_at, expires_at)
    values (${kind}, ${hashToken(`${kind} ${token}`)}, ${subject}, ${JSON.stringify(detail)}::text::jsonb, ${now}, ${now + lifeMs})`
}

/** What the token stands for, once: the second of two takers in the same moment gets nothing. */
export async function takeOneTime(db: Db, kind: OneTimeKind, token: string, now: number): Promise<Taken | undefined> {
  const [row] = await db<Taken[]>`
    delete from one_time where kind = ${kind} and token_hash = ${hashToken(`${kind} ${token}`)} and expires_at >= ${now}
    returning subject, detail`
  return row
}

/** What the token stands for, which stays good. */
export async function peekOneTime(db: Db, kind: OneTimeKind, token: string, now: number): Promise<Taken | undefined> {
  const [row] = await db<Taken[]>`
    select subject, detail from one_time where kind = ${kind} and token_hash = ${hashToken(`${kind} ${token}`)} and expires_at >= ${now}`
  return row
}

/** Whatever of this kind the subject still has is void. */
export async function voidOneTime(db: Db, kind: OneTimeKind, subject: string): Promise<void> {
  await db`delete from one_time where kind = ${kind} and subject = ${subject}`
}

/**
 * For a code short enough to guess: its hash covers the subject, and after `guesses` wrong ones it is void.
 * Issue it with the token `${subject} ${code}`.
 */
export async function guessOneTime(
  db: Db,
  kind: OneTimeKind,
  subject: string,
  code: string,
  { now, guesses }: { readonly now: number; readonly guesses: number },
): Promise<Taken | undefined> {
  // Counted before it is looked at: a hundred guesses in the same moment are a hundred.
  await db`update one_time set guesses = guesses + 1 where kind = ${kind} and subject = ${subject}`
  const [right] = await db<Taken[]>`
    delete from one_time
    where kind = ${kind} and token_hash = ${hashToken(`${kind} ${subject} ${code}`)} and expires_at >= ${now} and guesses <= ${guesses}
    returning subject, detail`
  if (right === undefined) await db`delete from one_time where kind = ${kind} and subject = ${subject} and guesses >= ${guesses}`
  return right
}
