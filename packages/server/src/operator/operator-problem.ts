import type { DeskId } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { commandLine, withReason, type Author } from '../audit/author.ts'
import type { Change } from '../accounts/still-may.ts'
import type { DeskRow, UserRow } from '../accounts/rows.ts'

/** Thrown if a command cannot be executed. The message describes what would be accepted. */
export class OperatorProblem extends Error {}

export function deskOf({ accounts }: Book, ticker: string): DeskRow {
  const desk = accounts.desks.get(ticker.toUpperCase() as DeskId)
  if (desk === undefined) throw new OperatorProblem(`No desk ${ticker}; create it first.`)
  return desk
}

export function userOf({ accounts }: Book, email: string): UserRow {
  const user = accounts.usersByEmail.get(email.trim().toLowerCase())
  if (user === undefined) throw new OperatorProblem(`No user has the email address ${email}.`)
  return user
}

type Acting = { readonly now: () => number; readonly author?: Author }
type More = { readonly desk?: string; readonly detail?: Change['detail'] }

/** The audit entry of an action of the operator. */
export const byOperator = ({ now, author = commandLine }: Acting, action: string, object: string, { desk, detail }: More = {}): Change => ({
  at: now(),
  desk,
  actor: author.actor,
  action,
  object,
  detail: withReason(author, detail),
})
