/** Vault auctions that this window holds while their screen is open: those of the platform, and the desk’s own bids and trades in them. */
import type { AuctionView, ChainFactsView, VaultBidView, VaultTradeView } from '@parley/contracts'
import { create } from 'zustand'
import type { Behind, Loadable } from '../../live/loadable.ts'

export type Auctions = {
  readonly loading: Loadable<true>
  /** Set while the loaded lists could not be read again. */
  readonly behind: Behind | undefined
  /** The reason why there are no auctions in this installation. */
  readonly notHeld: string | undefined
  readonly chain: ChainFactsView | undefined
  readonly auctions: ReadonlyMap<number, AuctionView>
  readonly bids: ReadonlyMap<number, VaultBidView>
  readonly trades: ReadonlyMap<number, VaultTradeView>
}

export const nothingKnown: Auctions = {
  loading: { state: 'LOADING' },
  behind: undefined,
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

/** A response and a socket message can overtake each other. Messages that arrived since the call was made are kept. */
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
