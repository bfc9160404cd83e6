/** The members and keys of a desk that a stop can name, and the names they are shown by. */
import type { DeskId, UserId } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'

export type People = ReturnType<typeof createPeople>

export const createPeople = (book: Pick<Book, 'accounts'>) => ({
  isOf(desk: DeskId, id: string): boolean {
    const { keysById, memberships } = book.accounts
    return keysById.get(id)?.desk === desk || memberships.get(id as UserId)?.some((row) => row.desk === desk) === true
  },
  /** As the desk knows them. */
  nameOf(id: string): string {
    const { users, keysById } = book.accounts
    const person = users.get(id as UserId)
    return person === undefined ? (keysById.get(id)?.name ?? id) : `${person.firstName} ${person.lastName}`
  },
})
