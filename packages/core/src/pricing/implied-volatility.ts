/**
 * The volatility that gives a price (rulebook 6.10): two or three steps of Halley's method on a scale on which the value is nearly a straight line.
 * Below the inflection that scale is the inverse of the value's logarithm, so that prices of 1e-300 are as easy as those of 1. Near the maximum it is
 * the logarithm of the shortfall.
 */
import type { OptionKind } from '../catalogue/instrument.ts'
import { logMoneyness } from './black76.ts'
import { normalisedShortfall, normalisedValue, normalisedVega } from './normalised.ts'

export type PricedOption = {
  readonly kind: OptionKind
  readonly forward: number
  readonly strike: number
  readonly years: number
  /** In the quote currency; a coin price times the forward. */
  readonly price: number
}

const INVERSE_SQRT_TWO_PI = 0.3989422804014327
/** The approximate value, divided by the distance, at a distance of one standard deviation. Further out it falls like a density. */
const FAR_VALUE = 0.08
const MAX_STEPS = 24
/** After a relative step smaller than this, the error is below the last digit, because it falls with the third power. */
const ENOUGH = 1e-6

/** Undefined if no volatility gives the price: at or below the intrinsic value, or at or above the forward of a call or the strike of a put. */
export function impliedVolatility({ kind, forward, strike, years, price }: PricedOption): number | undefined {
  if (!(forward > 0 && strike > 0 && years > 0)) return undefined
  const intrinsic = Math.max(kind === 'CALL' ? forward - strike : strike - forward, 0)
  const outOfTheMoney = price - intrinsic
  const most = Math.min(forward, strike)
  if (!(outOfTheMoney > 0 && outOfTheMoney < most)) return undefined
  const unit = Math.sqrt(forward) * Math.sqrt(strike)
  const x = -Math.abs(logMoneyness(forward, strike))
  return normalisedVolatility(x, outOfTheMoney / unit, (most - outOfTheMoney) / unit) / Math.sqrt(years)
}

/** The deviation s for which the value is `value`; `shortfall` is the distance from its maximum. */
function normalisedVolatility(x: number, value: number, shortfall: number): number {
  const inflection = Math.sqrt(-2 * x)
  const valueThere = x === 0 ? 0 : normalisedValue(x, inflection)
  const slopeThere = Math.exp(0.5 * x) * INVERSE_SQRT_TWO_PI
  // The tangent at the inflection is below the curve on its left and above it on its right, so it never overshoots.
  const tangent = inflection + (value - valueThere) / slopeThere
  if (value < valueThere && value < FAR_VALUE * -x)
    return solve(x, Math.min(farStart(x, value, inflection), tangent), value, belowInflection)
  return value < shortfall ? solve(x, tangent, value, direct) : solve(x, tangent, shortfall, nearGreatest)
}

type Step = (x: number, s: number, wanted: number) => number

function solve(x: number, start: number, wanted: number, step: Step): number {
  let s = start
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const next = Math.max(s + step(x, s, wanted), 0.25 * s)
    const change = Math.abs(next - s)
    s = next
    if (change <= ENOUGH * s) return s
  }
  return s
}

/** Halley's step from a function's value, slope and curvature, the latter two as ratios. */
const halley = (newton: number, curvature: number): number => newton / (1 + 0.5 * newton * curvature)

/** On the value itself. Curvature over slope is x²/s³ - s/4 in all cases. */
function direct(x: number, s: number, wanted: number): number {
  return halley((wanted - normalisedValue(x, s)) / normalisedVega(x, s), bend(x, s))
}

/** On 1 / ln(value), which is close to a parabola in s that starts at zero. */
function belowInflection(x: number, s: number, wanted: number): number {
  const value = normalisedValue(x, s)
  const log = Math.log(value)
  const growth = normalisedVega(x, s) / value
  const newton = (log * (log / Math.log(wanted) - 1)) / -growth
  return halley(newton, bend(x, s) - growth * (1 + 2 / log))
}

/** On ln(shortfall), which falls like a parabola. */
function nearGreatest(x: number, s: number, wanted: number): number {
  const shortfall = normalisedShortfall(x, s)
  const growth = -normalisedVega(x, s) / shortfall
  return halley(Math.log(wanted / shortfall) / growth, bend(x, s) - growth)
}

const bend = (x: number, s: number): number => ((x / s) * (x / s)) / s - 0.25 * s

/** Far below the inflection, ln(value) is -x²/2s² plus slower terms. A few iterations of that give a good enough start. */
function farStart(x: number, value: number, inflection: number): number {
  const log = Math.log(value)
  let s = inflection
  for (let round = 0; round < 3; round++) {
    const rest = log + 0.125 * s * s - Math.log((INVERSE_SQRT_TWO_PI * s * s * s) / (x * x + s * s))
    s = Math.min(rest < 0 ? -x / Math.sqrt(-2 * rest) : inflection, inflection)
  }
  return s
}
