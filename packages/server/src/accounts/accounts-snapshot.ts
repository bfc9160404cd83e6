/** The accounts in memory, and the one way to change them: a transaction with its audit row, then a refresh. */
import type { Sql, TransactionSql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { createJoinedReads } from '../queues/joined-reads.ts'
import { warnOfFlags } from './feature-flags.ts'
import { appendAudit } from '../audit/append.ts'
import { loadAccounts, type Accounts } from './rows.ts'
import { mustStillHaveRight, type Change } from './still-may.ts'

export interface Book {
  readonly accounts: Accounts
  /** Refused by throwing if the actor no longer has the right that the change needs. */
  change(about: Change, write: (tx: TransactionSql) => PromiseLike<unknown>): Promise<void>
  /** Reloads everything. Runs after every change, including changes by another process. */
  refresh(): Promise<void>
  /** Called after every refresh, whether this process or another one made the change. */
  onChange(listener: (now: Accounts, before: Accounts) => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'parley_accounts'

export async function openBook(sql: Sql, log: Log): Promise<Book> {
  const listeners = new Set<(now: Accounts, before: Accounts) => void>()
  const self = crypto.randomUUID()
  let accounts = await loadAccounts(sql)
  warnOfFlags(accounts, log)
  const joined = createJoinedReads()
  let refreshed: Promise<unknown> = Promise.resolve()

  const load = async (): Promise<void> => {
    const before = accounts
    accounts = await loadAccounts(sql)
    for (const listener of listeners) listener(accounts, before)
  }
  /** All accounts are read each time, so changes that are made in the meantime share the next reading. */
  const refresh = (): Promise<void> => {
    const next = joined.read('accounts', load)
    refreshed = next
    return next
  }
  const onChange = (from: string) => {
    if (from !== self) refresh().catch((error: unknown) => log.error({ error }, 'Could not reload the accounts'))
  }
  const listening = await sql.listen(CHANNEL, onChange)

  return {
    get accounts() {
      return accounts
    },
    async change(about, write) {
      await sql.begin(async (tx) => {
        await mustStillHaveRight(tx, about)
        await write(tx)
        await appendAudit(tx, about)
        await tx`select pg_notify(${CHANNEL}, ${self})`
      })
      await refresh()
    },
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await listening.unlisten()
      await refreshed.catch(() => undefined)
    },
  }
}
