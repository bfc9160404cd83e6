/** Orders and trades of listed spreads for the lists of the RFQ screen. Filled by code that is loaded later (features/blotter/spreads). */
import type * as sdk from '@parley/client'
import { create } from 'zustand'
import type { Loadable } from './loadable.ts'

type Spread = 'SPREADS'
/** The SDK's functions for them, which are also loaded later. */
export type SpreadCalls = Pick<
  typeof sdk,
  'spreadOrderList' | 'refusedSpreadOrderList' | 'spreadTradeList' | 'spreadTapeList' | 'cancelSpreadOrder'
>

export type SpreadDeals = {
  /** The desk's own orders: resting, at the venue and, for a while, closed. */
  readonly orders: ReadonlyMap<string, sdk.Order<Spread>>
  readonly trades: ReadonlyMap<string, sdk.Trade<Spread>>
  /** Newest first. */
  readonly tape: readonly sdk.TapeTrade<Spread>[]
  /** Whether the open orders have loaded. */
  readonly isLoaded: boolean
  /** Undefined until this code is loaded. */
  readonly calls: SpreadCalls | undefined
  /** Set if it could not be loaded. */
  readonly failed: Extract<Loadable<never>, { state: 'FAILED' }> | undefined
}

export const nothing: SpreadDeals = { orders: new Map(), trades: new Map(), tape: [], isLoaded: false, calls: undefined, failed: undefined }

export const useSpreadDeals = create<SpreadDeals>(() => nothing)
