/** The reaction of a desk to each refusal, by its name: the whole table, for every flow. Pure. */

/** Of a maker's line in a batch. */
export type Verdict =
  /** The quote is over, whatever ended it: the next round places a new one. */
  | 'QUOTE_IS_OVER'
  /** There is nothing left to quote in. */
  | 'REQUEST_IS_OVER'
  /** A protection has fired before its channel said so. */
  | 'PROTECTED'
  /** Nobody knows any more what rests: everything is cancelled and quoted anew. */
  | 'LOST_COUNT'
  /** The next round answers it by itself. */
  | 'PASSES'
  | 'PROBLEM'

const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ['OrderClosed', 'QUOTE_IS_OVER'],
  ['OrderUnknown', 'QUOTE_IS_OVER'],
  ['OrderNoLongerRests', 'QUOTE_IS_OVER'],
  ['RfqClosed', 'REQUEST_IS_OVER'],
  ['QuoteWindowClosed', 'REQUEST_IS_OVER'],
  ['QuantityAboveRemaining', 'REQUEST_IS_OVER'],
  ['ProtectionActive', 'PROTECTED'],
  ['LayeringLimitReached', 'LOST_COUNT'],
  ['QuoteCrossesOwnSide', 'PASSES'],
  ['PostOnlyWouldCross', 'PASSES'],
  // The venue's limits move with the mark, and the mark with them.
  ['PriceOutsideBand', 'PASSES'],
  ['RateLimited', 'PASSES'],
  ['Unavailable', 'PASSES'],
  ['TradingIsStopped', 'PASSES'],
  ['VenuePaused', 'PASSES'],
])

export const verdictOf = (refusal: string): Verdict => verdicts.get(refusal) ?? 'PROBLEM'

/** Of a taker's call in the direct flow: `SOON` is tried again without counting, `OVER` is nobody's fault. */
export type TakerVerdict = 'SOON' | 'OVER' | 'AGAIN' | 'GIVE_UP'

export function takerVerdictOf(refusal: string | undefined, tries: number, mostTries: number): TakerVerdict {
  // It has just taken in this product: the next round is soon enough.
  if (refusal === 'RateLimited' || refusal === 'VenuePaused') return 'SOON'
  if (refusal === 'RfqClosed' || refusal === 'QuantityAboveRemaining') return 'OVER'
  return tries >= mostTries ? 'GIVE_UP' : 'AGAIN'
}

const MISSED = new Set([
  'RateLimited',
  'RfqClosed',
  'QuoteWindowClosed',
  'PriceOutsideBand',
  'Unavailable',
  'TradingIsStopped',
  'VenuePaused',
])

/** Of a taker's look at the order book: somebody was quicker, or it is too soon after the last one. There will be another. */
export const isMissed = (refusal: string | undefined): boolean => refusal !== undefined && MISSED.has(refusal)

/** Of a decline that came too late to matter. */
export const isLate = (refusal: string | undefined): boolean => refusal === 'RfqClosed' || refusal === 'AlreadyDeclined'
