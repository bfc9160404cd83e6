/** The differences in a simulated maker's quoting by the RFQ's audience, as data. */
import type { Audience } from '@parley/client'
import { limits } from './limits.ts'
import type { Scenario } from './scenario.ts'

export type Quoting = {
  /** The part of other simulated desks' RFQs that it quotes, by the scenario. */
  readonly interest: 'interest' | 'bookInterest'
  /** How often it looks at its quotes, by the scenario. */
  readonly roundMs: 'makerRoundMs' | 'bookRoundMs'
  /** At most so many RFQs, the newest. */
  readonly most: number
  /** A desk that was asked says so when it will not quote. */
  readonly declines: boolean
  /**
   * An order book is there for longer than one trade: it has room for two prices on a side, after a trade the whole size is shown again, the
   * next price leans away from what was traded, and nothing is taken by mistake. A request has room for one quote of its own quantity.
   */
  readonly stays: boolean
}

export const quotingOf: Readonly<Record<Audience, Quoting>> = {
  DIRECT: { interest: 'interest', roundMs: 'makerRoundMs', most: Infinity, declines: true, stays: false },
  ORDER_BOOK: { interest: 'bookInterest', roundMs: 'bookRoundMs', most: limits.bookMarkets, declines: false, stays: true },
}

export const audiences = ['DIRECT', 'ORDER_BOOK'] as const satisfies readonly Audience[]

/** A newcomer who asks is always answered. */
export const shareQuoted = (audience: Audience, scenario: Scenario, isNewcomers: boolean): number =>
  isNewcomers ? 1 : scenario[quotingOf[audience].interest]
