/** Gamma by our own model: venues round theirs to a digit or two, and what is left of a spread's legs then cancels to nothing. */
import { MILLISECONDS_PER_YEAR, optionFigures, priceToNumber, type Instrument, type Leg, type Mark, ratioToNumber } from '@parley/core'

type MarkOf = (instrumentId: number) => Mark | undefined

/** For one contract of the coin; a future has none. */
export function modelGamma(instrument: Instrument, mark: Mark | undefined, now: number): number {
  const { strike, optionKind } = instrument
  if (mark?.markIv === undefined || strike === undefined || optionKind === undefined) return 0
  const years = Math.max((instrument.expiresAt ?? now) - now, 0) / MILLISECONDS_PER_YEAR
  return optionFigures({ kind: optionKind, forward: mark.underlyingPrice, strike: priceToNumber(strike), years, volatility: mark.markIv })
    .gamma
}

/** Of so much of the structure, bought. */
export const structureGamma = (legs: readonly Leg[], quantity: number, markOf: MarkOf, now: number): number =>
  legs.reduce(
    (sum, leg) =>
      sum +
      (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio) * quantity * modelGamma(leg.instrument, markOf(leg.instrument.id), now),
    0,
  )
