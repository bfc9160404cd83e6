/** The keys with which a desk trades at a venue, opened for settlement only. */
import type { DeskId, VenueCode } from '@parley/core'
import type { VenueCredentials } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { credentialsOf } from '../accounts/desk/venue-accounts.ts'
import type { VenueAccountRow } from '../accounts/rows.ts'
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
    return row === undefined ? undefined : (JSON.parse(vault.open(row.credentialsSealed, credentialsOf(row.id))) as VenueCredentials)
  }
}
