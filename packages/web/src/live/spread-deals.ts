/** Orders and trades of listed spreads as the lists beside the RFQs read them; filled behind the first screen (features/blotter/spreads). */
import type * as sdk from '@parley/client'
import { create } from 'zustand'
import type { Loadable } from './loadable.ts'

type Spread = 'SPREADS'
/** The functions of the SDK for them, which come behind the first screen too. */
export type SpreadCalls = Pick<
  typeof sdk,
  'spreadOrderList' | 'refusedSpreadOrderList' | 'spreadTradeList' | 'spreadTapeList' | 'cancelSpreadOrder'
>

export type SpreadDeals = {
  /** The desk's own: those that rest, those at the venue, and for a while those that are over. */
  readonly orders: ReadonlyMap<string, sdk.Order<Spread>>
  readonly trades: ReadonlyMap<string, sdk.Trade<Spread>>
  /** Newest first. */
  readonly tape: readonly sdk.TapeTrade<Spread>[]
  /** Whether the open orders have come. */
  readonly isLoaded: boolean
  /** Undefined until this part of the page is here. */
  readonly calls: SpreadCalls | undefined
  /** Set where it could not be loaded. */
  readonly failed: Extract<Loadable<never>, { state: 'FAILED' }> | undefined
}

export const nothing: SpreadDeals = { orders: new Map(), trades: new Map(), tape: [], isLoaded: false, calls: undefined, failed: undefined }

export const useSpreadDeals = create<SpreadDeals>(() => nothing)
