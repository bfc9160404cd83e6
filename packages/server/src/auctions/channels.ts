/** The channels at /v1/vrfq: auctions for all readers, bids and trades for their own desks. */
import { vaultChannels as named } from '@parley/contracts'
import { isRefusal, outcomeOfTrade, standingBids, type DeskId, type Instant } from '@parley/core'
import { channelList, type ChannelList, type NotificationChannel } from '../calls/channel.ts'
import { auctionLimits as limits } from './limits.ts'
import { notifications } from './messages.ts'
import { presentAuction, presentBid, presentTrade } from './present.ts'
import type { AuctionParts } from './routes.ts'
import { listed } from '../database/page.ts'

type ChannelParts = Pick<AuctionParts, 'engine' | 'store' | 'depth'> & { readonly now: () => number }

const channel = (name: 'rfq' | 'quote' | 'trade', of: string, snapshot: NotificationChannel['snapshot']): NotificationChannel => ({
  kind: 'notifications',
  name,
  notifications: of,
  also: named[name].also,
  snapshot,
})

/** Empty if no chain is connected, because nothing is ever published. */
export function auctionChannels(parts: ChannelParts | undefined): readonly NotificationChannel[] {
  const auctions = (): ChannelList => {
    const now = parts?.now() as Instant
    return (parts?.engine.live() ?? []).map((auction) => ({ kind: 'ADDED', rfq: presentAuction(auction, now) }))
  }
  const bids = (desk: DeskId): ChannelList =>
    (parts?.engine.live() ?? []).flatMap((auction) =>
      standingBids(auction)
        .filter((bid) => bid.desk === desk)
        .map((bid) => ({ kind: 'NEW', quote: presentBid(auction, bid, desk) })),
    )
  return [
    channel('rfq', notifications.auction, () => Promise.resolve(auctions())),
    channel('quote', notifications.bid, ({ desk }) => Promise.resolve(bids(desk))),
    channel('trade', notifications.trade, ({ desk }) => (parts === undefined ? Promise.resolve([]) : pendingTrades(parts, desk))),
  ]
}

async function pendingTrades({ engine, store, depth }: ChannelParts, desk: DeskId): Promise<ChannelList> {
  const page = await listed(
    { page_size: limits.snapshot },
    (asked) => store.trades({ desk }, ['PENDING'], asked, engine.known),
    ({ auction, id }) => {
      const trade = auction.trades.get(id)
      if (trade === undefined) return undefined
      return { kind: outcomeOfTrade(trade), trade: presentTrade(auction, trade, desk, depth()) }
    },
  )
  return isRefusal(page) ? [] : channelList(page.results, page.next !== null)
}
