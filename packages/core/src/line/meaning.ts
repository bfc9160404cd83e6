/** The meaning of one line: everything a desk says in one breath about a structure. Members are undefined where the line is silent. */
import type { BaseCurrency } from '../catalogue/product.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Side, Structure } from '../structure/structure.ts'

/** Terms that stand beside a structure in a line. */
export type LineTerms = {
  readonly quantity?: Quantity | undefined
  readonly isHedged?: boolean | undefined
  /** `vs 91k`: delta hedged, the future dealt at this price. */
  readonly hedgePrice?: Price | undefined
  readonly isAnonymous?: boolean | undefined
  /** How long the request lives. */
  readonly goodForMs?: number | undefined
  /** The request says the side, and asks the other one alone. */
  readonly isOneWay?: boolean | undefined
  /** The side of the desk itself and its limit: for its own ticket, and in the request only where the line says that it is one-way. */
  readonly side?: Side | undefined
  readonly limit?: Price | undefined
}

export type LineMeaning = LineTerms & {
  readonly baseCurrency: BaseCurrency
  /** With hedge legs where the line names them. */
  readonly structure: Structure
}

/** A piece of the line as it is shown in it. `LATER` is understood and not sent with a request. */
export type LinePart = { readonly at: number; readonly text: string; readonly state: 'UNDERSTOOD' | 'SUGGESTED' | 'LATER' | 'UNKNOWN' }

/** A reading that may have been meant: the part that a person takes by a press, and the line with it put in. */
export type LineOffer = { readonly part: string; readonly line: string }

export type LineReading = { readonly parts: readonly LinePart[] } & (
  | { readonly state: 'UNDERSTOOD'; readonly meaning: LineMeaning }
  /** Not understood as it stands. Nothing of it is taken before a person takes an offer. */
  | { readonly state: 'UNREAD'; readonly problem: string; readonly offers: readonly LineOffer[] }
)
