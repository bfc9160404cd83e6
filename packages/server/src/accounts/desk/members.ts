/** The members of a desk and their rights. Changes by its administrators and by the operator take effect immediately. */
import {
  decideMembership,
  displayRole,
  evolveMembership,
  hasRight,
  isRefusal,
  refuse,
  type DeskId,
  type DeskRole,
  type Instant,
  type Membership,
  type MembershipCommand,
  type MembershipEvent,
  type Refusal,
  type UserId,
} from '@parley/core'
import { appendAudit } from '../../audit/append.ts'
import type { TransactionSql } from '../../database/sql.ts'
import type { Occasion, Post } from '../../mail/mail-queue.ts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { writeOfAdministrator } from '../administrators.ts'
import { changeOrRefuse, lockDesk, type Judged } from '../change-or-refuse.ts'
import { settleRights, type KeysOutcome } from './settle-rights.ts'

export type MemberWish = {
  readonly role?: DeskRole | undefined
  readonly state?: 'ACTIVE' | 'SUSPENDED' | undefined
  readonly keys?: KeysOutcome | undefined
}

export type Members = {
  update(actor: Actor, id: string, wish: MemberWish): Promise<Refusal | undefined>
  remove(actor: Actor, id: string, keys?: KeysOutcome): Promise<Refusal | undefined>
}

type MemberParts = { readonly book: Book; readonly post: Post }
type Row = {
  readonly user: UserId
  readonly role: DeskRole
  readonly suspendedAt: Instant | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Neither suspended nor permanently removed by the operator. */
  readonly hasAccess: boolean
}

export function createMembers(parts: MemberParts): Members {
  return {
    async update(actor, id, wish) {
      const person = parts.book.accounts.users.get(id as UserId)
      const isHeld = wish.state === 'ACTIVE' && person !== undefined && person.suspendedAt !== null && belongs(parts.book, id, actor.desk)
      if (isHeld) return refuse('AccessSuspended', '2.9', 'The operator has suspended this person; support can restore them.', 'id')
      const detail = { ...(wish.role && { role: wish.role }), ...(wish.state && { state: wish.state }) }
      return change(parts, actor, id, { action: 'UpdateMember', commands: commandsOf(wish), detail, keys: wish.keys })
    },
    remove: (actor, id, keys) => change(parts, actor, id, { action: 'RemoveMember', commands: [{ kind: 'Remove' }], detail: {}, keys }),
  }
}

const belongs = ({ accounts }: Book, id: string, desk: DeskId): boolean =>
  accounts.memberships.get(id as UserId)?.some((row) => row.desk === desk) ?? false

const commandsOf = ({ role, state }: MemberWish): readonly MembershipCommand[] => [
  ...(role === undefined ? [] : [{ kind: 'ChangeRole', role } as const]),
  ...(state === undefined ? [] : [{ kind: state === 'ACTIVE' ? 'Restore' : 'Suspend' } as const]),
]

type Wanted = {
  readonly action: string
  readonly commands: readonly MembershipCommand[]
  readonly detail: Readonly<Record<string, string>>
  /** The keys of a user who may no longer trade after the change. They are suspended if nothing else is specified. */
  readonly keys: KeysOutcome | undefined
}

/**
 * Two administrators may demote each other at the same moment. The desk is locked first, so that each change is checked against the result of the
 * other.
 */
const change = (
  { book, post }: MemberParts,
  actor: Actor,
  id: string,
  { action, commands, detail, keys = 'SUSPEND' }: Wanted,
): Promise<Refusal | undefined> =>
  changeOrRefuse(book, about(actor, action, id, detail), async (tx): Promise<Judged> => {
    await lockDesk(tx, actor.desk)
    const rows = await membersOf(tx, actor.desk)
    const administrators = rows.filter((row) => row.hasAccess && row.suspendedAt === null && hasRight(row.role, 'Administer'))
    const row = rows.find(({ user }) => user === id)
    // A request that changes nothing is not checked by any rule, but it must still name a member.
    if (row === undefined && commands.length === 0) return refuse('NotFound', '', 'Your desk has no member with this id.', 'id')
    const decided = decideAll(
      membershipOf(row),
      commands,
      { otherAdministrators: administrators.filter(({ user }) => user !== id).length, isOwn: actor.name === id ? 'own' : 'another' },
      actor.now,
    )
    if (isRefusal(decided)) return decided
    if (decided.length === 0 || row === undefined) return 'nothing'
    for (const event of decided) {
      await write(tx, actor.desk, row.user, event)
      await post.send(tx, row.email, mail(book, actor.desk, row, event), actor.now)
    }
    const after = decided.reduce(evolveMembership, membershipOf(row))
    if (after.state !== 'REMOVED' && hasRight(after.role, 'Administer') && !hasRight(row.role, 'Administer'))
      await writeOfAdministrator({ book, post }, tx, actor, { what: 'RoleChanged', who: `${row.firstName} ${row.lastName}` })
    for (const settled of await settleRights({ book, post }, tx, actor, { person: row.user, now: after, keys }))
      await appendAudit(tx, settled)
    return 'changed'
  })

function decideAll(
  before: Membership,
  commands: readonly MembershipCommand[],
  around: Parameters<typeof decideMembership>[2],
  now: Instant,
): readonly MembershipEvent[] | Refusal {
  let membership = before
  const events: MembershipEvent[] = []
  for (const command of commands) {
    const decided = decideMembership(membership, command, around, now)
    if (isRefusal(decided)) return decided
    events.push(...decided)
    membership = decided.reduce(evolveMembership, membership)
  }
  return events
}

const membersOf = (tx: TransactionSql, desk: DeskId) => tx<Row[]>`
  select u.id as "user", m.role, m.suspended_at as "suspendedAt", u.email, u.first_name as "firstName", u.last_name as "lastName",
    u.suspended_at is null as "hasAccess"
  from membership m join app_user u on u.id = m.app_user
  where m.desk = ${desk} and u.disabled_at is null`

function membershipOf(row: Row | undefined): Membership {
  if (row === undefined) return { state: 'REMOVED' }
  const { role, suspendedAt } = row
  return suspendedAt === null ? { state: 'ACTIVE', role } : { state: 'SUSPENDED', role, suspendedAt }
}

async function write(tx: TransactionSql, desk: DeskId, user: UserId, event: MembershipEvent): Promise<void> {
  switch (event.kind) {
    case 'RoleChanged':
      await tx`update membership set role = ${event.role} where app_user = ${user} and desk = ${desk}`
      return
    case 'MemberSuspended':
      await tx`update membership set suspended_at = ${event.at} where app_user = ${user} and desk = ${desk}`
      return
    case 'MemberRestored':
      await tx`update membership set suspended_at = null where app_user = ${user} and desk = ${desk}`
      return
    case 'MemberRemoved':
      await tx`delete from member_default_account where app_user = ${user} and desk = ${desk}`
      await tx`delete from membership where app_user = ${user} and desk = ${desk}`
      return
  }
}

const changes = { RoleChanged: 'RoleChanged', MemberSuspended: 'Suspended', MemberRestored: 'Restored', MemberRemoved: 'Removed' } as const

const mail = ({ accounts }: Book, desk: DeskId, { firstName, role }: Row, event: MembershipEvent): Occasion => ({
  kind: 'AccessChanged',
  firstName,
  deskName: accounts.desks.get(desk)!.name,
  change: changes[event.kind],
  roleName: displayRole(event.kind === 'RoleChanged' ? event.role : role),
})
