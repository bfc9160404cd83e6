/** The differences in a simulated maker's quoting by kind of RFQ, as data. */
import type { Audience } from '@parley/client'
import { limits } from './limits.ts'
import type { Scenario } from './scenario.ts'

export type Quoting = {
  /** The fraction of other simulated desks' RFQs that it quotes, by scenario. */
  readonly interest: 'interest' | 'bookInterest'
  /** How often it checks its quotes, by scenario. */
  readonly roundMs: 'makerRoundMs' | 'bookRoundMs'
  /** The maximum number of RFQs; the newest take precedence. */
  readonly most: number
  /** A desk that received the RFQ declines if it will not quote. */
  readonly declines: boolean
  /**
   * An order book lasts longer than one trade: it has room for two prices on a side, a trade restores the full size and skews the next price, and
   * quotes are post-only. An RFQ has room for one quote with its own quantity.
   */
  readonly stays: boolean
}

export const quotingOf: Readonly<Record<Audience, Quoting>> = {
  DIRECT: { interest: 'interest', roundMs: 'makerRoundMs', most: Infinity, declines: true, stays: false },
  ORDER_BOOK: { interest: 'bookInterest', roundMs: 'bookRoundMs', most: limits.bookMarkets, declines: false, stays: true },
}

export const audiences = ['DIRECT', 'ORDER_BOOK'] as const satisfies readonly Audience[]

/** A user's RFQ is always answered. */
export const shareQuoted = (audience: Audience, scenario: Scenario, isNewcomers: boolean): number =>
  isNewcomers ? 1 : scenario[quotingOf[audience].interest]
