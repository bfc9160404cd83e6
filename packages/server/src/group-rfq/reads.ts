/** What is read of the order-book flow: found in the read model, kept or dropped by the rules of core, written down by wire. */
import { bookOf, formatPrice, formatQuantity, refuse, type Refusal } from '@parley/core'
import type {
  GroupBase,
  GroupBboView,
  GroupBookView,
  GroupOrderView,
  GroupQuoteView,
  GroupRfqView,
  GroupTapeTradeView,
  GroupTradeView,
  ListedGroupTradeView,
} from '@parley/contracts'
import type { Caller } from '../http/route.ts'
import { bboOf } from '../market-data/bbo.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { listed, type PageView, type Paging } from '../market/page.ts'
import { marketFor } from './group-answers.ts'
import { SNAPSHOT_MARKETS, SNAPSHOT_QUOTES, SNAPSHOT_TRADES } from './limits.ts'
import type { OrderFilter, OrderIn } from './order-store.ts'
import type { GroupStore, MarketFilter, MatchFilter, MatchIn, QuoteFilter } from './store.ts'
import {
  presentBook,
  presentBookQuote,
  presentMarket,
  presentOrder,
  presentQuote,
  presentPublicTrade,
  presentTaking,
  presentTape,
  presentTrade,
} from './wire.ts'

const notFound = (what: string): Refusal => refuse('NotFound', '10.2', `There is no ${what} of this id that your desk may see.`, 'id')

const orderAsRead = ({ market, quote, isTaken }: OrderIn): GroupOrderView =>
  quote.form === 'ORDER' ? presentOrder(market, quote) : presentTaking(market, quote, isTaken ? 'OPEN' : 'CLOSED')

const listedTrade = ({ market, match }: MatchIn, { desk }: Caller, base: GroupBase): ListedGroupTradeView | undefined =>
  presentTrade(market, match, desk, base) ?? presentPublicTrade(market, match)

