/** A position at the venue's current mark (rulebook 13.2, 13.3). Model figures are doubles on purpose, never money. */
import type { Instrument } from '../catalogue/instrument.ts'
import { priceToNumber, quantityToNumber, type Price, type Quantity } from '../decimal.ts'
import type { Greeks } from '../pricing/black76.ts'
import type { Mark } from '../pricing/mark.ts'
import { modelGamma } from '../pricing/model-gamma.ts'

export type PositionTerms = Pick<Instrument, 'kind' | 'marginKind' | 'optionKind' | 'strike' | 'expiresAt'>

/** Signed, in the unit of a block's quantity: dollars for an inverse future, coins for everything else. */
export type HeldPosition = { readonly terms: PositionTerms; readonly quantity: Quantity; readonly averagePrice: Price }

export type PositionFigures = Greeks & {
  readonly markPrice: number
  /** A fraction; options only. */
  readonly markIv: number | undefined
  /** In the margin currency of the contract: coin for an inverse contract, dollars for a linear one. */
  readonly pnl: number
  /** Undefined while the index of a coin is not known. */
  readonly pnlUsd: number | undefined
}

export const noGreeks: Greeks = { delta: 0, gamma: 0, vega: 0, theta: 0 }

export const addGreeks = (a: Greeks, b: Greeks, times = 1): Greeks => ({
  delta: a.delta + times * b.delta,
  gamma: a.gamma + times * b.gamma,
  vega: a.vega + times * b.vega,
  theta: a.theta + times * b.theta,
})

/**
 * For one bought unit: delta in coin, gamma for a move of one dollar, vega and theta in dollars (rulebook 13.3). Undefined if the mark of an option
 * has no greeks.
 */
export function unitGreeks(terms: PositionTerms, mark: Mark, now: number): Greeks | undefined {
  if (terms.kind === 'FUTURE') return { ...noGreeks, delta: terms.marginKind === 'INVERSE' ? 1 / mark.markPrice : 1 }
  if (mark.greeks === undefined) return undefined
  const { delta, vega, theta } = mark.greeks
  return { delta, gamma: modelGamma(terms, mark, now), vega, theta }
}

/** Undefined if the mark lacks the figures for the calculation. */
export function positionFigures({ terms, quantity, averagePrice }: HeldPosition, mark: Mark, now: number): PositionFigures | undefined {
  const unit = mark.markPrice > 0 ? unitGreeks(terms, mark, now) : undefined
  if (unit === undefined) return undefined
  const held = quantityToNumber(quantity)
  const pnl = gainOf(terms, held, priceToNumber(averagePrice), mark.markPrice)
  const isInCoin = terms.marginKind === 'INVERSE'
  return {
    ...addGreeks(noGreeks, unit, held),
    markPrice: mark.markPrice,
    markIv: mark.markIv,
    pnl,
    pnlUsd: !isInCoin ? pnl : mark.indexPrice > 0 ? pnl * mark.indexPrice : undefined,
  }
}

/** An inverse future is counted in dollars and has its profit in coin (rulebook 13.2). */
function gainOf({ kind, marginKind }: PositionTerms, held: number, average: number, mark: number): number {
  if (kind === 'FUTURE' && marginKind === 'INVERSE') return average > 0 ? held / average - held / mark : 0
  return held * (mark - average)
}

export type FigureSums = Greeks & {
  /** Undefined while one of them has none. */
  readonly pnlUsd: number | undefined
  readonly count: number
  /** Positions without figures: they are counted, not estimated (rulebook 13.4). */
  readonly leftOut: number
}

export function sumFigures(all: readonly (PositionFigures | undefined)[]): FigureSums {
  const known = all.filter((one) => one !== undefined)
  const greeks = known.reduce<Greeks>((sum, one) => addGreeks(sum, one), noGreeks)
  const pnlUsd = known.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one.pnlUsd === undefined ? undefined : sum + one.pnlUsd),
    0,
  )
  return {
    ...greeks,
    pnlUsd: known.length === 0 && all.length > 0 ? undefined : pnlUsd,
    count: all.length,
    leftOut: all.length - known.length,
  }
}
