/** Auctions of vaults as this window knows them while their screen is open: those of the platform, and the desk's own bids and trades in them. */
import type { AuctionView, ChainFactsView, VaultBidView, VaultTradeView } from '@parley/contracts'
import { create } from 'zustand'
import type { Loadable } from '../../live/loadable.ts'

export type Auctions = {
  readonly loading: Loadable<true>
  /** Why none are held here. */
  readonly notHeld: string | undefined
  readonly chain: ChainFactsView | undefined
  readonly auctions: ReadonlyMap<number, AuctionView>
  readonly bids: ReadonlyMap<number, VaultBidView>
  readonly trades: ReadonlyMap<number, VaultTradeView>
}

export const nothingKnown: Auctions = {
  loading: { state: 'LOADING' },
  notHeld: undefined,
  chain: undefined,
  auctions: new Map(),
  bids: new Map(),
  trades: new Map(),
}

export const useAuctions = create<Auctions>(() => nothingKnown)

type Listed = { readonly id: number }
type ListName = 'auctions' | 'bids' | 'trades'

export const withOne = <Row extends Listed>(held: ReadonlyMap<number, Row>, row: Row): ReadonlyMap<number, Row> =>
  new Map(held).set(row.id, row)

/** An answer and a message pass each other: what a message has said since the call was made stays. */
export function withAnswer<Row extends Listed>(
  held: ReadonlyMap<number, Row>,
  asked: ReadonlyMap<number, Row>,
  rows: readonly Row[],
): ReadonlyMap<number, Row> {
  const next = new Map(held)
  for (const row of rows) if (held.get(row.id) === asked.get(row.id)) next.set(row.id, row)
  return next
}

export const keep = <K extends ListName>(kept: K, row: Auctions[K] extends ReadonlyMap<number, infer Row> ? Row : never): void =>
  useAuctions.setState((held) => ({ [kept]: withOne(held[kept] as ReadonlyMap<number, Listed>, row as Listed) }) as Pick<Auctions, K>)
