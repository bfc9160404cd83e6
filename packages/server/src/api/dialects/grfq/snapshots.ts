/** Snapshots that channels send first: everything open, up to a limit each. */
import { bookOrderFor, type BookOrder, type Order, type Rfq } from '@parley/core'
import type { GroupBase } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import { SNAPSHOT_MARKETS, SNAPSHOT_QUOTES, SNAPSHOT_TRADES } from './limits.ts'
import { orderAsRead } from './order-reads.ts'
import { presentBookQuote, presentMarket, presentOrder, presentQuote, presentTape, presentTrade } from './present.ts'

/** None where nothing of it may be shown. */
function shownOf(rfq: Rfq, order: Order): readonly BookOrder[] {
  const shown = bookOrderFor(rfq, order, undefined)
  return shown === undefined ? [] : [shown]
}

export function createGrfqSnapshots(store: RfqStore) {
  return {
    async markets({ desk }: Caller): Promise<readonly object[]> {
      const { items } = await store.listedRfqs(desk, { states: ['OPEN'] }, { size: SNAPSHOT_MARKETS })
      return items.map(({ rfq, own }) => ({ kind: 'ADDED', rfq: presentMarket(rfq, { desk, own }) }))
    },
    async quotes({ desk }: Caller): Promise<readonly object[]> {
      const live = await store.liveOrders(desk, ['QUOTE'], SNAPSHOT_QUOTES)
      return live.map(({ rfq, order }) => ({
        kind: order.state === 'OPEN' ? 'NEW' : 'PENDING_FILL',
        quote: presentQuote(rfq, order),
      }))
    },
    async books(): Promise<readonly object[]> {
      const live = await store.restingOrders(SNAPSHOT_QUOTES)
      // Oldest first, so that a client that keeps the book ranks it as the market does (rulebook 10.6).
      const inTime = live.toSorted((a, b) => a.order.priority - b.order.priority)
      return inTime.flatMap(({ rfq, order }) =>
        shownOf(rfq, order).map((shown) => ({ kind: 'ADDED', quote: presentBookQuote(rfq, shown) })),
      )
    },
    orders:
      (base: GroupBase) =>
      async ({ desk }: Caller): Promise<readonly object[]> => {
        const orders =
          base === '/v1/ob'
            ? (await store.aggressorOrdersAtVenue(desk, SNAPSHOT_QUOTES)).map(orderAsRead)
            : (await store.liveOrders(desk, ['CROSS'], SNAPSHOT_QUOTES)).map(({ rfq, order }) => presentOrder(rfq, order))
        return orders.map((order) => ({ kind: 'UPDATED', order }))
      },
    trades:
      (base: GroupBase) =>
      async ({ desk }: Caller): Promise<readonly object[]> => {
        const { items } = await store.trades(desk, {}, { size: SNAPSHOT_TRADES })
        return items.map(({ rfq, trade }) => {
          const view = presentTrade(rfq, trade, desk, base)
          return { kind: view?.status, trade: view }
        })
      },
    async tape(): Promise<readonly object[]> {
      const { items } = await store.tape({}, { size: SNAPSHOT_TRADES })
      return items.map(({ rfq, trade }) => ({ kind: 'ADDED', trade: presentTape(rfq, trade) }))
    },
    /** Commands that have been decided are in the quotes. */
    status: (): Promise<readonly object[]> => Promise.resolve([]),
  }
}
