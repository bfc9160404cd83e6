/** Users: the operator creates them and changes their access. */
import { displayRole, isRefusal, weaknessOf, type DeskId, type Instant, type UserId } from '@parley/core'
import { appendAudit } from '../audit/append.ts'
import { commandLine } from '../audit/author.ts'
import type { TransactionSql } from '../database/sql.ts'
import { lockDesks, type Change } from '../accounts/still-may.ts'
import type { Actor } from '../accounts/actor.ts'
import { settleRights } from '../accounts/desk/settle-rights.ts'
import { insertMember } from '../accounts/onboarding/new-member.ts'
import type { Role, UserRow } from '../accounts/rows.ts'
import { commonPasswords } from '../accounts/sign-in/common-passwords.ts'
import { newId } from '../accounts/tokens.ts'
import { byOperator, deskOf, OperatorProblem, userOf } from './operator-problem.ts'
import type { OperatorServices } from './operator-services.ts'

export type NewUser = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly desk: string
  readonly role: Role
  /** The agreement that the user has signed on paper; `non-us` by default. With `none`, the web application asks for it. */
  readonly agreement?: 'us' | 'non-us' | 'none'
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/** An existing user keeps the password, unless a new one is given, which ends every session. */
export async function createUser(services: OperatorServices, user: NewUser): Promise<{ readonly id: UserId }> {
  const { book, passwords, now } = services
  const desk = deskOf(book, user.desk)
  const email = user.email.trim().toLowerCase()
  if (!EMAIL.test(email)) throw new OperatorProblem(`${user.email} is not an email address.`)
  const weakness = weaknessOf(user.password, user, commonPasswords)
  if (weakness !== undefined) throw new OperatorProblem(weakness)
  const found: UserRow | undefined = book.accounts.usersByEmail.get(email)
  if (found !== undefined && (await passwords.isRight(user.password, found.passwordHash))) return { id: found.id }
  const hash = await passwords.hash(user.password)
  if (found !== undefined) {
    await book.change(
      byOperator(services, 'ChangePassword', found.id, { desk: desk.ticker }),
      (tx) => tx`
      update app_user set password_hash = ${hash}, password_changed_at = ${now()}, sessions_ended_at = ${untilNow(tx, found.id, now())} where id = ${found.id}`,
    )
    return { id: found.id }
  }
  const id = newId('u') as UserId
  const agreement = user.agreement ?? 'non-us'
  const accepted = agreement === 'none' ? undefined : agreement
  const { role, firstName, lastName } = user
  const member = { id, desk: desk.ticker, role, email, passwordHash: hash, firstName, lastName, accepted, now: now() }
  await book.change(byOperator(services, 'CreateUser', id, { desk: desk.ticker }), (tx) => insertMember(tx, book.accounts, member))
  return { id }
}

/** The user's access ends immediately and their open orders are cancelled. Access can be restored. */
export async function suspendUser(services: OperatorServices, email: string, why: string | undefined): Promise<void> {
  const user = userOf(services.book, email)
  if (user.suspendedAt !== null) return
  const at = services.now()
  await change(services, user, 'SuspendUser', async (tx) => {
    await tx`update app_user set suspended_at = ${at}, suspended_why = ${why ?? null} where id = ${user.id}`
    await write(services, tx, user, 'Suspended')
    await settle(services, tx, user, at)
  })
}

export async function restoreUser(services: OperatorServices, email: string): Promise<void> {
  const user = userOf(services.book, email)
  if (user.suspendedAt === null) return
  await change(services, user, 'RestoreUser', async (tx) => {
    await tx`update app_user set suspended_at = null, suspended_why = null where id = ${user.id}`
    await write(services, tx, user, 'Restored')
  })
}

/** Permanent: the person can only return under another address. */
export async function disableUser(services: OperatorServices, email: string): Promise<void> {
  const user = userOf(services.book, email)
  if (user.disabledAt !== null) return
  const at = services.now()
  await change(services, user, 'DisableUser', async (tx) => {
    await tx`update app_user set disabled_at = ${at} where id = ${user.id}`
    await write(services, tx, user, 'Removed')
    await settle(services, tx, user, at)
  })
}

export async function endSessions(services: OperatorServices, email: string): Promise<void> {
  const user = userOf(services.book, email)
  const at = services.now()
  await change(
    services,
    user,
    'EndSessions',
    (tx) => tx`update app_user set sessions_ended_at = ${untilNow(tx, user.id, at)} where id = ${user.id}`,
  )
}

