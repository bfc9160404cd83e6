/** The auctions of the vaults and the desk's own bids and trades in them, kept current. A bidder reads its outcome here. */
import { vaultCalls, type AuctionView, type ChainFactsView, type VaultBidView, type VaultTradeView } from '@parley/contracts'
import { changedSince, type IsOlder, withNewest } from '../model/newest.ts'
import { type Client, ClientError, type Socket, type VaultData } from '../transport/client.ts'
import { channelOf, keepLists, type Lists } from './lists.ts'
import type { Reading } from './reader.ts'

export type AuctionLists = {
  /** Undefined until it has been read. */
  readonly chain: ChainFactsView | undefined
  readonly auctions: ReadonlyMap<number, AuctionView>
  readonly bids: ReadonlyMap<number, VaultBidView>
  readonly trades: ReadonlyMap<number, VaultTradeView>
}

export const noAuctions: AuctionLists = { chain: undefined, auctions: new Map(), bids: new Map(), trades: new Map() }

export type AuctionRows = {
  readonly auctions?: readonly AuctionView[]
  readonly bids?: readonly VaultBidView[]
  readonly trades?: readonly VaultTradeView[]
}

type Names = { readonly [List in keyof AuctionRows]-?: IsOlder<NonNullable<AuctionRows[List]>[number]> }
const never = () => false
const asTheyCome: Names = { auctions: never, bids: never, trades: never }

/** Adds rows of a channel or of the response to a bid to the lists. */
export const withAuctionRows = (held: AuctionLists, rows: AuctionRows, isOlder: Names = asTheyCome): AuctionLists => ({
  ...held,
  auctions: withNewest(held.auctions, rows.auctions ?? [], isOlder.auctions),
  bids: withNewest(held.bids, rows.bids ?? [], isOlder.bids),
  trades: withNewest(held.trades, rows.trades ?? [], isOlder.trades),
})

export type AuctionsOptions = {
  /** The caller stores the lists, so it can add the response to its own bid. */
  readonly held: () => AuctionLists
  readonly store: (lists: AuctionLists) => void
  readonly onReading: (reading: Reading) => void
  readonly onRefused?: (message: string, channel: string) => void
}

/** Each list has at most this many rows, the newest. Older ones are read by their ids. */
const PAGE_ROWS = 200

/** `socket` must use the door `/v1/vrfq`. */
export function keepAuctions(client: Client, socket: Socket, { held, store, onReading, onRefused }: AuctionsOptions): Lists {
  const put = (rows: AuctionRows): void => store(withAuctionRows(held(), rows))
  const refused = (channel: string) => (message: string) => onRefused?.(message, channel)
  return keepLists(client, socket, {
    channels: [
      channelOf<VaultData['rfq']>('rfq', ({ rfq }) => put({ auctions: [rfq] }), refused('rfq')),
      channelOf<VaultData['quote']>('quote', ({ quote }) => put({ bids: [quote] }), refused('quote')),
      channelOf<VaultData['trade']>('trade', ({ trade }) => put({ trades: [trade] }), refused('trade')),
    ],
    read: async ({ isCurrent }) => {
      const asked = held()
      const query = { page_size: PAGE_ROWS }
      const [chain, auctions, bids, trades] = await Promise.all([
        client.call(vaultCalls.getChain, {}),
        client.call(vaultCalls.listAuctions, { query }),
        client.call(vaultCalls.listBids, { query }),
        client.call(vaultCalls.listBidTrades, { query }),
      ])
      if (!isCurrent()) return
      const rows = { auctions: auctions.results, bids: bids.results, trades: trades.results }
      const isOlder: Names = { auctions: changedSince(asked.auctions), bids: changedSince(asked.bids), trades: changedSince(asked.trades) }
      store({ ...withAuctionRows(held(), rows, isOlder), chain })
    },
    // No chain is connected.
    isFinal: (error) => error instanceof ClientError && error.error === 'AuctionsNotOffered',
    onChange: onReading,
  })
}
