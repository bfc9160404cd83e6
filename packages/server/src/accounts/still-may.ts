/**
 * Checks inside the transaction of a change that its actor still has the right that the call requires (rulebook 2.25). The rights that let the call
 * in were read from memory before, and a venue or a queue may have taken seconds since.
 */
import type { Who } from '@parley/contracts'
import { hasRight, type DeskRole, type Right } from '@parley/core'
import { fault } from '../calls/fault.ts'
import { Faulted } from '../calls/route.ts'
import type { Change as AuditedChange } from '../audit/append.ts'
import type { Sql, TransactionSql } from '../database/sql.ts'

export type Change = AuditedChange & {
  /** Undefined for changes that no caller begins: by the operator, by a sign-in, or by the server itself. */
  readonly needs?: Right | undefined
  /** The other desk of a change that concerns two. */
  readonly otherDesk?: string | undefined
}

/** The right that a caller of a call has. */
export const rightFor = (who: Who): Right | undefined => rights[who]

const rights: Readonly<Record<Who, Right | undefined>> = {
  anyone: undefined,
  member: 'See',
  person: 'See',
  trader: 'Trade',
  bidder: 'Bid',
  administrator: 'Administer',
}

/**
 * Must be the first statement of the transaction. It locks the desk, so that a change of rights either happens before and is seen here, or waits for
 * this transaction and sees what it has made.
 */
export async function mustStillHaveRight(tx: TransactionSql, change: Change): Promise<void> {
  const { desk, needs, otherDesk = desk } = change
  if (needs === undefined || desk === undefined || otherDesk === undefined) return
  await lockDesks(tx, [desk, otherDesk])
  const role = await roleOf(tx, { ...change, desk })
  if (role === undefined || !hasRight(role, needs)) throw new Faulted(fault('InsufficientPermissions', lost[needs]))
}

/** The same for a change that is not made in a transaction of its own. Call it immediately before the change. */
export const mustStillHave = (sql: Sql, change: Change): Promise<void> => sql.begin((tx) => mustStillHaveRight(tx, change))

/** In one order, so that two transactions never wait for each other. Other changes of these desks wait for ours. */
export const lockDesks = async (tx: TransactionSql, desks: readonly string[]): Promise<void> => {
  await tx`select from desk where ticker = any(${[...desks]}::text[]) order by ticker for no key update`
}

const lost: Readonly<Record<Right, string>> = {
  Administer: 'You are no longer an administrator of this desk.',
  Trade: 'You may no longer trade for this desk.',
  Bid: 'You may no longer bid for this desk.',
  See: 'You are no longer a member of this desk.',
}

/** The role of a person or of a key, as far as it is not suspended. */
async function roleOf(tx: TransactionSql, { actor, desk, at }: Change & { readonly desk: string }): Promise<DeskRole | undefined> {
  const [seat] = await tx<{ role: DeskRole }[]>`
    select m.role from membership m join app_user u on u.id = m.app_user join desk d on d.ticker = m.desk
    where m.app_user = ${actor} and m.desk = ${desk}
      and m.suspended_at is null and u.suspended_at is null and u.disabled_at is null and d.suspended_at is null
    union all
    select case when 'trade' = any(k.scopes) then 'trader' else 'viewer' end from api_key k join desk d on d.ticker = k.desk
    where k.id = ${actor} and k.desk = ${desk} and k.revoked_at is null and k.suspended_at is null and d.suspended_at is null
      and (k.expires_at is null or k.expires_at > ${at})`
  return seat?.role
}
