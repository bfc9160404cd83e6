/** Vault auctions in the store while their screen is open: those of the platform, and the desk’s own bids and trades in them. */
import { type AuctionLists, type AuctionRows, noAuctions, withAuctionRows } from '@parley/client'
import { listsLoading, type ListsLoading } from '../../live/lists-loading.ts'
import { createPart } from '../../live/part.ts'

export type Auctions = AuctionLists & {
  readonly loading: ListsLoading
  /** The reason why there are no auctions in this installation. */
  readonly notHeld: string | undefined
}

export const useAuctions = createPart<Auctions>('AUCTIONS', { ...noAuctions, loading: listsLoading, notHeld: undefined })

type RowOf<List extends keyof AuctionRows> = NonNullable<AuctionRows[List]>[number]

/** Adds what the response to a bid or the address of an auction has. */
export const keep = <List extends keyof AuctionRows>(list: List, row: RowOf<List>): void =>
  useAuctions.setState((held) => withAuctionRows(held, { [list]: [row] }))
