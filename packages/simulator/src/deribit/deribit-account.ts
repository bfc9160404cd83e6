/** A key of a user at the simulated Deribit. */
import type { SimulatedAccount } from '../exchange/account.ts'
import type { Currency } from './chain.ts'

export type DeribitAccount = SimulatedAccount & {
  /** The features that are switched on for this key. */
  readonly features?: readonly 'block_trade_approval'[]
  /** Coins at the start; plenty, unless said otherwise. All keys of a user say the same. */
  readonly balances?: Readonly<Partial<Record<Currency, number>>>
}

export const needsApproval = ({ features }: DeribitAccount): boolean => features?.includes('block_trade_approval') ?? false
