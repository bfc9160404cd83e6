/** The keys of a desk's venue accounts, opened only for settling and reading. */
import type { DeskId, VenueCode } from '@parley/core'
import type { VenueCredentials } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { TradingAccountRow, VenueAccountRow } from '../accounts/rows.ts'
import { keyOf, openFields } from '../accounts/venue-health/entered-key.ts'
import type { Vault } from '../vault/vault.ts'

export type AgreedAccount = { readonly venue: VenueCode; readonly desk: DeskId; readonly account: string; readonly agreedAt: number }

/** Undefined if the desk had no such account when the trade was agreed. An account that was disconnected since then still settles. */
export type VenueKeys = (agreed: AgreedAccount) => VenueCredentials | undefined

export function createVenueKeys(book: Pick<Book, 'accounts'>, vault: Pick<Vault, 'open'>): VenueKeys {
  return ({ venue, desk, account: name, agreedAt }) => {
    const { venueAccounts, formerVenueAccounts } = book.accounts
    const isNamed = (account: VenueAccountRow) => account.venue === venue && account.name === name
    // A name may have been reused since: the right account is the one that had it when the trade was agreed (rulebook 2.13).
    const row =
      formerVenueAccounts.get(desk)?.find((each) => isNamed(each) && each.createdAt <= agreedAt && agreedAt < each.removedAt!) ??
      venueAccounts.get(desk)?.find(isNamed)
    if (row === undefined) return undefined
    // A trade that was agreed before the key was replaced settles with the previous key, as long as that is kept (rulebook 2.23).
    const before = agreedAt < row.keyedAt ? row.previousSealed : null
    if (before === null && row.isReadOnly) return undefined
    return keyOf(openFields(vault, row.id, before ?? row.credentialsSealed), row.openFields)
  }
}

/** For reading an account, including a read-only one and one that was disconnected, whose last day is still compared. */
export type AccountKeys = (account: Pick<TradingAccountRow, 'id' | 'credentialsSealed' | 'openFields'>) => VenueCredentials

export const createAccountKeys =
  (vault: Pick<Vault, 'open'>): AccountKeys =>
  ({ id, credentialsSealed, openFields: shown }) => {
    const key = keyOf(openFields(vault, id, credentialsSealed), shown)
    if (key === undefined) throw new Error(`account ${id} at a venue of blocks has no key`)
    return key
  }
