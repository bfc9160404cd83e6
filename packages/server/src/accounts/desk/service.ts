/** Changes of a desk by its administrators and by the operator. */
import type { ApprovalCommand, DeskId, Refusal } from '@parley/core'
import type { Post } from '../../mail/mail-queue.ts'
import type { Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { changeStanding } from './approvals.ts'
import { createKeys, type Keys } from './keys.ts'
import { createMembers, type Members } from './members.ts'
import { createVenueAccounts, type VenueAccounts } from './venue-accounts.ts'

export type DeskService = {
  readonly members: Members
  readonly keys: Keys
  readonly venueAccounts: VenueAccounts
  approve(kind: ApprovalCommand['kind'], actor: Actor, other: DeskId): Promise<Refusal | undefined>
}

export const createDeskService = (parts: { readonly book: Book; readonly vault: Vault; readonly post: Post }): DeskService => ({
  members: createMembers(parts),
  keys: createKeys(parts),
  venueAccounts: createVenueAccounts(parts),
  approve: (kind, actor, other) => changeStanding(parts.book, kind, actor, other),
})