export function createGroupReads(store: GroupStore, marketData: MarketData) {
  return {
    async getMarket(caller: Caller, id: number): Promise<GroupRfqView | Refusal> {
      return (await marketFor(store, caller.desk, id)) ?? notFound('market')
    },

    async listMarkets(caller: Caller, filter: MarketFilter, paging: Paging): Promise<PageView<GroupRfqView> | Refusal> {
      return listed(
        paging,
        (page) => store.markets(caller.desk, filter, page),
        ({ market, own }) => presentMarket(market, { desk: caller.desk, own }),
      )
    },

    async getBook(caller: Caller, id: number): Promise<GroupBookView | Refusal> {
      const found = await store.book(id)
      return found === undefined ? notFound('market') : presentBook(found.market, found.quotes, caller.desk)
    },

    /** The book as it is the same for everybody. */
    async getShownBook(id: number): Promise<GroupBookView | Refusal> {
      const found = await store.book(id)
      return found === undefined ? notFound('market') : presentBook(found.market, found.quotes, undefined)
    },

    /** The venue's screen, and the best of the market here. */
    async getBbo(id: number, now: number): Promise<GroupBboView | Refusal> {
      const found = await store.book(id)
      if (found === undefined) return notFound('market')
      const { structure, expiresAt = 0 } = found.market
      const bbo = bboOf({ id: String(id), structure, expiresAt }, (instrument) => marketData.mark(instrument), now)
      if (bbo === undefined)
        return refuse('Unavailable', '6.3', 'The venue has not told the marks of every leg yet; ask again in a few seconds.')
      const { asks, bids } = bookOf(found.quotes)
      const best = (quote: (typeof asks)[number] | undefined) =>
        quote === undefined ? null : { price: formatPrice(quote.price), quantity: formatQuantity(quote.remaining) }
      return {
        id,
        rfq_id: id,
        mark_price: bbo.mark_price,
        best_bid_price: bbo.best_bid_price,
        best_ask_price: bbo.best_ask_price,
        leg_prices: bbo.legs.map((leg) => ({
          instrument: leg.instrument_name,
          instrument_id: leg.instrument_id,
          best_bid_price: leg.best_bid_price,
          best_ask_price: leg.best_ask_price,
          mark_price: leg.mark_price,
          mark_price_iv: leg.mark_price_iv,
          index_price: leg.index_price,
        })),
        best_bid: best(bids[0]),
        best_ask: best(asks[0]),
        created_at: bbo.created_at,
        expires_at: found.market.expiresAt ?? null,
      }
    },

    async getQuote(caller: Caller, id: number): Promise<GroupQuoteView | Refusal> {
      const found = await store.quote(id)
      if (found === undefined || found.quote.actor.desk !== caller.desk || found.quote.form !== 'QUOTE') return notFound('quote')
      return presentQuote(found.market, found.quote)
    },

    async listQuotes(caller: Caller, filter: QuoteFilter, paging: Paging): Promise<PageView<GroupQuoteView> | Refusal> {
      return listed(
        paging,
        (page) => store.quotes(caller.desk, 'QUOTE', filter, page),
        ({ market, quote }) => presentQuote(market, quote),
      )
    },

    async getOrder(caller: Caller, id: number, base: GroupBase): Promise<GroupOrderView | Refusal> {
      const found = await store.order(id)
      if (found === undefined || found.quote.actor.desk !== caller.desk) return notFound('order')
      return base === '/v1/ob' || found.quote.form === 'ORDER' ? orderAsRead(found) : notFound('order')
    },

    async listOrders(caller: Caller, filter: OrderFilter, paging: Paging, base: GroupBase): Promise<PageView<GroupOrderView> | Refusal> {
      if (base === '/v1/ob') return listed(paging, (page) => store.orders(caller.desk, filter, page), orderAsRead)
      return listed(
        paging,
        (page) => store.quotes(caller.desk, 'ORDER', filter, page),
        ({ market, quote }) => presentOrder(market, quote),
      )
    },

    /** Whatever the list of trades shows is found by its id too. */
    async getTrade(caller: Caller, id: number, base: GroupBase): Promise<ListedGroupTradeView | Refusal> {
      const found = await store.match(id)
      return (found && listedTrade(found, caller, base)) ?? notFound('trade')
    },

    async listTrades(caller: Caller, filter: MatchFilter, paging: Paging, base: GroupBase): Promise<PageView<GroupTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.matches(caller.desk, filter, page),
        ({ market, match }) => presentTrade(market, match, caller.desk, base),
      )
    },

    /** The desk's own, and those of others that everybody sees on the tape. */
    async listAllTrades(
      caller: Caller,
      filter: MatchFilter,
      paging: Paging,
      base: GroupBase,
    ): Promise<PageView<ListedGroupTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.allMatches(caller.desk, filter, page),
        (found) => listedTrade(found, caller, base),
      )
    },

    async listTape(filter: MatchFilter, paging: Paging): Promise<PageView<GroupTapeTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.tape(filter, page),
        ({ market, match }) => presentTape(market, match),
      )
    },

    snapshots: {
      async markets({ desk }: Caller): Promise<readonly object[]> {
        const { items } = await store.markets(desk, { statuses: ['ACTIVE'] }, { size: SNAPSHOT_MARKETS })
        return items.map(({ market, own }) => ({ kind: 'ADDED', rfq: presentMarket(market, { desk, own }) }))
      },
      async quotes({ desk }: Caller): Promise<readonly object[]> {
        const live = await store.live(desk, 'QUOTE', SNAPSHOT_QUOTES)
        return live.map(({ market, quote }) => ({
          kind: quote.state === 'OPEN' ? 'NEW' : 'PENDING_FILL',
          quote: presentQuote(market, quote),
        }))
      },
      async books(): Promise<readonly object[]> {
        const live = await store.books(SNAPSHOT_QUOTES)
        // In the order of their time, so that whoever keeps the book ranks it as the market does (rulebook 10.6).
        const inTime = live.toSorted((a, b) => a.quote.priority - b.quote.priority)
        return inTime.flatMap(({ market, quote }) =>
          [...bookOf([quote]).asks, ...bookOf([quote]).bids].map((shown) => ({ kind: 'ADDED', quote: presentBookQuote(market, shown) })),
        )
      },
      orders:
        (base: GroupBase) =>
        async ({ desk }: Caller): Promise<readonly object[]> => {
          const orders =
            base === '/v1/ob'
              ? (await store.taken(desk, SNAPSHOT_QUOTES)).map(orderAsRead)
              : (await store.live(desk, 'ORDER', SNAPSHOT_QUOTES)).map(({ market, quote }) => presentOrder(market, quote))
          return orders.map((order) => ({ kind: 'UPDATED', order }))
        },
      trades:
        (base: GroupBase) =>
        async ({ desk }: Caller): Promise<readonly object[]> => {
          const { items } = await store.matches(desk, {}, { size: SNAPSHOT_TRADES })
          return items.map(({ market, match }) => {
            const trade = presentTrade(market, match, desk, base)
            return { kind: trade?.status, trade }
          })
        },
      async tape(): Promise<readonly object[]> {
        const { items } = await store.tape({}, { size: SNAPSHOT_TRADES })
        return items.map(({ market, match }) => ({ kind: 'ADDED', trade: presentTape(market, match) }))
      },
      /** What has been decided is in the quotes. */
      status: (): Promise<readonly object[]> => Promise.resolve([]),
    },
  }
}
