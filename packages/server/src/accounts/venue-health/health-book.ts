/** How each account at a venue is, in memory: every order asks it. Rows of a table beside it, so that a start knows what was known. */
import type { KeyProof } from '@parley/core'
import type { Sql, SqlTag } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { TimedProof } from './prove-key.ts'

export type HealthRecord = {
  /** The last that the venue answered. */
  readonly proof?: KeyProof
  readonly checkedAt?: number
  readonly tookMs?: number
  /** It did not answer since. */
  readonly unanswered?: { readonly at: number; readonly words: string }
  readonly lastSuccess?: { readonly at: number; readonly tookMs: number }
  readonly lastRefusal?: { readonly at: number; readonly code: string; readonly words: string }
  readonly mailedAt?: number
}

export interface AccountHealthBook {
  /** By the account's id; of one that was never asked about, an empty record. */
  of(account: string): HealthRecord
  /** Within the change that it belongs to, or by itself. */
  learn(sql: SqlTag, account: string, next: HealthRecord): Promise<void>
  /** In memory at once, and stored with the next round. */
  keep(account: string, next: Partial<HealthRecord>): void
  /** Stores what was kept in memory alone. */
  store(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'parley_account_health'
const never: HealthRecord = {}

type Row = { readonly account: string } & { readonly [Member in keyof Required<HealthRecord>]: HealthRecord[Member] | null }

export async function openHealthBook(sql: Sql, log: Log): Promise<AccountHealthBook> {
  const self = crypto.randomUUID()
  const unstored = new Set<string>()
  let records = await load(sql)
  // Another server on this database has asked a venue.
  const listening = await sql.listen(CHANNEL, (from) => {
    if (from === self) return
    load(sql).then(
      (read) => {
        for (const account of unstored) read.set(account, { ...read.get(account), ...records.get(account) })
        records = read
      },
      (error: unknown) => log.error({ error }, 'Could not reload the health of venue accounts'),
    )
  })
  const learn = async (by: SqlTag, account: string, next: HealthRecord) => {
    records.set(account, next)
    await write(by, account, next)
    await by`select pg_notify(${CHANNEL}, ${self})`
  }
  const store = async () => {
    for (const account of [...unstored]) {
      unstored.delete(account)
      await learn(sql, account, records.get(account)!)
    }
  }
  return {
    of: (account) => records.get(account) ?? never,
    learn,
    keep(account, next) {
      records.set(account, { ...records.get(account), ...next })
      unstored.add(account)
    },
    store,
    async close() {
      await store().catch((error: unknown) => log.error({ error }, 'Could not store the health of venue accounts'))
      await listening.unlisten()
    },
  }
}

/** The record after the venue was asked: an answer replaces what was known, and silence only stands beside it. */
export const withProof = (before: HealthRecord, { proof, at, tookMs }: TimedProof): HealthRecord => {
  const { unanswered: _answered, ...kept } = before
  if (proof.outcome !== 'UNREACHABLE') return { ...kept, proof, checkedAt: at, tookMs }
  return { ...before, proof: before.proof ?? proof, unanswered: { at, words: proof.words } }
}

async function load(sql: Sql): Promise<Map<string, HealthRecord>> {
  const rows = await sql<Row[]>`
    select venue_account as account, proof, checked_at as "checkedAt", took_ms as "tookMs", unanswered, last_success as "lastSuccess",
      last_refusal as "lastRefusal", mailed_at as "mailedAt"
    from venue_account_health`
  return new Map(rows.map(({ account, ...row }) => [account, present(row)]))
}

const present = (row: Omit<Row, 'account'>): HealthRecord =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as HealthRecord

const write = (sql: SqlTag, account: string, { proof, unanswered, lastSuccess, lastRefusal, ...plain }: HealthRecord) => {
  const json = (value: unknown) => (value === undefined ? null : sql.json(value))
  return sql`
    insert into venue_account_health (venue_account, proof, checked_at, took_ms, unanswered, last_success, last_refusal, mailed_at)
    values (${account}, ${json(proof)}, ${plain.checkedAt ?? null}, ${plain.tookMs ?? null}, ${json(unanswered)}, ${json(lastSuccess)},
      ${json(lastRefusal)}, ${plain.mailedAt ?? null})
    on conflict (venue_account) do update set proof = excluded.proof, checked_at = excluded.checked_at, took_ms = excluded.took_ms,
      unanswered = excluded.unanswered, last_success = excluded.last_success, last_refusal = excluded.last_refusal,
      mailed_at = excluded.mailed_at`
}
