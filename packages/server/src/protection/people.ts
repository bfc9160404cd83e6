/** The members and keys of a desk that a stop can name, and their display names. */
import type { DeskId, UserId } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'

export type People = ReturnType<typeof createPeople>

export const createPeople = (book: Pick<Book, 'accounts'>) => ({
  isOf(desk: DeskId, id: string): boolean {
    const { keysById, memberships } = book.accounts
    return keysById.get(id)?.desk === desk || memberships.get(id as UserId)?.some((row) => row.desk === desk) === true
  },
  /** The members of the desk, then its API keys. */
  idsOf(desk: DeskId): readonly UserId[] {
    const { members, keysById } = book.accounts
    const keys = [...keysById.values()].filter((key) => key.desk === desk)
    return [...(members.get(desk) ?? []).map(({ user }) => user), ...keys.map(({ id }) => id as UserId)]
  },
  isUser: (id: string): boolean => book.accounts.users.has(id as UserId),
  isKey: (id: string): boolean => book.accounts.keysById.has(id),
  /** As the desk knows them. */
  nameOf(id: string): string {
    const { users, keysById } = book.accounts
    const person = users.get(id as UserId)
    return person === undefined ? (keysById.get(id)?.name ?? id) : `${person.firstName} ${person.lastName}`
  },
})
