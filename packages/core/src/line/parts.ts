/** A line taken apart: each word or figure with everything that it may mean. Nothing is decided here. */
import type { BaseCurrency } from '../catalogue/product.ts'
import type { Instrument, OptionKind } from '../catalogue/instrument.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { Leg } from '../structure/structure.ts'
import { MAX_PARTS } from './limits.ts'
import type { Listing } from './listing.ts'
import type { LineTerms } from './meaning.ts'
import { rules } from './part-rules.ts'

export type Reading = {
  /** The text that says the same beyond doubt, where the part itself leaves room for one. */
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
  | { readonly kind: 'INSTRUMENT'; readonly instrument: Instrument }
  | { readonly kind: 'LEG'; readonly leg: Leg }
  | { readonly kind: 'TERMS'; readonly terms: LineTerms }
)

export type Part = {
  readonly at: number
  readonly text: string
  readonly readings: readonly Reading[]
  /** Why it has none. */
  readonly problem?: string | undefined
  /** A text that may have been meant in its place, where nothing else of the line has to change, and what of it a person reads. */
  readonly instead?: { readonly part: string; readonly text: string } | undefined
}

/** One way to read what stands at a place of the line; undefined where something else stands there. */
export type Rule = {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, listing: Listing) => readonly Reading[] | Pick<Part, 'problem' | 'instead'> | undefined
}

/** Signs that only part what stands beside them. A plus or minus is the side of a leg, except in `iron-fly` and `+ hedge`. */
const BETWEEN = /[\s,;·|]+|[/&()\u00d7](?!\s*-)|(?<=[a-z])-(?=[a-z])|\+(?=\s*hedge\b)/iy

/** Undefined where the line has too many parts to be one request. */
export function partsOf(line: string, listing: Listing): readonly Part[] | undefined {
  const parts: Part[] = []
  let at = 0
  while (at < line.length) {
    BETWEEN.lastIndex = at
    const between = BETWEEN.exec(line)
    if (between !== null) {
      at += between[0].length
      continue
    }
    const part = partAt(line, at, listing)
    parts.push(part)
    if (parts.length > MAX_PARTS) return undefined
    at += part.text.length
  }
  return parts
}

function partAt(line: string, at: number, listing: Listing): Part {
  for (const { pattern, read } of rules) {
    pattern.lastIndex = at
    const match = pattern.exec(line)
    const found = match === null ? undefined : read(match, listing)
    if (found === undefined) continue
    const text = match![0]
    return Array.isArray(found)
      ? { at, text, readings: found }
      : { at, text, readings: [], ...(found as Pick<Part, 'problem' | 'instead'>) }
  }
  const text = /[^\s,;·|]+/y.exec(line.slice(at))?.[0] ?? line[at]!
  return { at, text, readings: [], problem: /\d/.test(text) ? `${text} is not understood.` : `“${text}” is not understood.` }
}
