/** A user's first rows: their details, their desk, and the agreement they signed. */
import type { AgreementKind, DeskId, DeskRole, UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import type { Accounts } from '../rows.ts'
import { insertAcceptance } from '../agreements/acceptance.ts'

/** Avatar colours, assigned in turn. */
const COLORS = ['NV', 'GE', 'TL', 'RD', 'GR', 'OG', 'LC', 'YL'] as const

export type NewMember = {
  readonly id: UserId
  readonly desk: DeskId
  readonly role: DeskRole
  /** In lower case. */
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  /** `yyyy-MM-dd`. */
  readonly dateOfBirth?: string
  readonly country?: string
  readonly accepted: AgreementKind | undefined
  /** The address from which the agreement was accepted. */
  readonly address?: string
  readonly now: number
}

/** Returns false and writes nothing if the address already has an account. */
export async function insertMember(tx: TransactionSql, accounts: Accounts, member: NewMember): Promise<boolean> {
  const { id, desk, role, email, accepted, now } = member
  const { firm } = accounts.desks.get(desk)!
  const color = COLORS[accounts.users.size % COLORS.length]!
  const made = await tx`
    insert into app_user (id, firm, email, password_hash, first_name, last_name, color, date_of_birth, country_of_residence,
      password_changed_at, created_at)
    values (${id}, ${firm}, ${email}, ${member.passwordHash}, ${member.firstName}, ${member.lastName}, ${color},
      ${member.dateOfBirth ?? null}, ${member.country ?? null}, ${now}, ${now})
    on conflict (email) do nothing returning id`
  if (made.length === 0) return false
  await tx`insert into membership (app_user, desk, role, joined_at) values (${id}, ${desk}, ${role}, ${now})`
  if (accepted !== undefined) await insertAcceptance(tx, { user: id, kind: accepted, address: member.address, now })
  return true
}
