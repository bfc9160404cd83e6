/** The messages between the main thread and the market's worker. */
import type { SimulatedAccount } from '../exchange/account.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import type { ParadexAccount } from '../paradex/accounts.ts'
import type { DeskSetting } from '../desks/desks.ts'
import type { ChainPlace } from '../evm/auction-market.ts'

/** The addresses of the simulated venues. */
export type VenuePlaces = {
  readonly deribit: { readonly url: string }
  readonly bybit: { readonly restUrl: string; readonly streamUrl: string }
  readonly bitcom: { readonly url: string; readonly socketUrl: string }
  readonly paradex: { readonly restUrl: string; readonly streamUrl: string }
  /** The chain on which vaults sell options. */
  readonly chain: ChainPlace
}

export type MarketStart = {
  readonly seed: number
  readonly speed: number
  readonly tickMs: number
  readonly movesEveryMs: number
  /** The folder in which the venues keep their blocks. */
  readonly dataDir: string
  readonly accounts: readonly SimulatedAccount[]
  /** Accounts at the perpetuals venue, which have their own kind of keys. */
  readonly perpetualAccounts: readonly ParadexAccount[]
  /** Keys of the wallets with which desks bid for the vault's options. */
  readonly walletKeys: readonly `0x${string}`[]
  readonly faults: Readonly<Record<'deribit' | 'bybit' | 'bitcom' | 'paradex', readonly FaultOrder[]>>
}

export type TradeSetting = Omit<DeskSetting, 'onProblem' | 'marks' | 'time'>

export type ToMarket =
  | { readonly kind: 'OPEN'; readonly start: MarketStart }
  | { readonly kind: 'TRADE'; readonly setting: TradeSetting }
  | { readonly kind: 'REST'; readonly isResting: boolean }
  | { readonly kind: 'STOP_TRADING' }
  | { readonly kind: 'CLOSE' }

export type FromMarket =
  | { readonly kind: 'VENUES_OPEN'; readonly places: VenuePlaces; readonly controlUrl: string }
  | { readonly kind: 'TRADING' }
  | { readonly kind: 'STOPPED_TRADING' }
  | { readonly kind: 'CLOSED' }
  | { readonly kind: 'PROBLEM'; readonly desk: string; readonly sentence: string }
