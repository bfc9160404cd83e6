/** Reads of strategies, their books, orders and trades: loaded from the read model and formatted. */
import {
  formatPrice,
  priceFromNumber,
  product,
  rfqIdOf,
  type MarkRange,
  type Price,
  type ProductCode,
  type Refusal,
  type Rfq,
} from '@parley/core'
import type {
  SpreadBookSummaryView,
  SpreadBookView,
  SpreadMarkHistoryView,
  SpreadOrderView,
  SpreadTapeTradeView,
  SpreadTradeView,
  StrategyView,
} from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import { isNumbered } from '../../../database/cursor.ts'
import { listed, type PageView, type Paging } from '../../../database/page.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import type { Spreads } from '../../../spreads/create-spreads.ts'
import type { MarkHistory } from '../../../spreads/mark-history.ts'
import { nanoseconds } from './figures.ts'
import { numberOfId } from './ids.ts'
import { SNAPSHOT_STRATEGIES } from './limits.ts'
import { notFound } from './not-found.ts'
import { isAny, meantBy } from './parts.ts'
import { mayBeLeg } from '../../../spreads/leg-instruments.ts'
import { isEnded, presentOrder, presentStrategy, presentTape, presentTrade } from './present.ts'
import { presentBook, presentSummary, type BookLevelWord } from './present-book.ts'

/** A word for all values counts as absent. */
type Filter = {
  readonly venue?: string | undefined
  readonly kind?: string | undefined
  readonly base_currency?: string | undefined
  readonly settlement_currency?: string | undefined
  readonly margin_type?: string | undefined
  readonly strategy_id?: string | undefined
}
export type StrategyQuery = Omit<Filter, 'strategy_id'> & { readonly id?: string | undefined; readonly state?: string | undefined }
export type OrderQuery = Filter & {
  readonly type?: string | undefined
  readonly state?: string | undefined
  readonly from_order_id?: string | undefined
}
export type TradeQuery = Filter & {
  readonly state?: string | undefined
  readonly role?: string | undefined
  readonly from_trade_id?: string | undefined
}
export type BookQuery = { readonly depth?: string | undefined; readonly level?: BookLevelWord | undefined }

/** All listed spreads are of this kind (core spread/listing.ts). */
const LISTED_KINDS = ['FUTURE', 'ANY', 'ALL', undefined]

type ReadNeeds = Pick<Spreads, 'store' | 'books'> & {
  readonly marketData: Pick<MarketData, 'instruments'>
  readonly markHistory: Pick<MarkHistory, 'of'>
}

export type Reads = ReturnType<typeof createReads>

export function createReads({ store, books, marketData, markHistory }: ReadNeeds) {
  const find = async (id: string): Promise<Rfq | undefined> => {
    const number = numberOfId(id)
    return number === undefined ? undefined : store.rfq(rfqIdOf(number))
  }
  /** Undefined if the filter does not restrict products; empty if it leaves none. */
  const productsOf = ({ kind, settlement_currency: settled, margin_type: margin }: Filter): readonly ProductCode[] | undefined => {
    if (!LISTED_KINDS.includes(kind)) return []
    if (settled === undefined && margin === undefined) return undefined
    const legs = marketData.instruments({}).filter((one) => mayBeLeg(one) && (settled ?? one.clearingCurrency) === one.clearingCurrency)
    return [...new Set(legs.map(({ productCode }) => productCode))].filter(
      (code) => (margin ?? product(code)?.marginType) === product(code)?.marginType,
    )
  }
  /** The RFQ that the filter names, or undefined. */
  const strategyIn = (filter: Filter) => {
    const { strategy_id: id } = filter
    const number = isAny(id) ? undefined : numberOfId(id!)
    return isAny(id) ? undefined : number === undefined ? 'none' : rfqIdOf(number)
  }
  const filterOf = (filter: Filter) => ({
    venue: meantBy(filter.venue),
    productCodes: productsOf(filter),
    rfqId: strategyIn(filter),
  })

  return {
    find,
    ...createStrategyReads({ store, books, markHistory }, find, productsOf),
    ...createOwnReads(store, filterOf),

    async listTape(query: TradeQuery, paging: Paging): Promise<PageView<SpreadTapeTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.tape(filterOf(query), page),
        ({ rfq, trade }) => presentTape(rfq, trade),
      )
    },
  }
}

type Find = (id: string) => Promise<Rfq | undefined>

