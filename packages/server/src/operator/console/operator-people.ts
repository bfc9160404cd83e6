/** The people who operate the installation: created on the machine, with a password and an authenticator app (decision 1047). */
import { randomBytes } from 'node:crypto'
import { weaknessOf } from '@parley/core'
import { newTotpSecret, stepOf, totpAddress } from '../../accounts/factors/totp.ts'
import { commonPasswords } from '../../accounts/sign-in/common-passwords.ts'
import type { Passwords } from '../../accounts/sign-in/passwords.ts'
import { appendAudit } from '../../audit/append.ts'
import { commandLine } from '../../audit/author.ts'
import type { Sql } from '../../database/sql.ts'
import type { Vault } from '../../vault/vault.ts'
import { OperatorProblem } from '../operator-problem.ts'

const NAME = /^[a-z][a-z0-9.-]{1,31}$/
const PASSWORD_BYTES = 15
const PEOPLE_MOST = 100

/** The row that a sealed secret is bound to. */
export const aboutOperator = (name: string): string => `operator ${name}`

export type OperatorPeopleParts = {
  readonly sql: Sql
  readonly vault: Vault
  readonly passwords: Passwords
  readonly now: () => number
}

export type NewOperatorPerson = {
  readonly name: string
  readonly password: string
  /** Base32, for the authenticator app. */
  readonly totpSecret: string
  /** The text of the QR code. */
  readonly totpAddress: string
}

/** The secrets are returned once and cannot be read again. Without a password, one is generated. */
export async function addOperator(parts: OperatorPeopleParts, name: string, given?: string): Promise<NewOperatorPerson> {
  const { sql, vault, passwords, now } = parts
  if (!NAME.test(name))
    throw new OperatorProblem('--name must have 2 to 32 small letters, digits, dots or hyphens and begin with a letter, such as l.sand.')
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url')
  const weakness = weaknessOf(password, { email: name, firstName: '', lastName: '' }, commonPasswords)
  if (weakness !== undefined) throw new OperatorProblem(weakness)
  const totpSecret = newTotpSecret()
  const hash = await passwords.hash(password)
  const sealed = vault.seal(totpSecret, aboutOperator(name))
  const at = now()
  await sql.begin(async (tx) => {
    const [counted] = await tx<{ count: number }[]>`select count(*)::int as count from operator_person`
    if (counted!.count >= PEOPLE_MOST) throw new OperatorProblem(`There are ${PEOPLE_MOST} operators, which is the maximum.`)
    const made = await tx`
      insert into operator_person (name, password_hash, totp_secret_sealed, created_at) values (${name}, ${hash}, ${sealed}, ${at})
      on conflict do nothing`
    if (made.count === 0) throw new OperatorProblem(`There is already an operator ${name}. Remove them first, or choose another name.`)
    await appendAudit(tx, { at, actor: commandLine.actor, action: 'AddOperator', object: name })
  })
  return { name, password, totpSecret, totpAddress: totpAddress(totpSecret, name) }
}

/** Their sessions end with them. Their entries in the audit log stay. */
export async function removeOperator({ sql, now }: Pick<OperatorPeopleParts, 'sql' | 'now'>, name: string): Promise<void> {
  await sql.begin(async (tx) => {
    const removed = await tx`delete from operator_person where name = ${name}`
    if (removed.count === 0) throw new OperatorProblem(`There is no operator ${name}.`)
    await appendAudit(tx, { at: now(), actor: commandLine.actor, action: 'RemoveOperator', object: name })
  })
}

export type OperatorPerson = { readonly name: string; readonly createdAt: number; readonly lastSeenAt: number | null }

export const operatorPeople = (sql: Sql): Promise<readonly OperatorPerson[]> => sql<OperatorPerson[]>`
  select name, created_at as "createdAt", (select max(seen_at) from operator_session s where s.name = p.name) as "lastSeenAt"
  from operator_person p order by name`

export async function passwordHashOf(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ hash: string }[]>`select password_hash as hash from operator_person where name = ${name}`
  return row?.hash
}

/** A code is accepted once: of two requests with the same code, the second is refused. */
export async function useOperatorCode({ sql, vault }: Pick<OperatorPeopleParts, 'sql' | 'vault'>, name: string, code: string, now: number) {
  const [row] = await sql<{ sealed: Uint8Array }[]>`select totp_secret_sealed as sealed from operator_person where name = ${name}`
  if (row === undefined) return false
  const step = stepOf(vault.open(row.sealed, aboutOperator(name)), code, now)
  if (step === undefined) return false
  const used = await sql`update operator_person set totp_last_step = ${step} where name = ${name} and totp_last_step < ${step}`
  return used.count === 1
}
