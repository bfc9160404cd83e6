/** The read model and the list of settlements as plain objects: they outlive the servers that write them, as a database would. */
import { setImmediate as turn } from 'node:timers/promises'
import type { DirectRfq, GroupMarket, GroupQuote, Match, Order, Trade } from '@parley/core'
import { jobFromRow, movedBy, type StoredJob } from '../../settlement/job.ts'
import { MOST_LISTED } from '../../settlement/limits.ts'
import { GROUP_TRADE } from '../../settlement/rows.ts'
import type { SettlementStore } from '../../settlement/store.ts'
import type { ProjectedRow } from '../projector.ts'

export type Tables = {
  readonly rfqs: Map<string, DirectRfq>
  readonly orders: Map<string, { readonly rfqId: string; readonly order: Order }>
  readonly trades: Map<string, { readonly rfqId: string; readonly trade: Trade }>
  readonly readers: Set<string>
  readonly markets: Map<number, GroupMarket>
  readonly quotes: Map<number, { readonly market: number; readonly quote: GroupQuote }>
  readonly matches: Map<number, { readonly market: number; readonly match: Match }>
  /** Quotes that have crossed. */
  readonly takings: Set<number>
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
  takings: new Set(),
  settlements: new Map(),
})

/** As the projector's SQL does: the later row of a key wins, a settlement is made once and done once. */
export function writeTo(tables: Tables, rows: readonly ProjectedRow[]): void {
  for (const row of rows) {
    switch (row.table) {
      case 'direct_rfq':
        tables.rfqs.set(row.key, row.row.rfq)
        break
      case 'direct_rfq_reader':
        tables.readers.add(row.key)
        break
      case 'rfq_order':
        tables.orders.set(row.key, { rfqId: row.row.rfq_id, order: row.row.body })
        break
      case 'block_trade':
        tables.trades.set(row.key, { rfqId: row.row.rfq_id, trade: row.row.trade })
        break
      case 'group_market':
        tables.markets.set(row.key, row.row['market'] as GroupMarket)
        break
      case 'group_quote':
        tables.quotes.set(row.key, { market: Number(row.row['market']), quote: row.row['body'] as GroupQuote })
        break
      case 'group_match':
        tables.matches.set(row.key, { market: Number(row.row['market']), match: row.row['match'] as Match })
        break
      case 'group_taking':
        tables.takings.add(row.key)
        break
      case 'settlement':
        writeSettlement(tables, row)
        break
      // Nobody asks the market itself for what the audit log has yet to take up.
      case 'audit_due':
    }
  }
}

function writeSettlement({ settlements }: Tables, row: Extract<ProjectedRow, { table: 'settlement' }>): void {
  if ('made' in row) {
    if (!settlements.has(row.made.trade_id)) settlements.set(row.made.trade_id, row.made as unknown as StoredJob)
    return
  }
  const known = settlements.get(row.done)
  if (known !== undefined) settlements.set(row.done, { ...known, state: 'DONE', venue_trade_id: row.venueTradeId ?? known.venue_trade_id })
}

export type StoreFault = 'StatementFails' | 'AnswerIsLost'

/** What createSettlementStore says in SQL; a statement may fail, or only its answer be lost. */
export function createTableStore({ settlements, trades, matches }: Tables, faults: (fault: StoreFault) => boolean): SettlementStore {
  const statement = async <T>(carryOut: () => T): Promise<T> => {
    await turn()
    if (faults('StatementFails')) throw new Error('the statement failed, as the test wished')
    const result = carryOut()
    if (faults('AnswerIsLost')) throw new Error('the connection was lost, as the test wished')
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
          throw new Error(`the settlement of ${tradeId} was moved by somebody else`)
        settlements.set(tradeId, { ...row, ...movedBy(settlement), revision: revision + 1 })
        return revision + 1
      }),
    markDone: (tradeId) =>
      statement(() => {
        const row = settlements.get(tradeId)
        const ofGroup = matches.get(Number(tradeId.slice(GROUP_TRADE.length)))?.match
        const known = row?.flow === 'GROUP' ? ofGroup : trades.get(tradeId)?.trade
        const isSettled = known !== undefined && known.state !== 'PENDING_SETTLEMENT'
        if (row === undefined || !isSettled) throw new Error(`the market has not heard of the settlement of ${tradeId}`)
        settlements.set(tradeId, { ...row, state: 'DONE' })
      }),
    claimedBesides: ({ tradeId, venue }) =>
      statement(() => {
        const others = [...settlements.values()].filter((row) => row.venue === venue && row.trade_id !== tradeId)
        return new Set(others.flatMap(({ venue_trade_id }) => venue_trade_id ?? []))
      }),
  }
}
