/** The account with which a desk trades perpetuals: its default account at the venue, or its only one (docs/decisions/0890). */
import type { DeskId } from '@parley/core'
import type { PerpetualsAccount, PerpetualsVenue } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { VenueAccountRow } from '../accounts/rows.ts'
import { keyOf, openFields } from '../accounts/venue-health/entered-key.ts'
import type { Vault } from '../vault/vault.ts'

export type DeskAccount = {
  readonly id: string
  /** Changes when the key is replaced. */
  readonly keyedAt: number
  readonly name: string
  readonly trading: PerpetualsAccount
}

/** Undefined if the desk has no account that can trade. If it has several without a default, none is chosen for it. */
export type DeskAccounts = (desk: DeskId) => DeskAccount | undefined

export type DeskAccountParts = {
  readonly book: Pick<Book, 'accounts'>
  readonly vault: Pick<Vault, 'open'>
  readonly perpetuals: Pick<PerpetualsVenue, 'account'>
}

export const createDeskAccounts =
  ({ book, vault, perpetuals }: DeskAccountParts): DeskAccounts =>
  (desk) => {
    const row = accountOf(book.accounts.venueAccounts.get(desk) ?? [])
    const credentials = row === undefined ? undefined : keyOf(openFields(vault, row.id, row.credentialsSealed), row.openFields)
    if (row === undefined || credentials === undefined) return undefined
    return { id: row.id, keyedAt: row.keyedAt, name: row.name, trading: perpetuals.account(credentials) }
  }

function accountOf(accounts: readonly VenueAccountRow[]): VenueAccountRow | undefined {
  const own = accounts.filter(({ venue, isReadOnly }) => venue === 'PRDX' && !isReadOnly)
  return own.find(({ isDefault }) => isDefault) ?? (own.length === 1 ? own[0] : undefined)
}
