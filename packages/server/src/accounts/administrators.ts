/** The administrators of a desk: checks that the actor is one while a change is made, and emails all of them about it. */
import { hasRight, refuse, type DeskId, type DeskRole, type Refusal } from '@parley/core'
import type { TransactionSql } from '../database/sql.ts'
import type { Occasion, Post } from '../mail/mail-queue.ts'
import type { Actor } from './actor.ts'
import type { Book } from './accounts-snapshot.ts'
import { lockDesk } from './change-or-refuse.ts'

export const OPERATOR = 'operator'

/** Waits for any concurrent change of the actor's membership, so that a removed administrator cannot still create a key. */
export async function administratorRefusal(tx: TransactionSql, actor: Actor): Promise<Refusal | undefined> {
  await lockDesk(tx, actor.desk)
  if (actor.name === OPERATOR) return undefined
  const [seat] = await tx<{ role: DeskRole }[]>`
    select m.role from membership m join app_user u on u.id = m.app_user
    where m.app_user = ${actor.name} and m.desk = ${actor.desk} and m.suspended_at is null and u.suspended_at is null and u.disabled_at is null`
  return seat !== undefined && hasRight(seat.role, 'Administer') ? undefined : noLongerAdministrator()
}

export const noLongerAdministrator = (): Refusal =>
  refuse('InsufficientPermissions', '', 'You are no longer an administrator of this desk.')

type Correspondence = { readonly book: Book; readonly post: Post }

/** Runs in the transaction of the change itself, so that no change happens without its email. */
export async function writeToAdministrators(
  { book: { accounts }, post }: Correspondence,
  tx: TransactionSql,
  { desk, now }: Pick<Actor, 'desk' | 'now'>,
  occasionFor: (firstName: string) => Occasion,
): Promise<void> {
  for (const user of accounts.users.values())
    if (isActiveAdministrator(accounts, user.id, desk)) await post.send(tx, user.email, occasionFor(user.firstName), now)
}

function isActiveAdministrator({ users, memberships }: Book['accounts'], id: Parameters<typeof users.get>[0], desk: DeskId): boolean {
  const user = users.get(id)!
  const membership = memberships.get(id)?.find((row) => row.desk === desk && row.suspendedAt === null)
  return membership !== undefined && hasRight(membership.role, 'Administer') && user.disabledAt === null && user.suspendedAt === null
}

export function nameOfActor({ accounts }: Book, { name }: Pick<Actor, 'name'>): string {
  const user = [...accounts.users.values()].find(({ id }) => id === name)
  return user === undefined ? 'The operator' : `${user.firstName} ${user.lastName}`
}
