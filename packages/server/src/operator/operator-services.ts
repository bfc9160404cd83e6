import type { Sql } from '../database/sql.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { DeskService } from '../accounts/desk/service.ts'
import type { Invitations } from '../accounts/onboarding/invitations.ts'
import type { Passwords } from '../accounts/sign-in/passwords.ts'
import type { Restrictions } from '../accounts/restrictions.ts'
import type { Post } from '../mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import type { Author } from '../audit/author.ts'
import type { Vault } from '../vault/vault.ts'

/** The services that the operator uses. */
export type OperatorServices = {
  readonly sql: Sql
  readonly book: Book
  readonly desk: DeskService
  readonly invitations: Pick<Invitations, 'invite'>
  readonly restrictions: Pick<Restrictions, 'restrict' | 'lift'>
  readonly post: Post
  readonly passwords: Passwords
  readonly vault: Vault
  readonly platform: Platform
  /** The command line if absent. */
  readonly author?: Author
  readonly now: () => number
}
