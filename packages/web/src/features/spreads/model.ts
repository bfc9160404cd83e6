/** The model of the spreads screen, for both forms in which the server sends them. Prices and amounts are exact. */
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

/** A listed spread. The buyer sells the nearer future and buys the later one. */
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

/** The best bid and ask of a strategy's own book. */
export type Top = { readonly bid: Level | undefined; readonly ask: Level | undefined }

/** The price range that the venue's limits of the two legs currently allow. */
export type Band = { readonly least: Price; readonly most: Price }

/** The value of a strategy at the venue, from the venue's books and marks of its legs. */
export type VenueValue = {
  /** Undefined while the venue has no price limits. Orders are not accepted then (rulebook 17.4). */
  readonly band: Band | undefined
  readonly implied: Top
  readonly mark: number | undefined
  /** The mark prices of the two legs, in the quote unit. */
  readonly nearMark: number | undefined
  readonly farMark: number | undefined
  readonly index: number | undefined
  /** The funding of the nearer leg, if it is a perpetual. */
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
  /** Settling at the venue. */
  readonly pending: Quantity
  readonly canceled: Quantity
  readonly state: 'OPEN' | 'CLOSED'
  readonly lifetime: Lifetime
  readonly isPostOnly: boolean
  /** Whether market maker protection covers it (rulebook 17.10). */
  readonly isMmp: boolean
  readonly label: string | undefined
  readonly account: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number | undefined
  readonly cancelCause: CancelCause | undefined
  readonly canceledBy: string | undefined
}

/** The part that can still trade. */
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
  /** The message of the venue if it rejected the trade. */
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
