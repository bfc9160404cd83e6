/** The messages between the main thread and the market's worker. */
import type { SimulatedAccount } from '../exchange/account.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import type { DeskSetting } from '../desks/desks.ts'

/** The addresses of the simulated venues. */
export type VenuePlaces = {
  readonly deribit: { readonly url: string }
  readonly bybit: { readonly restUrl: string; readonly streamUrl: string }
  readonly bitcom: { readonly url: string; readonly socketUrl: string }
}

export type MarketStart = {
  readonly seed: number
  readonly speed: number
  readonly tickMs: number
  /** The folder in which the venues keep their blocks. */
  readonly dataDir: string
  readonly accounts: readonly SimulatedAccount[]
  readonly faults: Readonly<Record<'deribit' | 'bybit' | 'bitcom', readonly FaultOrder[]>>
}

export type ToMarket =
  | { readonly kind: 'TRADE'; readonly setting: Omit<DeskSetting, 'onProblem' | 'marks' | 'time'> }
  | { readonly kind: 'STOP_TRADING' }
  | { readonly kind: 'STOP' }

export type FromMarket =
  | { readonly kind: 'VENUES_OPEN'; readonly places: VenuePlaces; readonly controlUrl: string }
  | { readonly kind: 'TRADING' }
  | { readonly kind: 'STOPPED_TRADING' }
  | { readonly kind: 'PROBLEM'; readonly desk: string; readonly sentence: string }
