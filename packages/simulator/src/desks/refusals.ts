/** How a desk reacts to each error, by name: the complete table, for every flow. Pure. */

/** Errors of one line of a maker's batch. */
export type Verdict =
  /** The quote has ended for some reason: the next round places a new one. */
  | 'QUOTE_IS_OVER'
  /** The RFQ or market has closed, so there is nothing left to quote. */
  | 'REQUEST_IS_OVER'
  /** A protection has triggered, and its channel has not reported it yet. */
  | 'PROTECTED'
  /** The resting quotes are unknown: everything is cancelled and quoted again. */
  | 'LOST_COUNT'
  /** The next round resolves it. */
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
  // The venue's limits move with the mark, so the next mark resolves it.
  ['PriceOutsideBand', 'PASSES'],
  ['RateLimited', 'PASSES'],
  ['Unavailable', 'PASSES'],
  ['TradingIsStopped', 'PASSES'],
  ['VenuePaused', 'PASSES'],
])

export const verdictOf = (refusal: string): Verdict => verdicts.get(refusal) ?? 'PROBLEM'

/** Errors of a taker's call in the direct flow: `SOON` is retried without counting, `OVER` is not an error. */
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

/** Errors when a taker takes from the order book: another taker was faster, or it is too soon after the last one. It will try again later. */
export const isMissed = (refusal: string | undefined): boolean => refusal !== undefined && MISSED.has(refusal)

/** Errors of a decline that came too late to matter. */
export const isLate = (refusal: string | undefined): boolean => refusal === 'RfqClosed' || refusal === 'AlreadyDeclined'
