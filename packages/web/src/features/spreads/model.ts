/** Listed spreads as their screen knows them, whichever way the server says it. Prices and amounts are exact. */
import type { CancelCause } from '@parley/client'
import type { Funding, Price, Quantity, VenueCode } from '@parley/core'
import type { Level } from '../market-data/depth.ts'

export type Side = 'BUY' | 'SELL'
export const sides = ['BUY', 'SELL'] as const
export type Margin = 'INVERSE' | 'LINEAR'

export type SpreadLeg = {
  readonly instrumentId: number
  /** The venue's own name: `BTC-27MAR26`. */
  readonly name: string
  /** Undefined for a perpetual. */
  readonly expiresAt: number | undefined
}

/** A listed spread: whoever buys it sells the nearer future and buys the later one. */
export type Strategy = {
  readonly id: string
  readonly venue: VenueCode
  readonly currency: string
  readonly margin: Margin
  readonly productCode: string
  readonly near: SpreadLeg
  readonly far: SpreadLeg & { readonly expiresAt: number }
  readonly tick: Price
  readonly minimum: Quantity
  readonly increment: Quantity
  /** The unit of its price. */
  readonly quoteCurrency: string
}

/** The best of either side of a strategy's own book. */
export type Top = { readonly bid: Level | undefined; readonly ask: Level | undefined }

/** The prices that the venue's limits of the two legs leave at this moment. */
export type Band = { readonly least: Price; readonly most: Price }

/** The worth of a strategy from the venue's own books of its legs: the implied book, beside its own. */
export type VenueValue = {
  /** Undefined while the venue says no limits, and then no order is taken (rulebook 17.4). */
  readonly band: Band | undefined
  readonly implied: Top
  readonly mark: number | undefined
  /** Of the legs, in the quote unit. */
  readonly nearMark: number | undefined
  readonly farMark: number | undefined
  readonly index: number | undefined
  /** Of the nearer leg, where that is a perpetual. */
  readonly funding: Funding | undefined
}

export type Lifetime = 'GOOD_TILL_CANCELED' | 'IMMEDIATE_OR_CANCEL' | 'GOOD_TILL_EXPIRES'

export type SpreadOrder = {
  readonly id: string
  readonly strategyId: string
  readonly side: Side
  /** Undefined for a market order. */
  readonly price: Price | undefined
  readonly amount: Quantity
  readonly filled: Quantity
  /** At the venue. */
  readonly pending: Quantity
  readonly canceled: Quantity
  readonly state: 'OPEN' | 'CLOSED'
  readonly lifetime: Lifetime
  readonly isPostOnly: boolean
  readonly label: string | undefined
  readonly account: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number | undefined
  readonly cancelCause: CancelCause | undefined
  readonly canceledBy: string | undefined
}

/** The part of it that may still trade. */
export const restingOf = ({ amount, filled, pending, canceled, state }: SpreadOrder): Quantity =>
  (state === 'CLOSED' ? 0 : amount - filled - pending - canceled) as Quantity

export type SpreadTrade = {
  readonly id: string
  readonly orderId: string
  readonly strategyId: string
  readonly side: Side
  readonly role: 'MAKER' | 'TAKER'
  readonly price: Price
  readonly amount: Quantity
  readonly state: 'PENDING' | 'FILLED' | 'REJECTED'
  readonly executedAt: number
  readonly filledAt: number | undefined
  /** The venue's words of a trade that it rejected. */
  readonly venueError: string | undefined
  readonly legs: readonly TradedLeg[]
}

/** A leg as the desk bought or sold it. */
export type TradedLeg = { readonly name: string; readonly side: Side; readonly price: Price }

export type TapeLine = {
  readonly id: string
  readonly strategyId: string
  readonly price: Price
  readonly amount: Quantity
  readonly at: number
}
