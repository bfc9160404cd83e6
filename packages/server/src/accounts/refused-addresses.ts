/**
 * A key used from a disallowed address is the best sign of a stolen key. The administrators of its desk get an email and the audit log a row,
 * immediately and then once an hour with the count (decision 0670).
 */
import { hasRight, type DeskId } from '@parley/core'
import { appendAudit } from '../audit/append.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Post } from '../mail/mail-queue.ts'
import type { Book } from './accounts-snapshot.ts'
import { accountLimits } from './limits.ts'
import type { Accounts, UserRow } from './rows.ts'

export type RefusedAddresses = {
  record(keyId: string, address: string, now: number): void
  close(): Promise<void>
}

type RefusedAddressesParts = { readonly sql: Sql; readonly book: Book; readonly post: Post; readonly log: Log }
type Report = { readonly at: number; more: number }

export function createRefusedAddresses({ sql, book, post, log }: RefusedAddressesParts): RefusedAddresses {
  const reports = new Map<string, Report>()
  let writing: Promise<unknown> = Promise.resolve()

  const write = (keyId: string, address: string, now: number, count: number) =>
    sql.begin(async (tx) => {
      const key = book.accounts.keysById.get(keyId)
      if (key === undefined) return
      for (const { firstName, email } of administratorsOf(book.accounts, key.desk))
        await post.send(tx, email, { kind: 'ApiKeyRefused', firstName, keyName: key.name, at: now, address }, now)
      await appendAudit(tx, { at: now, desk: key.desk, actor: keyId, action: 'ApiKeyRefused', object: keyId, address, detail: { count } })
    })

  return {
    record(keyId, address, now) {
      const before = reports.get(keyId)
      if (before !== undefined && now - before.at < accountLimits.refusedAddressQuietMs) return void (before.more += 1)
      reports.set(keyId, { at: now, more: 0 })
      const count = 1 + (before?.more ?? 0)
      writing = writing
        .then(() => write(keyId, address, now, count))
        .catch((error: unknown) => log.error({ error, key: keyId }, 'Could not record the rejected address of a key'))
    },
    async close() {
      await writing
    },
  }
}

const administratorsOf = ({ users, memberships }: Accounts, desk: DeskId): readonly UserRow[] =>
  [...users.values()].filter(({ id, disabledAt, suspendedAt }) => {
    const seat = memberships.get(id)?.find((row) => row.desk === desk && row.suspendedAt === null)
    return seat !== undefined && hasRight(seat.role, 'Administer') && disabledAt === null && suspendedAt === null
  })
