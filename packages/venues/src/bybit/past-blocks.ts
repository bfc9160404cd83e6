/** The blocks of an account: its executed RFQs in both roles, each leg with the party's own execution. */
import { hasGonePast } from '../adapter/record-pages.ts'
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { RecordedBlock } from '../port/venue-port.ts'
import { unknown, type NotDone } from './answers.ts'
import { EXECUTION_MARGIN_MS, EXECUTIONS_SPAN_MS, RECORDS_PER_PAGE } from './limits.ts'
import { readPages } from './pages.ts'
import {
  blockFromWire,
  categoriesOf,
  executionFromWire,
  tradeTime,
  type Execution,
  type Executions,
  type View,
} from './past-blocks-wire.ts'
import type { Rest } from './rest.ts'

type Span = { readonly from: number; readonly to: number }
type Trades = { readonly view: View; readonly rows: readonly unknown[] }

export async function readBlocks(rest: Rest, party: VenueCredentials, span: Span): Promise<VenueAnswer<readonly RecordedBlock[]>> {
  const views: Trades[] = []
  for (const view of ['quote', 'request'] as const) {
    const rows = await tradesWithin(rest, party, view, span)
    if ('outcome' in rows) return rows
    views.push({ view, rows })
  }
  const executions = await executionsOf(rest, party, views.flatMap(({ rows }) => rows)) // prettier-ignore
  if ('outcome' in executions) return executions
  const blocks = views.flatMap(({ view, rows }) => rows.map((row) => blockFromWire(row, view, executions.known)))
  if (blocks.includes('UNREADABLE')) return unknown('the venue sent its list of trades in an unknown format')
  const known = blocks.filter((block) => typeof block === 'object')
  if (known.length !== blocks.length) return unknown('the venue does not list the execution of every leg')
  return { outcome: 'DONE', value: known.sort((one, other) => one.at - other.at) }
}

async function tradesWithin(rest: Rest, party: VenueCredentials, view: View, { from, to }: Span): Promise<readonly unknown[] | NotDone> {
  const read = await readPages(rest, party, {
    path: '/v5/rfq/trade-list',
    query: { traderType: view, status: 'Filled', limit: String(RECORDS_PER_PAGE) },
    isOver: (rows) => hasGonePast(from, rows.flatMap((row) => tradeTime(row) ?? [])), // prettier-ignore
  })
  if ('outcome' in read) return read
  if (read.rows.some((row) => tradeTime(row) === undefined)) return unknown('the venue sent its list of trades in an unknown format')
  return read.rows.filter((row) => from <= tradeTime(row)! && tradeTime(row)! < to)
}

/** Reads the executions around the times of the trades, in their categories, in periods as long as the venue returns at once. */
async function executionsOf(
  rest: Rest,
  party: VenueCredentials,
  trades: readonly unknown[],
): Promise<{ readonly known: Executions } | NotDone> {
  const times = trades.map((row) => tradeTime(row)!)
  const known = new Map<string, Execution>()
  const end = Math.max(...times) + EXECUTION_MARGIN_MS
  for (const category of categoriesOf(trades)) {
    for (let start = Math.min(...times) - EXECUTION_MARGIN_MS; start < end; start += EXECUTIONS_SPAN_MS) {
      const until = Math.min(end, start + EXECUTIONS_SPAN_MS)
      if (!times.some((at) => start - EXECUTION_MARGIN_MS <= at && at <= until + EXECUTION_MARGIN_MS)) continue
      const query = { category, execType: 'BlockTrade', startTime: String(start), endTime: String(until), limit: String(RECORDS_PER_PAGE) }
      const read = await readPages(rest, party, { path: '/v5/execution/list', query })
      if ('outcome' in read) return read
      for (const row of read.rows) {
        const execution = executionFromWire(category, row)
        if (execution === undefined) return unknown('the venue sent its list of executions in an unknown format')
        known.set(execution.key, execution)
      }
    }
  }
  return { known }
}
