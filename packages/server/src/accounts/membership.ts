import type { DeskId, UserId } from '@parley/core'
import type { Accounts, MembershipRow } from './rows.ts'

/** The current membership, if neither the user, the desk nor the membership is suspended or removed. */
export function memberOf(accounts: Accounts, user: UserId, desk: DeskId): MembershipRow | undefined {
  const person = accounts.users.get(user)
  if (person === undefined || person.disabledAt !== null || person.suspendedAt !== null) return undefined
  if (accounts.desks.get(desk)?.suspendedAt !== null) return undefined
  return accounts.memberships.get(user)?.find((row) => row.desk === desk && row.suspendedAt === null)
}