function createStrategyReads(
  { store, books, markHistory }: Pick<ReadNeeds, 'store' | 'books' | 'markHistory'>,
  find: Find,
  productsOf: (filter: Filter) => readonly ProductCode[] | undefined,
) {
  const summaryOf = async (strategy: Rfq): Promise<SpreadBookSummaryView> =>
    presentSummary(strategy, await books.of(strategy), strategy.lastTrade)
  const active = async (filter: Filter = {}): Promise<readonly Rfq[]> => {
    const wanted = {
      state: 'OPEN',
      venue: meantBy(filter.venue),
      baseCurrency: filter.base_currency,
      productCodes: productsOf(filter),
    } as const
    const { items } = await store.strategies(wanted, { size: SNAPSHOT_STRATEGIES })
    return items.filter((strategy) => !isEnded(strategy))
  }
  return {
    active,

    async listStrategies(query: StrategyQuery, paging: Paging): Promise<PageView<StrategyView> | Refusal> {
      const { id, state = id === undefined ? 'ACTIVE' : undefined, venue, base_currency: baseCurrency } = query
      const number = id === undefined ? undefined : numberOfId(id)
      if (state === 'SETTLED' || (id !== undefined && number === undefined)) return { next: null, results: [] }
      const wanted = {
        ...(number === undefined ? {} : { id: rfqIdOf(number) }),
        ...(state === undefined ? {} : { state: state === 'ACTIVE' ? ('OPEN' as const) : ('CLOSED' as const) }),
        venue: meantBy(venue),
        baseCurrency,
        productCodes: productsOf(query),
      }
      return listed(paging, (page) => store.strategies(wanted, page), presentStrategy, isNumbered)
    },

    async getStrategy(id: string): Promise<StrategyView | Refusal> {
      const strategy = await find(id)
      return strategy === undefined ? notFound('strategy', 'strategy_id') : presentStrategy(strategy)
    },

    async getBook(caller: Caller, id: string, { depth = 'ALL', level = 'L2' }: BookQuery): Promise<SpreadBookView | Refusal> {
      const strategy = await find(id)
      if (strategy === undefined) return notFound('strategy', 'strategy_id')
      const now = await books.of(strategy)
      const ownIds = level === 'L3' ? await restingIdsOf(store, caller, strategy) : new Set<string>()
      return presentBook(strategy, now, { level, depth: depth === 'ALL' ? Infinity : Number(depth), ownIds })
    },

    async getSummary(id: string): Promise<SpreadBookSummaryView | Refusal> {
      const strategy = await find(id)
      return strategy === undefined ? notFound('strategy', 'strategy_id') : summaryOf(strategy)
    },

    async getMarkHistory(id: string, range: MarkRange = '1D'): Promise<SpreadMarkHistoryView | Refusal> {
      const strategy = await find(id)
      if (strategy === undefined) return notFound('strategy', 'strategy_id')
      const kept = await markHistory.of(strategy, range)
      const text = (figure: number) => formatPrice(priceFromNumber(figure) ?? (0 as Price))
      return {
        id,
        points: kept.map(({ at, near, far }) => ({ at: nanoseconds(at), mark_price: text(far - near), near_mark_price: text(near) })),
      }
    },

    async listSummaries(query: Filter): Promise<{ results: SpreadBookSummaryView[] }> {
      return { results: await Promise.all((await active(query)).map(summaryOf)) }
    },
  }
}

/** More than a desk may have resting in one book (rulebook 17.3). */
const OWN_IN_A_BOOK = 200

async function restingIdsOf(store: Spreads['store'], { desk }: Caller, { id: rfqId }: Rfq): Promise<ReadonlySet<string>> {
  const { items } = await store.orders(desk, { rfqId, states: ['OPEN'] }, { size: OWN_IN_A_BOOK })
  return new Set(items.map(({ order }) => order.id))
}

/** The later of the two start times. */
const from = (paging: Paging, at: number | undefined): Paging =>
  at === undefined ? paging : { ...paging, start: Math.max(at, paging.start ?? at) }

function createOwnReads(
  store: Spreads['store'],
  filterOf: (filter: Filter) => { venue: string | undefined; productCodes: readonly ProductCode[] | undefined; rfqId: string | undefined },
) {
  const orderOf = async ({ desk }: Caller, id: string) => {
    const number = numberOfId(id)
    const found = number === undefined ? undefined : await store.orderOfNumber(number)
    return found?.order.actor.desk === desk ? found : undefined
  }
  const tradeOf = async ({ desk }: Caller, id: string) => {
    const number = numberOfId(id)
    const found = number === undefined ? undefined : await store.tradeOfNumber(number, desk)
    return found !== undefined && [found.trade.taker, found.trade.maker].includes(desk) ? found : undefined
  }
  return {
    async getOrder(caller: Caller, id: string): Promise<SpreadOrderView | Refusal> {
      const found = await orderOf(caller, id)
      return found === undefined ? notFound('order', 'id') : presentOrder(found.rfq, found.order)
    },

    async listOrders(caller: Caller, query: OrderQuery, paging: Paging): Promise<PageView<SpreadOrderView> | Refusal> {
      const { state, type, from_order_id: firstId } = query
      const first = firstId === undefined ? undefined : await orderOf(caller, firstId)
      if (firstId !== undefined && first === undefined) return notFound('order', 'from_order_id')
      const states = isAny(state) ? undefined : [state!]
      const filter = { ...filterOf(query), states, isMarket: isAny(type) ? undefined : type === 'MARKET', kinds: ['QUOTE'] } as const
      return listed(
        from(paging, first?.order.createdAt),
        (page) => store.orders(caller.desk, filter, page),
        ({ rfq, order }) => presentOrder(rfq, order),
      )
    },

    async getTrade(caller: Caller, id: string): Promise<SpreadTradeView | Refusal> {
      const found = await tradeOf(caller, id)
      const view = found && presentTrade(found.rfq, found.trade, caller.desk, found.charged)
      return view ?? notFound('trade', 'id')
    },

    async listTrades(caller: Caller, query: TradeQuery, paging: Paging): Promise<PageView<SpreadTradeView> | Refusal> {
      const { state, role, from_trade_id: firstId } = query
      const first = firstId === undefined ? undefined : await tradeOf(caller, firstId)
      if (firstId !== undefined && first === undefined) return notFound('trade', 'from_trade_id')
      const states = isAny(state) ? undefined : [state!]
      const filter = { ...filterOf(query), states, role: isAny(role) ? undefined : (role as 'TAKER' | 'MAKER') }
      return listed(
        from(paging, first?.trade.agreedAt),
        (page) => store.trades(caller.desk, filter, page),
        ({ rfq, trade, charged }) => presentTrade(rfq, trade, caller.desk, charged),
      )
    },
  }
}
