/**
 * The rows that the tables must contain for a shard, derived only from its journal: each row as the projector last made it. Only a digest of a row is
 * kept, so that a long journal fits into memory.
 */
import { canonicalJson } from '../../json/canonical-json.ts'
import type { Idempotency } from '../../engine/engine.ts'
import { sha256 } from '../../engine/hash-chain.ts'
import type { StoredEntry } from '../../engine/journal.ts'
import { shardProjector } from '../../create-market.ts'
import type { ProjectedRow } from '../../rfq/projector.ts'
import type { PublishedDecision } from '../../shards/market-engine.ts'
import type { SettlementRow } from '../../settlement/rows.ts'

/**
 * Rows that move on into the audit log or the leaderboard leave their table: the log is verified by its own chain, and the leaderboard's sums can be
 * counted again.
 */
export type ReadTable = Exclude<ProjectedRow['table'], 'settlement' | 'audit_due' | 'leaderboard_due'>
/** `done` is the venue's answer, if there is one. */
export type ExpectedSettlement = { readonly digest: string; done: { readonly venueTradeId: string | undefined } | undefined }
export type ExpectedAnswer = { readonly caller: Idempotency; readonly firstSeq: number; readonly at: number }

export type ExpectedRows = {
  /** By table and key: the digest of the row. */
  readonly rows: ReadonlyMap<string, string>
  readonly settlements: ReadonlyMap<string, ExpectedSettlement>
  /** Decisions of commands with an idempotency key. */
  readonly answers: readonly ExpectedAnswer[]
}

export const nameOfRow = (table: ReadTable, key: string | number): string => `${table} ${key}`
export const digestOf = (value: unknown): string => sha256(canonicalJson(value))

export function createExpectedRows(): ExpectedRows & { listen(decision: PublishedDecision, rows: readonly StoredEntry[]): void } {
  const expected = new Map<string, string>()
  const settlements = new Map<string, ExpectedSettlement>()
  const answers: ExpectedAnswer[] = []

  const onSettlement = (row: SettlementRow) => {
    if ('made' in row) settlements.set(row.made.trade_id, { digest: digestOf(fixedOf(row.made)), done: undefined })
    else {
      const made = settlements.get(row.done)
      if (made !== undefined) made.done = { venueTradeId: row.venueTradeId }
    }
  }

  return {
    rows: expected,
    settlements,
    answers,
    /** Rows are written with the state of their objects at the end of a decision. */
    listen(decision, rows) {
      const [{ caller, seq, at }] = rows as [StoredEntry]
      if (caller !== undefined) answers.push({ caller, firstSeq: seq, at })
      for (const row of shardProjector.project(decision).rows) {
        if (row.table === 'settlement') onSettlement(row)
        else if (row.table !== 'audit_due' && row.table !== 'leaderboard_due')
          expected.set(nameOfRow(row.table, row.key), digestOf(row.row))
      }
    },
  }
}

/** The part of a settlement that its worker never changes. */
export const fixedOf = (row: Readonly<Record<(typeof fixedColumns)[number], unknown>>): object =>
  Object.fromEntries(fixedColumns.map((column) => [column, row[column]]))

const fixedColumns = [
  'trade_id',
  'shard',
  'rfq_id',
  'venue',
  'taker',
  'taker_account',
  'maker',
  'maker_account',
  'agreed_at',
  'legs',
] as const
