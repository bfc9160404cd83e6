/** The read model and the list of settlements as plain objects. They outlive the servers that write them, as a database would. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Order, Rfq, Trade } from '@parley/core'
import { jobFromRow, movedBy, type StoredJob } from '../../src/settlement/job.ts'
import { MOST_LISTED } from '../../src/settlement/limits.ts'
import type { SettlementStore } from '../../src/settlement/store.ts'
import type { ProjectedRow } from '../../src/rfq/projector.ts'

export type Tables = {
  readonly rfqs: Map<string, Rfq>
  readonly orders: Map<string, { readonly rfqId: string; readonly order: Order }>
  readonly trades: Map<string, { readonly rfqId: string; readonly trade: Trade }>
  readonly readers: Set<string>
  /** The order book's, by number. */
  readonly markets: Map<number, Rfq>
  readonly quotes: Map<number, { readonly market: number; readonly quote: Order }>
  readonly matches: Map<number, { readonly market: number; readonly match: Trade }>
  /** Quotes that have crossed. */
  readonly aggressors: Set<number>
  readonly settlements: Map<string, Omit<StoredJob, 'state'> & { readonly state: StoredJob['state'] | 'DONE' }>
}

export const emptyTables = (): Tables => ({
  rfqs: new Map(),
  orders: new Map(),
  trades: new Map(),
  readers: new Set(),
  markets: new Map(),
  quotes: new Map(),
  matches: new Map(),
  aggressors: new Set(),
  settlements: new Map(),
})

/** As in the projector's SQL: the later row of a key wins, and a settlement is created once and completed once. */
export function writeTo(tables: Tables, rows: readonly ProjectedRow[]): void {
  for (const row of rows) {
    switch (row.table) {
      case 'rfq':
        if (row.row.audience === 'DIRECT') tables.rfqs.set(row.key, row.row.body)
        else tables.markets.set(row.row.number, row.row.body)
        break
      case 'rfq_reader':
        tables.readers.add(row.key)
        break
      case 'rfq_order':
        writeOrder(tables, row.row)
        break
      case 'rfq_trade': {
        const { audience, number, rfq_id: rfqId, body } = row.row
        if (audience === 'DIRECT') tables.trades.set(row.key, { rfqId, trade: body })
        else tables.matches.set(number, { market: numberOf(rfqId), match: body })
        break
      }
      case 'settlement':
        writeSettlement(tables, row)
        break
      // No query of the market reads rows that wait for the audit log, and the days read no records.
      case 'audit_due':
      case 'rfq_moment':
    }
  }
}

function writeOrder(tables: Tables, { id, audience, number, kind, rfq_id: rfqId, has_taken, body }: OrderRow): void {
  if (audience === 'DIRECT') return void tables.orders.set(id, { rfqId, order: body })
  tables.quotes.set(number, { market: numberOf(rfqId), quote: body })
  if (has_taken && kind === 'QUOTE') tables.aggressors.add(number)
}
/** The id of an RFQ of the order book is `r_` and its number. */
const numberOf = (rfqId: string): number => Number(rfqId.slice(2))

type OrderRow = Extract<ProjectedRow, { table: 'rfq_order' }>['row']

function writeSettlement({ settlements }: Tables, row: Extract<ProjectedRow, { table: 'settlement' }>): void {
  if ('made' in row) {
    if (!settlements.has(row.made.trade_id)) settlements.set(row.made.trade_id, row.made as unknown as StoredJob)
    return
  }
  const known = settlements.get(row.done)
  if (known !== undefined) settlements.set(row.done, { ...known, state: 'DONE', venue_trade_id: row.venueTradeId ?? known.venue_trade_id })
}

export type StoreFault = 'StatementFails' | 'AnswerIsLost'

/** The same as createSettlementStore, without SQL. A statement may fail, or only its response may be lost. */
export function createTableStore({ settlements, trades, matches }: Tables, faults: (fault: StoreFault) => boolean): SettlementStore {
  const statement = async <T>(carryOut: () => T): Promise<T> => {
    await turn()
    if (faults('StatementFails')) throw new Error('the statement failed, as the test wished')
    const result = carryOut()
    if (faults('AnswerIsLost')) throw new Error('the connection was lost, as the test requested')
    return result
  }
  const isToDo = (row: { readonly state: string }): row is StoredJob => row.state !== 'DONE'
  return {
    toDo: (after) =>
      statement(() =>
        [...settlements.values()]
          .filter(isToDo)
          .sort((a, b) => a.agreed_at - b.agreed_at || (a.trade_id < b.trade_id ? -1 : 1))
          .map(jobFromRow)
          .filter(
            ({ tradeId, block: { at } }) =>
              after === undefined || at > after.block.at || (at === after.block.at && tradeId > after.tradeId),
          )
          .slice(0, MOST_LISTED),
      ),
    save: (tradeId, revision, settlement) =>
      statement(() => {
        const row = settlements.get(tradeId)
        if (row === undefined || row.state === 'DONE' || row.revision !== revision)
          throw new Error(`the settlement of ${tradeId} was changed by another process`)
        settlements.set(tradeId, { ...row, ...movedBy(settlement), revision: revision + 1 })
        return revision + 1
      }),
    markDone: (tradeId) =>
      statement(() => {
        const row = settlements.get(tradeId)
        const known = trades.get(tradeId)?.trade ?? [...matches.values()].find(({ match }) => match.id === tradeId)?.match
        const isSettled = known !== undefined && known.state !== 'PENDING_SETTLEMENT'
        if (row === undefined || !isSettled) throw new Error(`the market has not received the settlement of ${tradeId}`)
        settlements.set(tradeId, { ...row, state: 'DONE' })
      }),
    claimedByOthers: ({ tradeId, venue }) =>
      statement(() => {
        const others = [...settlements.values()].filter((row) => row.venue === venue && row.trade_id !== tradeId)
        return new Set(others.flatMap(({ venue_trade_id }) => venue_trade_id ?? []))
      }),
  }
}
