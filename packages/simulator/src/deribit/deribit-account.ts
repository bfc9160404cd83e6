/** A key of a user at the simulated Deribit. */
import type { SimulatedAccount } from '../exchange/account.ts'
import type { Currency } from './chain.ts'

export type DeribitAccount = SimulatedAccount & {
  /** The features that are enabled for this key. */
  readonly features?: readonly 'block_trade_approval'[]
  /** The initial coins; plenty by default. All keys of a user must have the same value. */
  readonly balances?: Readonly<Partial<Record<Currency, number>>>
}

export const needsApproval = ({ features }: DeribitAccount): boolean => features?.includes('block_trade_approval') ?? false
