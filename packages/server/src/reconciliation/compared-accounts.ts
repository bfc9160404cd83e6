/** The venue accounts of desks, as needed for a comparison: those that were connected on a given day. */
import type { DeskId } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { isTradingAccount, type TradingAccountRow } from '../accounts/rows.ts'
import { spanOf, type Day } from './days.ts'

/** Connected before the day was over, and not removed before it began. */
export function accountsOn(book: Pick<Book, 'accounts'>, desk: DeskId, day: Day): readonly TradingAccountRow[] {
  const { from, to } = spanOf(day)
  return everyAccountOf(book, desk).filter(({ createdAt, removedAt }) => createdAt < to && (removedAt ?? Infinity) > from)
}

export function accountOf(book: Pick<Book, 'accounts'>, desk: DeskId, id: string): TradingAccountRow | undefined {
  return everyAccountOf(book, desk).find((each) => each.id === id)
}

const everyAccountOf = ({ accounts }: Pick<Book, 'accounts'>, desk: DeskId): readonly TradingAccountRow[] =>
  [...(accounts.venueAccounts.get(desk) ?? []), ...(accounts.formerVenueAccounts.get(desk) ?? [])].filter(isTradingAccount)
