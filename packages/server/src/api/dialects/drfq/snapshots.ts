/** Snapshots that channels send first: the desk's own objects in their current state, up to a limit for each kind. */
import { atMost, channelList, type ChannelList } from '../../../calls/channel.ts'
import { withheldFrom } from '../../../calls/offer.ts'
import type { Caller } from '../../../calls/route.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import { SNAPSHOT_ORDERS, SNAPSHOT_RFQS, SNAPSHOT_TRADES } from './limits.ts'
import { presentBook, presentOrder, presentRfq, presentTape, presentTrade } from './present.ts'

const shown = <View extends object>(views: readonly (View | undefined)[]): readonly View[] => views.filter((view) => view !== undefined)

export function createDrfqSnapshots(store: RfqStore) {
  return {
    /** The open RFQs, and the desk's own drafts. */
    async rfqs({ desk }: Caller): Promise<ChannelList> {
      const { items, next } = await store.rfqs(desk, { states: ['OPEN', 'DRAFT'] }, { size: SNAPSHOT_RFQS })
      return channelList(shown(items.map((rfq) => presentRfq(rfq, desk))), next !== undefined)
    },
    async orders({ desk }: Caller): Promise<ChannelList> {
      const { rows, isCut } = atMost(await store.liveOrders(desk, ['QUOTE', 'CROSS'], SNAPSHOT_ORDERS + 1), SNAPSHOT_ORDERS)
      return channelList(
        rows.map(({ rfq, order }) => presentOrder(rfq, order)),
        isCut,
      )
    },
    async rfqOrders({ desk }: Caller): Promise<ChannelList> {
      const { rows, isCut } = atMost(await store.openRfqsWithOrders(desk, SNAPSHOT_RFQS + 1), SNAPSHOT_RFQS)
      const inBooks = rows.flatMap(({ rfq, orders }) => {
        const { asks, bids } = presentBook(rfq, orders, desk)
        return [...asks, ...bids].map(({ rank: _later, ...order }) => order)
      })
      return channelList(inBooks, isCut)
    },
    async trades({ desk }: Caller): Promise<ChannelList> {
      const { items, next } = await store.trades(desk, {}, { size: SNAPSHOT_TRADES })
      return channelList(shown(items.map(({ rfq, trade, charged }) => presentTrade(rfq, trade, desk, charged))), next !== undefined)
    },
    async tape(caller: Caller): Promise<ChannelList> {
      const { items, next } = await store.tape({ withheld: withheldFrom(caller) }, { size: SNAPSHOT_TRADES })
      return channelList(shown(items.map(({ rfq, trade }) => presentTape(rfq, trade))), next !== undefined)
    },
  }
}
