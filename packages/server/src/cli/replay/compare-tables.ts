/** Compares every row of every table with the journal, and names each difference. */
import type { TransactionSql } from '../../database/sql.ts'
import { limits } from '../../engine/limits.ts'
import type { MarketShard } from '../../shards/shards.ts'
import { digestOf, fixedOf, nameOfRow, type ExpectedRows, type ReadTable } from './expected-rows.ts'

type Row = Readonly<Record<string, unknown>>
type Read = { readonly table: ReadTable; readonly keyOf: (row: Row) => string; readonly rows: (sql: TransactionSql) => Rows }
type Rows = AsyncIterable<readonly { readonly row: Row }[]>

const ROWS_AT_ONCE = 1_000
const byId = (row: Row): string => String(row['id'])

const tablesOf = ({ venue, baseCurrency }: MarketShard): readonly Read[] => {
  const read = (table: Exclude<ReadTable, 'rfq_reader' | 'rfq_moment'>): Read => ({
    table,
    keyOf: byId,
    rows: (sql) =>
      sql<{ row: Row }[]>`
        select to_jsonb(t) as row from ${sql(table)} t where venue = ${venue} and base_currency = ${baseCurrency}`.cursor(ROWS_AT_ONCE),
  })
  return [
    read('rfq'),
    {
      table: 'rfq_reader',
      keyOf: ({ desk, rfq_id }) => `${String(desk)} ${String(rfq_id)}`,
      rows: (sql) =>
        sql<{ row: Row }[]>`
          select to_jsonb(t) as row from rfq_reader t join rfq on rfq.id = t.rfq_id
          where venue = ${venue} and base_currency = ${baseCurrency}`.cursor(ROWS_AT_ONCE),
    },
    read('rfq_order'),
    read('rfq_trade'),
    {
      table: 'rfq_moment',
      keyOf: ({ rfq_id, seq, subject }) => `${String(rfq_id)} ${String(seq)} ${String(subject)}`,
      rows: (sql) =>
        sql<{ row: Row }[]>`
          select to_jsonb(t) as row from rfq_moment t join rfq on rfq.id = t.rfq_id
          where venue = ${venue} and base_currency = ${baseCurrency}`.cursor(ROWS_AT_ONCE),
    },
  ]
}

/** Sentences; empty if there is no difference. */
export async function compareTables(sql: TransactionSql, shard: MarketShard, expected: ExpectedRows): Promise<readonly string[]> {
  const faults: string[] = []
  const missing = new Set(expected.rows.keys())
  for (const { table, keyOf, rows } of tablesOf(shard))
    for await (const some of rows(sql))
      for (const { row } of some) {
        const name = nameOfRow(table, keyOf(row))
        missing.delete(name)
        const known = expected.rows.get(name)
        if (known === undefined) faults.push(`The table has ${name}, which is not in the journal.`)
        else if (known !== digestOf(row)) faults.push(`The row ${name} does not match the journal.`)
      }
  for (const name of missing) faults.push(`The journal has ${name}, which is missing from the table.`)
  return [...faults, ...(await compareSettlements(sql, shard, expected)), ...(await compareAnswers(sql, shard, expected))]
}

type Settlement = Parameters<typeof fixedOf>[0] & { readonly state: string; readonly venue_trade_id: string | null }

async function compareSettlements(sql: TransactionSql, { name }: MarketShard, { settlements }: ExpectedRows): Promise<readonly string[]> {
  const faults: string[] = []
  const missing = new Set(settlements.keys())
  for await (const some of sql<{ row: Settlement }[]>`select to_jsonb(t) as row from settlement t where shard = ${name}`.cursor(
    ROWS_AT_ONCE,
  ))
    for (const { row } of some) {
      const id = String(row.trade_id)
      missing.delete(id)
      const known = settlements.get(id)
      if (known === undefined) faults.push(`The table has settlement ${id}, which is not in the journal.`)
      else if (known.digest !== digestOf(fixedOf(row))) faults.push(`The row settlement ${id} does not match the journal.`)
      else if ((known.done !== undefined) !== (row.state === 'DONE'))
        faults.push(`The settlement ${id} is ${row.state}, but the journal ${known.done === undefined ? 'waits for' : 'has'} its answer.`)
      else if (known.done?.venueTradeId !== undefined && known.done.venueTradeId !== row.venue_trade_id)
        faults.push(`The settlement ${id} has a different venue block from the journal.`)
    }
  return [...faults, ...[...missing].map((id) => `The journal has settlement ${id}, which is missing from the table.`)]
}

type Remembered = { readonly scope: string; readonly key: string; readonly requestHash: string; readonly firstSeq: number }

/** Checks the keys of decisions. A refusal has no row in the journal, and old keys are deleted. */
async function compareAnswers(sql: TransactionSql, { name }: MarketShard, { answers }: ExpectedRows): Promise<readonly string[]> {
  const rows = await sql<Remembered[]>`
    select scope, key, said as "requestHash", first_seq as "firstSeq" from request where shard = ${name}`
  const remembered = new Map(rows.map((row) => [`${row.scope}\n${row.key}`, row]))
  const latest = Math.max(0, ...answers.slice(-1).map(({ at }) => at))
  // A key that was used again after a day belongs to another command, so only its newest use counts.
  const newest = new Map(answers.map((answer) => [`${answer.caller.scope}\n${answer.caller.key}`, answer]))
  const kept = [...newest.values()].filter(({ at }) => at > latest - limits.answersKeptMs)
  return kept.flatMap(({ caller, firstSeq }) => {
    const row = remembered.get(`${caller.scope}\n${caller.key}`)
    const isRight = row !== undefined && row.requestHash === caller.requestHash && row.firstSeq === firstSeq
    return isRight ? [] : [`The key ${caller.key} of ${caller.scope} does not match row ${firstSeq} of the journal.`]
  })
}
