/**
 * What the tables have to hold of a shard, from its journal alone: each row as the projector last made it. Only a digest of a row is kept, so
 * that a long journal fits into memory.
 */
import type { Market, MarketEvent } from '@parley/core'
import { canonicalJson } from '../engine/canonical-json.ts'
import type { Idempotency } from '../engine/engine.ts'
import { sha256 } from '../engine/hash-chain.ts'
import type { StoredEntry } from '../engine/journal.ts'
import { marketProjector, type ProjectedRow } from '../market/projector.ts'
import type { AuditDueRow } from '../protection/audit-due.ts'
import type { MarketShard } from '../market/shards.ts'
import type { SettlementRow } from '../settlement/rows.ts'

/** What the audit log takes up is gone from its table afterwards, and proved by the log's own chain. */
export type ReadTable = Exclude<ProjectedRow['table'], 'settlement' | 'audit_due'>
/** `done` is what the venue answered, where it has. */
export type ExpectedSettlement = { readonly digest: string; done: { readonly venueTradeId: string | undefined } | undefined }
export type ExpectedAnswer = { readonly caller: Idempotency; readonly firstSeq: number; readonly at: number }

export type ExpectedRows = {
  /** By table and key: what the row may be. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>
  readonly settlements: ReadonlyMap<string, ExpectedSettlement>
  /** Decisions that came with a key of their sender's. */
  readonly answers: readonly ExpectedAnswer[]
}

/**
 * A row is written as its object stands at the end of a decision, and the journal says where a command begins only by what is the same:
 * its time, name and sender. Of rows that look like one command a row may be as it was after any of them since it was touched.
 */
const LOOKED_BACK = 200

type Run = { readonly name: string; readonly events: MarketEvent[] }

export const nameOfRow = (table: ReadTable, key: string | number): string => `${table} ${key}`
export const digestOf = (value: unknown): string => sha256(canonicalJson(value))

export function createExpectedRows(shard: MarketShard): ExpectedRows & { hear(entry: StoredEntry, state: Market): void } {
  const rows = new Map<string, Set<string>>()
  const settlements = new Map<string, ExpectedSettlement>()
  const answers: ExpectedAnswer[] = []
  let run: Run = { name: '', events: [] }
  const projected = (events: readonly MarketEvent[], { seq, at }: StoredEntry, state: Market) =>
    marketProjector
      .project({ shard, seq, at: at as never, events }, state)
      .rows.filter((row): row is Exclude<ProjectedRow, AuditDueRow> => row.table !== 'audit_due')

  const hearSettlement = (row: SettlementRow) => {
    if ('made' in row) settlements.set(row.made.trade_id, { digest: digestOf(fixedOf(row.made)), done: undefined })
    else {
      const made = settlements.get(row.done)
      if (made !== undefined) made.done = { venueTradeId: row.venueTradeId }
    }
  }

  return {
    rows,
    settlements,
    answers,
    hear(entry, state) {
      const event = JSON.parse(entry.event) as MarketEvent
      const name = `${entry.at} ${entry.command} ${entry.actor}`
      run = name === run.name && entry.caller === undefined && run.events.length < LOOKED_BACK ? run : { name, events: [] }
      run.events.push(event)
      if (entry.caller !== undefined) answers.push({ caller: entry.caller, firstSeq: entry.seq, at: entry.at })
      const touched = new Set<string>()
      for (const row of projected([event], entry, state)) {
        if (row.table === 'settlement') hearSettlement(row)
        else {
          const one = nameOfRow(row.table, row.key)
          touched.add(one)
          rows.set(one, new Set([digestOf(row.row)]))
        }
      }
      if (run.events.length === 1) return
      for (const row of projected(run.events, entry, state))
        if (row.table !== 'settlement' && !touched.has(nameOfRow(row.table, row.key)))
          rows.get(nameOfRow(row.table, row.key))?.add(digestOf(row.row))
    },
  }
}

/** What of a settlement is never changed by who carries it out. */
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
  'nonce',
  'agreed_at',
  'legs',
  'flow',
] as const
