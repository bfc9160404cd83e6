import type { DeskId, UserId } from '@parley/core'
import type { Accounts, MembershipRow } from './rows.ts'

/** The membership that counts now: neither the person, nor the desk, nor the membership is suspended or gone. */
export function memberOf(accounts: Accounts, user: UserId, desk: DeskId): MembershipRow | undefined {
  const person = accounts.users.get(user)
  if (person === undefined || person.disabledAt !== null || person.suspendedAt !== null) return undefined
  if (accounts.desks.get(desk)?.suspendedAt !== null) return undefined
  return accounts.memberships.get(user)?.find((row) => row.desk === desk && row.suspendedAt === null)
}
