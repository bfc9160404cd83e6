/** A block as both sides of a comparison have it: one party's own view, with that party's sides. */
import type { FeeRole } from '../catalogue/block-fees.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Instant, TradeId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

export type OwnLeg = { readonly instrument: Instrument; readonly side: Side; readonly price: Price; readonly quantity: Quantity }

/** As it stands here. */
export type OwnBlock = {
  readonly tradeId: TradeId
  readonly venueTradeId: string
  readonly agreedAt: Instant
  readonly settledAt: Instant
  readonly role: FeeRole
  readonly legs: readonly OwnLeg[]
  /** The venue's index when it was agreed, where it was known. */
  readonly indexPrice?: Price
}

/** A leg as it stands in one party's record: the side is that party's own. */
export type ChargedLeg = {
  readonly instrumentName: string
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  /** A rebate is below zero. */
  readonly fee: Price
  readonly feeCurrency: string
}

/** As the venue's record shows it to the same party. */
export type ChargedBlock = {
  readonly venueTradeId: string
  readonly at: number
  /** The platform's own name for it, where the venue keeps that: bit.com's label, Bybit's link id. */
  readonly name?: string
  readonly legs: readonly ChargedLeg[]
}