/** For a user who has lost every factor: the password alone is enough to sign in again, and every session ends. */
export async function resetTwoFactor(services: OperatorServices, email: string): Promise<void> {
  const user = userOf(services.book, email)
  const at = services.now()
  await change(services, user, 'ResetTwoFactor', async (tx) => {
    await tx`
      update app_user set totp_enabled_at = null, totp_secret_sealed = null, totp_last_step = null,
        sessions_ended_at = ${untilNow(tx, user.id, at)}
      where id = ${user.id}`
    await tx`delete from backup_code where app_user = ${user.id}`
    await tx`delete from passkey where app_user = ${user.id}`
    const { firstName } = user
    await services.post.send(tx, user.email, { kind: 'FactorChanged', firstName, change: 'TwoFactorOff', at, address: 'the operator' }, at)
  })
}

/** Sets the role on the desk. A user who is not a member, or no longer, becomes one. */
export async function setRole(services: OperatorServices, email: string, ticker: string, role: Role): Promise<void> {
  const { book, now, author = commandLine, desk: service, post } = services
  const user = userOf(book, email)
  const desk = deskOf(book, ticker)
  if (user.firm !== desk.firm)
    throw new OperatorProblem(`${user.email} belongs to a different firm from ${desk.ticker}. Invite an address of that firm.`)
  const actor: Actor = { desk: desk.ticker, name: author.actor, now: now() as Instant }
  if (isMember(services, user.id, desk.ticker)) {
    const refused = await service.members.update(actor, user.id, { role })
    if (refused !== undefined && isRefusal(refused)) throw new OperatorProblem(refused.message)
    return
  }
  await book.change(byOperator(services, 'TakeIn', user.id, { desk: desk.ticker, detail: { role } }), async (tx) => {
    await tx`insert into membership (app_user, desk, role, joined_at) values (${user.id}, ${desk.ticker}, ${role}, ${now()})`
    const occasion = { kind: 'AccessChanged', firstName: user.firstName, deskName: desk.name, change: 'Restored' } as const
    await post.send(tx, user.email, { ...occasion, roleName: displayRole(role) }, now())
  })
}

const isMember = ({ book }: OperatorServices, user: UserId, desk: DeskId): boolean =>
  book.accounts.memberships.get(user)?.some((row) => row.desk === desk) ?? false

/** Every session, even if the clock of the server that created it is ahead of ours. */
const untilNow = (tx: TransactionSql, user: UserId, now: number) =>
  tx`greatest(${now}::bigint, (select max(created_at) from session where app_user = ${user}))`

/** Recorded in the log of the user's desk, so that its administrators see it. */
const change = (
  services: OperatorServices,
  user: UserRow,
  action: string,
  work: (tx: TransactionSql) => PromiseLike<unknown>,
): Promise<void> => {
  const { book } = services
  const desks = (book.accounts.memberships.get(user.id) ?? []).map(({ desk }) => desk)
  return book.change(byOperator(services, action, user.id, desks[0] === undefined ? {} : { desk: desks[0] }), async (tx) => {
    // A change that the user has begun for these desks is either made first and then settled, or refused.
    await lockDesks(tx, desks)
    await work(tx)
  })
}

async function write({ book, post, now }: OperatorServices, tx: TransactionSql, user: UserRow, what: 'Suspended' | 'Restored' | 'Removed') {
  for (const { desk, role } of book.accounts.memberships.get(user.id) ?? []) {
    const deskName = book.accounts.desks.get(desk)!.name
    const occasion = { kind: 'AccessChanged', firstName: user.firstName, deskName, change: what, roleName: displayRole(role) } as const
    await post.send(tx, user.email, occasion, now())
  }
}

const noRights = (person: UserId) => ({ person, now: { state: 'REMOVED' }, keys: 'SUSPEND' }) as const

/** On every desk of the user. The administrators of each desk restore the keys that they still need. */
async function settle(
  { book, post, author = commandLine }: OperatorServices,
  tx: TransactionSql,
  { id }: UserRow,
  at: number,
): Promise<void> {
  const settled: Change[] = []
  for (const { desk } of book.accounts.memberships.get(id) ?? [])
    settled.push(...(await settleRights({ book, post }, tx, { desk, name: author.actor, now: at as Instant }, noRights(id))))
  for (const change of settled) await appendAudit(tx, change)
}
