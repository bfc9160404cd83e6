/** A block as recorded by both sides of a reconciliation: one party's own view, with that party's sides. */
import type { FeeRole } from '../catalogue/block-fees.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Instant, TradeId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

export type OwnLeg = { readonly instrument: Instrument; readonly side: Side; readonly price: Price; readonly quantity: Quantity }

/** The block as recorded here. */
export type OwnBlock = {
  readonly tradeId: TradeId
  readonly venueTradeId: string
  readonly agreedAt: Instant
  readonly settledAt: Instant
  readonly role: FeeRole
  readonly legs: readonly OwnLeg[]
  /** The venue's index when the trade was agreed, if it was known. */
  readonly indexPrice?: Price
}

/** A leg in one party's record; the side is that party's own. */
export type ChargedLeg = {
  readonly instrumentName: string
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  /** A rebate is negative. */
  readonly fee: Price
  readonly feeCurrency: string
}

/** The block in the venue's record for the same party. */
export type ChargedBlock = {
  readonly venueTradeId: string
  readonly at: number
  /** The platform's own name for it, if the venue stores one: bit.com's label, Bybit's link id. */
  readonly name?: string
  readonly legs: readonly ChargedLeg[]
}
