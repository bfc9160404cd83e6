/** Emails to all administrators of a desk about a change that was made for it. */
import { hasRight, type DeskId } from '@parley/core'
import type { TransactionSql } from '../database/sql.ts'
import type { Occasion, Post } from '../mail/mail-queue.ts'
import type { Actor } from './actor.ts'
import type { Book } from './accounts-snapshot.ts'

type Correspondence = { readonly book: Book; readonly post: Post }

/** Another administrator has been invited or appointed. All administrators learn it, because that person can do everything (rulebook 2.26). */
export const writeOfAdministrator = (
  parts: Correspondence,
  tx: TransactionSql,
  actor: Actor,
  { what, who }: { readonly what: 'Invited' | 'RoleChanged'; readonly who: string },
): Promise<void> =>
  writeToAdministrators(parts, tx, actor, (firstName) => ({
    kind: 'AdministratorAdded',
    firstName,
    change: what,
    who,
    byName: nameOfActor(parts.book, actor),
    at: actor.now,
    address: actor.address ?? '',
  }))

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
