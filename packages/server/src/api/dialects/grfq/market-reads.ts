/** Reads of markets and their books: loaded from the read model, filtered by core's visibility rules, and formatted. */
import { bookFor, formatPrice, formatQuantity, refuse, rfqIdOf, type Refusal } from '@parley/core'
import type { GroupBboView, GroupBookView, GroupRfqView } from '@parley/contracts'
import { isOfferedTo, withheldFrom } from '../../../calls/offer.ts'
import type { Caller } from '../../../calls/route.ts'
import { listed, type PageView, type Paging } from '../../../database/page.ts'
import { bboOf } from '../../../market-data/bbo.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import { withVolatilities } from '../../../market-data/wire.ts'
import type { RfqFilter, RfqStore } from '../../../rfq/store.ts'
import { notFound } from './not-found.ts'
import { presentBook, presentMarket } from './present.ts'

/** The market as the desk currently sees it, including the desk's own role, status and quantities. */
export async function marketFor(store: Pick<RfqStore, 'listedRfqs'>, caller: Caller, id: number): Promise<GroupRfqView | undefined> {
  const { desk } = caller
  const { items } = await store.listedRfqs(desk, { id: rfqIdOf(id), withheld: withheldFrom(caller) }, { size: 1 })
  return items[0] && presentMarket(items[0].rfq, { desk, own: items[0].own })
}

/** If the venue is not offered to the caller, the market does not exist for them. */
const bookReader = (store: RfqStore) => async (caller: Caller, id: number) => {
  const found = await store.rfqWithOrders(rfqIdOf(id))
  return found !== undefined && isOfferedTo(caller, found.rfq.venue) ? found : undefined
}

export function createMarketReads(store: RfqStore, marketData: MarketData) {
  const bookOf = bookReader(store)
  const priced = (view: GroupRfqView) => (view.status === 'ACTIVE' ? withVolatilities(view, marketData) : view)
  return {
    async getMarket(caller: Caller, id: number): Promise<GroupRfqView | Refusal> {
      const market = await marketFor(store, caller, id)
      return market === undefined ? notFound('market') : priced(market)
    },

    async listMarkets(caller: Caller, filter: RfqFilter, paging: Paging): Promise<PageView<GroupRfqView> | Refusal> {
      return listed(
        paging,
        (page) => store.listedRfqs(caller.desk, { ...filter, withheld: withheldFrom(caller) }, page),
        ({ rfq, own }) => priced(presentMarket(rfq, { desk: caller.desk, own })),
      )
    },

    async getBook(caller: Caller, id: number): Promise<GroupBookView | Refusal> {
      const found = await bookOf(caller, id)
      return found === undefined ? notFound('market') : presentBook(found.rfq, found.orders, caller.desk)
    },

    async isShownTo(caller: Caller, id: number): Promise<boolean> {
      return (await bookOf(caller, id)) !== undefined
    },

    /** The book in the form that is the same for all readers. */
    async getShownBook(id: number): Promise<GroupBookView | Refusal> {
      const found = await store.rfqWithOrders(rfqIdOf(id))
      return found === undefined ? notFound('market') : presentBook(found.rfq, found.orders, undefined)
    },

    /** The venue's screen prices, and our own best quotes. */
    async getBbo(id: number, now: number): Promise<GroupBboView | Refusal> {
      const found = await store.rfqWithOrders(rfqIdOf(id))
      if (found === undefined) return notFound('market')
      const { structure, expiresAt = 0 } = found.rfq
      const bbo = bboOf({ id: String(id), structure, expiresAt }, (instrument) => marketData.mark(instrument), now)
      if (bbo === undefined)
        return refuse('Unavailable', '6.3', 'The venue has not published marks for every leg yet. Try again in a few seconds.')
      const { asks, bids } = bookFor(found.rfq, found.orders, undefined)
      const best = (quote: (typeof asks)[number] | undefined) =>
        quote === undefined ? null : { price: formatPrice(quote.price), quantity: formatQuantity(quote.quantity) }
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
          best_bid_iv: leg.best_bid_iv,
          best_ask_iv: leg.best_ask_iv,
          mark_price: leg.mark_price,
          mark_price_iv: leg.mark_price_iv,
          index_price: leg.index_price,
        })),
        best_bid: best(bids[0]),
        best_ask: best(asks[0]),
        created_at: bbo.created_at,
        expires_at: found.rfq.expiresAt ?? null,
      }
    },
  }
}
