/** Snapshots that channels send first: everything open, up to a limit for each kind. */
import { bookOrderFor, type BookOrder, type Order, type Rfq } from '@parley/core'
import type { GroupBase } from '@parley/contracts'
import { atMost, channelList, type ChannelList } from '../../../calls/channel.ts'
import { withheldFrom } from '../../../calls/offer.ts'
import type { Caller } from '../../../calls/route.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import { SNAPSHOT_MARKETS, SNAPSHOT_QUOTES, SNAPSHOT_TRADES } from './limits.ts'
import { orderAsRead } from './order-reads.ts'
import { presentBookQuote, presentMarket, presentOrder, presentQuote, presentTape, presentTrade } from './present.ts'

/** Empty if no part of it may be shown. */
function shownOf(rfq: Rfq, order: Order): readonly BookOrder[] {
  const shown = bookOrderFor(rfq, order, undefined)
  return shown === undefined ? [] : [shown]
}

export function createGrfqSnapshots(store: RfqStore) {
  return {
    async markets(caller: Caller): Promise<ChannelList> {
      const { desk } = caller
      const { items, next } = await store.listedRfqs(desk, { states: ['OPEN'], withheld: withheldFrom(caller) }, { size: SNAPSHOT_MARKETS })
      const markets = items.map(({ rfq, own }) => ({ kind: 'ADDED', rfq: presentMarket(rfq, { desk, own }) }))
      return channelList(markets, next !== undefined)
    },
    async quotes({ desk }: Caller): Promise<ChannelList> {
      const { rows, isCut } = atMost(await store.liveOrders(desk, ['QUOTE'], SNAPSHOT_QUOTES + 1), SNAPSHOT_QUOTES)
      const quotes = rows.map(({ rfq, order }) => ({
        kind: order.state === 'OPEN' ? 'NEW' : 'PENDING_FILL',
        quote: presentQuote(rfq, order),
      }))
      return channelList(quotes, isCut)
    },
    async books(caller: Caller): Promise<ChannelList> {
      const { rows, isCut } = atMost(await store.restingOrders(SNAPSHOT_QUOTES + 1, withheldFrom(caller)), SNAPSHOT_QUOTES)
      // Oldest first, so that a client that keeps the book ranks it as the market does (rulebook 10.6).
      const inTime = rows.toSorted((a, b) => a.order.priority - b.order.priority)
      const quotes = inTime.flatMap(({ rfq, order }) =>
        shownOf(rfq, order).map((shown) => ({ kind: 'ADDED', quote: presentBookQuote(rfq, shown) })),
      )
      return channelList(quotes, isCut)
    },
    orders:
      (base: GroupBase) =>
      async ({ desk }: Caller): Promise<ChannelList> => {
        const most = SNAPSHOT_QUOTES + 1
        const orders =
          base === '/v1/ob'
            ? (await store.aggressorOrdersAtVenue(desk, most)).map(orderAsRead)
            : (await store.liveOrders(desk, ['CROSS'], most)).map(({ rfq, order }) => presentOrder(rfq, order))
        const { rows, isCut } = atMost(orders, SNAPSHOT_QUOTES)
        return channelList(
          rows.map((order) => ({ kind: 'UPDATED', order })),
          isCut,
        )
      },
    trades:
      (base: GroupBase) =>
      async ({ desk }: Caller): Promise<ChannelList> => {
        const { items, next } = await store.trades(desk, {}, { size: SNAPSHOT_TRADES })
        const trades = items.map(({ rfq, trade, charged }) => {
          const view = presentTrade(rfq, trade, desk, base, charged)
          return { kind: view?.status, trade: view }
        })
        return channelList(trades, next !== undefined)
      },
    async tape(caller: Caller): Promise<ChannelList> {
      const { items, next } = await store.tape({ withheld: withheldFrom(caller) }, { size: SNAPSHOT_TRADES })
      const trades = items.map(({ rfq, trade }) => ({ kind: 'ADDED', trade: presentTape(rfq, trade) }))
      return channelList(trades, next !== undefined)
    },
    /** Decided commands are already contained in the quotes. */
    status: (): Promise<ChannelList> => Promise.resolve([]),
  }
}
