/** Gamma from our own model. Venues round theirs to a digit or two, so that the net gamma of a spread would often be zero. */
import type { Instrument } from '../catalogue/instrument.ts'
import { priceToNumber } from '../decimal.ts'
import { MILLISECONDS_PER_YEAR, optionFigures } from './black76.ts'
import type { Mark } from './mark.ts'

/** For one coin and a move of one dollar; zero for a future. */
export function modelGamma(
  { strike, optionKind, expiresAt }: Pick<Instrument, 'strike' | 'optionKind' | 'expiresAt'>,
  mark: Mark | undefined,
  now: number,
): number {
  if (mark?.markIv === undefined || strike === undefined || optionKind === undefined) return 0
  const years = Math.max((expiresAt ?? now) - now, 0) / MILLISECONDS_PER_YEAR
  return optionFigures({ kind: optionKind, forward: mark.underlyingPrice, strike: priceToNumber(strike), years, volatility: mark.markIv })
    .gamma
}
