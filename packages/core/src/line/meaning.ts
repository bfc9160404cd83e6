/** The meaning of one line: everything that a desk writes about a structure in one line. Members are undefined if the line omits them. */
import type { BaseCurrency } from '../catalogue/product.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Side, Structure } from '../structure/structure.ts'

/** The terms of a line other than its structure. */
export type LineTerms = {
  readonly quantity?: Quantity | undefined
  readonly isHedged?: boolean | undefined
  /** `vs 91k`: delta hedged, with the future traded at this price. */
  readonly hedgePrice?: Price | undefined
  readonly isAnonymous?: boolean | undefined
  /** The lifetime of the RFQ. */
  readonly goodForMs?: number | undefined
  /** The RFQ discloses the side, and only the opposite one is quoted. */
  readonly isOneWay?: boolean | undefined
  /** The desk's own side and limit. They are for its own ticket, and sent in the RFQ only if the line is one-way. */
  readonly side?: Side | undefined
  readonly limit?: Price | undefined
}

export type LineMeaning = LineTerms & {
  readonly baseCurrency: BaseCurrency
  /** Includes hedge legs if the line names them. */
  readonly structure: Structure
}

/** A piece of the line as displayed. `LATER` was recognised and is not sent with the RFQ. */
export type LinePart = { readonly at: number; readonly text: string; readonly state: 'UNDERSTOOD' | 'SUGGESTED' | 'LATER' | 'UNKNOWN' }

/** A possible reading: the part that a person selects with a click, and the line with it inserted. */
export type LineOffer = { readonly part: string; readonly line: string }

export type LineReading = { readonly parts: readonly LinePart[] } & (
  | { readonly state: 'UNDERSTOOD'; readonly meaning: LineMeaning }
  /** The line was not recognised as written. Nothing of it is used until the user accepts a suggestion. */
  | { readonly state: 'UNREAD'; readonly problem: string; readonly offers: readonly LineOffer[] }
)
