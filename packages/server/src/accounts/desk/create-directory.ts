/** The directory of desks, read from the accounts in memory. */
import type { DeskId, VenueCode } from '@parley/core'
import type { VenueCredentials } from '@parley/venues'
import type { Book } from '../accounts-snapshot.ts'
import type { Desk, Directory } from './directory.ts'
import { standingOf, type DeskRow, type VenueAccountRow } from '../rows.ts'
import type { Vault } from '../../vault/vault.ts'

/** The row that a sealed text of an account is bound to. */
export const credentialsOf = (accountId: string): string => `venue-account ${accountId}`

export function createDirectory(book: Book, vault: Vault): Directory {
  const accountsOf = (desk: DeskId) => book.accounts.venueAccounts.get(desk) ?? []
  const present = (row: DeskRow): Desk => ({
    ticker: row.ticker,
    name: row.name,
    firmName: book.accounts.firms.get(row.firm)?.name ?? '',
    isMaker: row.isMaker,
    venues: [...new Set(accountsOf(row.ticker).map((account) => account.venue))],
  })
  const approved = (a: DeskId, b: DeskId): boolean => a !== b && standingOf(book.accounts, a, b).approval.state === 'APPROVED'
  const hasAccount = (desk: DeskId, venue: VenueCode): boolean => accountsOf(desk).some((account) => account.venue === venue)

  return {
    desk(ticker) {
      const row = book.accounts.desks.get(ticker)
      return row === undefined ? undefined : present(row)
    },
    desks: () => [...book.accounts.desks.values()].map(present),
    eligibleMakers: (taker, venue) =>
      [...book.accounts.desks.values()]
        .filter((desk) => desk.isMaker && desk.suspendedAt === null && approved(taker, desk.ticker) && hasAccount(desk.ticker, venue))
        .map((desk) => desk.ticker),
    approved,
    accounts: (desk, venue) =>
      accountsOf(desk)
        .filter((account) => account.venue === venue)
        .map(({ id, name, isDefault }) => ({ id, name, isDefault })),
    credentials(desk, venue, name, agreedAt) {
      const isNamed = (account: VenueAccountRow) => account.venue === venue && account.name === name
      // A name may have been given again since: the account is the one that had it when the trade was agreed (rulebook 2.13).
      const row =
        book.accounts.formerVenueAccounts
          .get(desk)
          ?.find((each) => isNamed(each) && each.createdAt <= agreedAt && agreedAt < each.removedAt!) ?? accountsOf(desk).find(isNamed)
      if (row === undefined) return Promise.resolve(undefined)
      return Promise.resolve(JSON.parse(vault.open(row.credentialsSealed, credentialsOf(row.id))) as VenueCredentials)
    },
  }
}
