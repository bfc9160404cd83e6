/** The keys of a desk's accounts at the venues, opened to settle and to read, and for nothing else. */
import type { DeskId, VenueCode } from '@parley/core'
import type { VenueCredentials } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { TradingAccountRow, VenueAccountRow } from '../accounts/rows.ts'
import { keyOf, openFields } from '../accounts/venue-health/entered-key.ts'
import type { Vault } from '../vault/vault.ts'

export type AgreedAccount = { readonly venue: VenueCode; readonly desk: DeskId; readonly account: string; readonly agreedAt: number }

/** Undefined where the desk had no such account when the trade was agreed; one that was disconnected since still settles. */
export type VenueKeys = (agreed: AgreedAccount) => VenueCredentials | undefined

export function createVenueKeys(book: Pick<Book, 'accounts'>, vault: Pick<Vault, 'open'>): VenueKeys {
  return ({ venue, desk, account: name, agreedAt }) => {
    const { venueAccounts, formerVenueAccounts } = book.accounts
    const isNamed = (account: VenueAccountRow) => account.venue === venue && account.name === name
    // A name may have been given again since: the account is the one that had it when the trade was agreed (rulebook 2.13).
    const row =
      formerVenueAccounts.get(desk)?.find((each) => isNamed(each) && each.createdAt <= agreedAt && agreedAt < each.removedAt!) ??
      venueAccounts.get(desk)?.find(isNamed)
    if (row === undefined) return undefined
    // A trade that was agreed before the key was replaced is settled with the one before, while that is kept (rulebook 2.23).
    const before = agreedAt < row.keyedAt ? row.previousSealed : null
    if (before === null && row.isReadOnly) return undefined
    return keyOf(openFields(vault, row.id, before ?? row.credentialsSealed), row.openFields)
  }
}

/** To read an account: also one that may only be read, and one that was disconnected, whose last day is still compared. */
export type AccountKeys = (account: Pick<TradingAccountRow, 'id' | 'credentialsSealed' | 'openFields'>) => VenueCredentials

export const createAccountKeys =
  (vault: Pick<Vault, 'open'>): AccountKeys =>
  ({ id, credentialsSealed, openFields: shown }) => {
    const key = keyOf(openFields(vault, id, credentialsSealed), shown)
    if (key === undefined) throw new Error(`account ${id} at a venue of blocks has no key`)
    return key
  }
