/**
 * Market integrity (rulebook 11.12, 11.13): a quote with bid and ask too far apart has no meaning, and neither have quotes that are moved all day and
 * never trade. Widths are model figures: doubles, never money.
 */
import { priceToNumber, type Price } from '../decimal.ts'
import { figureText } from '../numbers/figure-text.ts'
import { withCommas } from '../numbers/thousands.ts'
import { measureOf } from '../pricing/price-guard.ts'
import { refuse, type Refusal } from '../refusal.ts'

export type IntegrityRules = {
  /** From bid to ask, in per cent of the mark as measured by the price guard (rulebook 11.9). */
  readonly mostWidthPercent: number
  /** The number of quotes per day that are allowed without trades. */
  readonly freeQuotes: number
  /** Above that number, each trade of the day allows this many quotes. */
  readonly quotesPerTrade: number
}

/** The operator can set other values. A quote that follows the mark twice a second in six RFQs all day is updated a million times. */
export const INTEGRITY_RULES: IntegrityRules = { mostWidthPercent: 200, freeQuotes: 1_000_000, quotesPerTrade: 10_000 }

/** For one desk since midnight UTC: quotes placed and replaced, and trades of its quotes. */
export type QuoteCounts = { readonly quotes: number; readonly trades: number }

export type IntegrityRefusalCode = 'QuoteTooWide' | 'TooManyQuotesPerTrade'

/** A width of this many ticks is always accepted, even if it is a large share of a small mark. */
const NARROW_TICKS = 10
/** A width that is exactly the maximum in decimals must not be above it in doubles. */
const HAIR = 1e-9

export type WidthFigures = { readonly mark: number | undefined; readonly largestLegMark: number | undefined; readonly tick: number }

/** The maximum distance between a desk's bid and ask, in units of the price and on tick; undefined without a mark. */
export function mostWidth({ mark, largestLegMark, tick }: WidthFigures, { mostWidthPercent }: IntegrityRules): number | undefined {
  if (mark === undefined || largestLegMark === undefined) return undefined
  const ticks = ((mostWidthPercent / 100) * measureOf(mark, largestLegMark)) / tick
  return Math.max(NARROW_TICKS, Math.floor(ticks + HAIR)) * tick
}

/** Rulebook 11.12. */
export function widthRefusal(bid: Price, ask: Price, most: number | undefined): Refusal<IntegrityRefusalCode> | undefined {
  const width = priceToNumber(ask) - priceToNumber(bid)
  if (most === undefined || width <= most * (1 + HAIR)) return undefined
  const words = `Your bid and ask would be ${figureText(width)} apart. At the current mark the spread must not exceed ${figureText(most)}.`
  return refuse('QuoteTooWide', '11.12', words, 'price')
}

/** How many more quotes the desk can place or replace today. */
export const quotesLeft = ({ quotes, trades }: QuoteCounts, { freeQuotes, quotesPerTrade }: IntegrityRules): number =>
  Math.max(0, Math.max(freeQuotes, trades * quotesPerTrade) - quotes)

/** Rulebook 11.13. */
export function quoteToTradeRefusal(counts: QuoteCounts, rules: IntegrityRules): Refusal<IntegrityRefusalCode> | undefined {
  if (quotesLeft(counts, rules) > 0) return undefined
  const of = (count: number, one: string) => `${withCommas(String(count))} ${one}${count === 1 ? '' : 's'}`
  return refuse(
    'TooManyQuotesPerTrade',
    '11.13',
    `Your desk has placed or replaced ${of(counts.quotes, 'quote')} today, with ${of(counts.trades, 'trade')}. After ${of(rules.freeQuotes, 'quote')}, each trade allows ${withCommas(String(rules.quotesPerTrade))} more. You can still cancel; the count restarts at 00:00 UTC.`,
  )
}
