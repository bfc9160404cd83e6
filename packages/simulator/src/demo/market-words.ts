/** The messages between the main thread and the market's worker. */
import type { SimulatedAccount } from '../exchange/account.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import type { DeskSetting } from '../desks/desks.ts'

export type MarketStart = {
  readonly seed: number
  readonly speed: number
  readonly tickMs: number
  /** The file in which the venue keeps its blocks. */
  readonly dataDir: string
  readonly accounts: readonly SimulatedAccount[]
  readonly faults: readonly FaultOrder[]
}

export type ToMarket =
  | { readonly kind: 'TRADE'; readonly setting: Omit<DeskSetting, 'onProblem' | 'marks' | 'time'> }
  | { readonly kind: 'STOP_TRADING' }
  | { readonly kind: 'STOP' }

export type FromMarket =
  | { readonly kind: 'VENUE_OPEN'; readonly url: string; readonly controlUrl: string }
  | { readonly kind: 'TRADING' }
  | { readonly kind: 'STOPPED_TRADING' }
  | { readonly kind: 'PROBLEM'; readonly desk: string; readonly sentence: string }
