/** The health of each venue account, in memory because every order checks it. The table keeps a copy for the next start. */
import type { KeyProof } from '@parley/core'
import type { Sql, SqlTag } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { TimedProof } from './prove-key.ts'

export type HealthRecord = {
  /** The last response of the venue. */
  readonly proof?: KeyProof
  readonly checkedAt?: number
  readonly tookMs?: number
  /** Set if the venue has not responded since. */
  readonly unanswered?: { readonly at: number; readonly words: string }
  readonly lastSuccess?: { readonly at: number; readonly tookMs: number }
  readonly lastRefusal?: { readonly at: number; readonly code: string; readonly words: string }
  readonly mailedAt?: number
}

export interface AccountHealthBook {
  /** By account id. An account that was never checked has an empty record. */
  of(account: string): HealthRecord
  /** Stores the record, in the transaction of the change that it belongs to or on its own. */
  learn(sql: SqlTag, account: string, next: HealthRecord): Promise<void>
  /** Updates memory immediately. The record is stored with the next round. */
  keep(account: string, next: Partial<HealthRecord>): void
  /** Stores records that are only in memory. */
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

/** The record after a check. A response replaces what was known; a missing response is only noted next to it. */
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
