/** One part of a line with everything that it can mean, and the rules that find its readings. */
import type { BaseCurrency } from '../catalogue/product.ts'
import type { Instrument, OptionKind } from '../catalogue/instrument.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { Leg } from '../structure/structure.ts'
import type { Listing } from './listing.ts'
import type { LineTerms } from './meaning.ts'

export type Reading = {
  /** An unambiguous text with the same meaning, if the part itself is ambiguous. */
  readonly assumed?: string
} & (
  | { readonly kind: 'NOTHING' }
  | { readonly kind: 'WORD'; readonly word: string }
  | { readonly kind: 'CURRENCY'; readonly currency: BaseCurrency }
  | { readonly kind: 'EXPIRIES'; readonly expiries: readonly (Instant | undefined)[] }
  | { readonly kind: 'STRIKES'; readonly strikes: readonly Price[]; readonly optionKinds: readonly (OptionKind | undefined)[] }
  | { readonly kind: 'QUANTITY'; readonly quantity: Quantity; readonly isInThousands: boolean; readonly isPlain: boolean }
  | { readonly kind: 'RATIOS'; readonly first: number; readonly second: number }
  | { readonly kind: 'DELTA'; readonly hundredths: number }
  /** The strike nearest to the forward. */
  | { readonly kind: 'AT_THE_MONEY' }
  | { readonly kind: 'INSTRUMENT'; readonly instrument: Instrument }
  | { readonly kind: 'LEG'; readonly leg: Leg }
  | { readonly kind: 'TERMS'; readonly terms: LineTerms }
)

export type Part = {
  readonly at: number
  readonly text: string
  readonly readings: readonly Reading[]
  /** Why there is no reading. */
  readonly problem?: string | undefined
  /** A likely correction of this part alone, and its display text. */
  readonly instead?: { readonly part: string; readonly text: string } | undefined
}

/** One way to read the text at a position of the line. `read` returns undefined if the text is something else. */
export type Rule = {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, listing: Listing) => readonly Reading[] | Pick<Part, 'problem' | 'instead'> | undefined
}
