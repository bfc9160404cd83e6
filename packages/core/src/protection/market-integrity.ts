/**
 * Market integrity (rulebook 11.12, 11.13): a quote whose bid and ask are too far apart says nothing, and neither do quotes that are moved all day
 * and never trade. Widths are models' figures: doubles, never money.
 */
import { priceToNumber, type Price } from '../decimal.ts'
import { figureText } from '../numbers/figure-text.ts'
import { withCommas } from '../numbers/thousands.ts'
import { measureOf } from '../pricing/price-guard.ts'
import { refuse, type Refusal } from '../refusal.ts'

export type IntegrityRules = {
  /** From bid to ask, per cent of the mark as the guard of prices measures it (rulebook 11.9). */
  readonly mostWidthPercent: number
  /** Quotes of a day that need no trade. */
  readonly freeQuotes: number
  /** Beyond the free ones, each trade of the day pays for so many quotes of the day. */
  readonly quotesPerTrade: number
}

/** The operator may set others. A quote that follows the mark twice a second in six requests all day is a million. */
export const INTEGRITY_RULES: IntegrityRules = { mostWidthPercent: 200, freeQuotes: 1_000_000, quotesPerTrade: 10_000 }

/** Of one desk since midnight UTC: quotes placed and replaced, and trades of its quotes. */
export type QuoteCounts = { readonly quotes: number; readonly trades: number }

export type IntegrityRefusalCode = 'QuoteTooWide' | 'TooManyQuotesPerTrade'

/** So many ticks are never wide, whatever share of a small mark they are. */
const NARROW_TICKS = 10
/** Widths that are exactly the most in decimals are not above it in doubles. */
const HAIR = 1e-9

export type WidthFigures = { readonly mark: number | undefined; readonly largestLegMark: number | undefined; readonly tick: number }

/** How far apart a desk's bid and ask may be, in units of the price and on the tick; undefined without a mark. */
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

/** How many more quotes the desk may place or replace today. */
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
