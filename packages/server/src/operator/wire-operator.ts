/** Creates the operator and the services that its commands need, for use outside a server: one command at a time. */
import type { Author } from '../audit/author.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { createDeskService } from '../accounts/desk/service.ts'
import { createInvitations } from '../accounts/onboarding/invitations.ts'
import { createRestrictions } from '../accounts/restrictions.ts'
import type { Passwords } from '../accounts/sign-in/passwords.ts'
import type { Sql } from '../database/sql.ts'
import { createPost } from '../mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import type { Vault } from '../vault/vault.ts'
import { createOperator, type Operator } from './operator.ts'

export type OperatorWiring = {
  readonly sql: Sql
  readonly book: Book
  readonly vault: Vault
  readonly platform: Platform
  readonly passwords: Passwords
  /** Links in invitations start with it. */
  readonly publicUrl: string
  readonly author?: Author
  readonly now: () => number
}

export function wireOperator({ sql, publicUrl, ...parts }: OperatorWiring): Operator {
  const { book, vault } = parts
  const post = createPost(vault)
  const restrictions = createRestrictions(book)
  const invitations = createInvitations({ sql, book, post, publicUrl, restrictions })
  return createOperator({ ...parts, sql, post, restrictions, invitations, desk: createDeskService({ book, vault, post }) })
}
