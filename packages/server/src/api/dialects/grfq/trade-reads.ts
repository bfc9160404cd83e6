/** Reads of trades: the desk's own, and the public tape. */
import type { Refusal } from '@parley/core'
import type { GroupBase, GroupTapeTradeView, GroupTradeView, ListedGroupTradeView } from '@parley/contracts'
import { isOfferedTo, withheldFrom } from '../../../calls/offer.ts'
import type { Caller } from '../../../calls/route.ts'
import { listed, type PageView, type Paging } from '../../../database/page.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import type { TradeFilter, TradeIn } from '../../../rfq/trade-store.ts'
import { notFound } from './not-found.ts'
import { presentPublicTrade, presentTape, presentTrade } from './present.ts'

const listedTrade = ({ rfq, trade, charged }: TradeIn, { desk }: Caller, base: GroupBase): ListedGroupTradeView | undefined =>
  presentTrade(rfq, trade, desk, base, charged) ?? presentPublicTrade(rfq, trade)

export function createTradeReads(store: RfqStore) {
  return {
    /** Every trade in the list can also be found by its id. */
    async getTrade(caller: Caller, id: number, base: GroupBase): Promise<ListedGroupTradeView | Refusal> {
      const found = await store.tradeOfNumber(id, caller.desk)
      const own = found && presentTrade(found.rfq, found.trade, caller.desk, base, found.charged)
      const others = found && isOfferedTo(caller, found.rfq.venue) ? presentPublicTrade(found.rfq, found.trade) : undefined
      return own ?? others ?? notFound('trade')
    },

    async listTrades(caller: Caller, filter: TradeFilter, paging: Paging, base: GroupBase): Promise<PageView<GroupTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.trades(caller.desk, filter, page),
        ({ rfq, trade, charged }) => presentTrade(rfq, trade, caller.desk, base, charged),
      )
    },

    /** The desk's own trades, and those of others that appear on the tape. */
    async listAllTrades(
      caller: Caller,
      filter: TradeFilter,
      paging: Paging,
      base: GroupBase,
    ): Promise<PageView<ListedGroupTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.allTrades(caller.desk, { ...filter, withheld: withheldFrom(caller) }, page),
        (found) => listedTrade(found, caller, base),
      )
    },

    async listTape(caller: Caller, filter: TradeFilter, paging: Paging): Promise<PageView<GroupTapeTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.tape({ ...filter, withheld: withheldFrom(caller) }, page),
        ({ rfq, trade }) => presentTape(rfq, trade),
      )
    },
  }
}
