/** Writes one email for each desk and day with new differences, in the transaction that marks them as emailed. */
import { displayDifferenceKind, kindOf, quantityText } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { writeToAdministrators } from '../accounts/administrators.ts'
import type { Sql } from '../database/sql.ts'
import type { Post } from '../mail/mail-queue.ts'
import { accountOf } from './compared-accounts.ts'
import { LINES_OF_EMAIL } from './limits.ts'
import { presentDifference } from './present.ts'
import type { ReconciliationStore, StoredDifference } from './store.ts'

export type EmailParts = {
  readonly sql: Sql
  readonly book: Book
  readonly post: Post
  readonly store: ReconciliationStore
  readonly now: () => number
}

export async function writeEmails({ sql, book, post, store, now }: EmailParts): Promise<void> {
  for (const { desk, day } of await store.unmailed())
    await sql.begin(async (tx) => {
      const at = now()
      const found = await store.takeUnmailed(tx, desk, day, at)
      if (found.length === 0) return
      const lines = found.slice(0, LINES_OF_EMAIL).map((row) => lineOf(book, row))
      const deskName = book.accounts.desks.get(desk)?.name ?? desk
      const facts = { day, deskName, lines, more: found.length - lines.length } as const
      const actor = { desk, now: at as Parameters<typeof writeToAdministrators>[2]['now'] }
      await writeToAdministrators({ book, post }, tx, actor, (firstName) => ({ kind: 'DifferencesFound', firstName, ...facts }))
    })
}

/** `DBT prop-1: Fee differs, BLOCK-418822: ours 0.015 BTC, theirs 0.01125 BTC`. */
function lineOf(book: Book, row: StoredDifference): string {
  const account = accountOf(book, row.desk, row.accountId)!
  const { venue_trade_id: block, ours, theirs, quantity } = presentDifference(row, { account, traded: undefined, closedByName: undefined })
  const kind = kindOf(row.compared)
  const figures = ours === null || theirs === null ? `of ${quantityText(quantity)}` : `ours ${ours}, theirs ${theirs}`
  return `${account.venue} ${account.name}: ${displayDifferenceKind(kind)}, ${block}: ${figures}`
}
