/** The directory of desks, read from the accounts in memory. */
import { blocklistsOf, isApproved, offeredVenues, settleRefusal, type Blocklists, type DeskId, type VenueCode } from '@parley/core'
import type { Book } from '../accounts-snapshot.ts'
import type { Desk, Directory } from './directory.ts'
import { settlingVenues, standingOf, type Accounts, type DeskRow } from '../rows.ts'
import type { AccountHealthBook } from '../venue-health/health-book.ts'

export function createDirectory(book: Book, health: Pick<AccountHealthBook, 'of'>, now: () => number): Directory {
  const accountsOf = (desk: DeskId) => book.accounts.venueAccounts.get(desk) ?? []
  const present = (row: DeskRow): Desk => ({
    ticker: row.ticker,
    name: row.name,
    firmName: book.accounts.firms.get(row.firm)?.name ?? '',
    isMaker: row.isMaker,
    venues: settlingVenues(accountsOf(row.ticker)),
  })
  const approved = (a: DeskId, b: DeskId): boolean => a !== b && isApproved(standingOf(book.accounts, a, b).approval)
  const hasAccount = (desk: DeskId, venue: VenueCode): boolean =>
    accountsOf(desk).some((account) => account.venue === venue && !account.isReadOnly)

  return {
    desk(ticker) {
      const row = book.accounts.desks.get(ticker)
      return row === undefined ? undefined : present(row)
    },
    desks: () => [...book.accounts.desks.values()].map(present),
    offered: (desk) => offeredVenues(settlingVenues(accountsOf(desk))),
    eligibleMakers: (taker, venue) =>
      [...book.accounts.desks.values()]
        .filter((desk) => desk.isMaker && desk.suspendedAt === null && approved(taker, desk.ticker) && hasAccount(desk.ticker, venue))
        .map((desk) => desk.ticker),
    approved,
    groups: (desk) => [...(book.accounts.groups.get(desk) ?? []), ...book.accounts.groupsOfOperator],
    apart: (desk) => apartIn(book.accounts, desk),
    accounts: (desk, venue) =>
      accountsOf(desk)
        .filter((account) => account.venue === venue)
        .map(({ id, name, isDefault, isReadOnly }) => {
          const refusal = settleRefusal({ name, isReadOnly, proof: health.of(id).proof }, now())
          return { id, name, isDefault, isReadOnly, ...(refusal === undefined ? {} : { refusal }) }
        }),
  }
}

function apartIn(accounts: Accounts, desk: DeskId): Blocklists | undefined {
  const { neverMatch, desks } = accounts
  // Most installations have no list and no such choice.
  if (neverMatch.length === 0 && [...desks.values()].every(({ orderBooks }) => orderBooks === 'EVERY_DESK')) return undefined
  const lists = blocklistsOf(desk, [...desks.keys()], {
    isListed: (by, other) => neverMatch.some((row) => row.desk === by && row.other === other),
    choiceOf: (one) => desks.get(one)?.orderBooks ?? 'EVERY_DESK',
    isApproved: (a, b) => isApproved(standingOf(accounts, a, b).approval),
  })
  return lists.avoids.length === 0 && lists.avoidedBy.length === 0 ? undefined : lists
}
