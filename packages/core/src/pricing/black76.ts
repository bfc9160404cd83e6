/**
 * Black-76 on a forward, undiscounted (rulebook 6.9). The figures are doubles on purpose: they are for screens and hedges, never money. Linear
 * contracts are priced in the quote currency. The price of an inverse contract is that price divided by the forward, in coin.
 */
import type { OptionKind } from '../catalogue/instrument.ts'
import { normalDensity, normalDistribution } from './normal.ts'
import { normalisedValue } from './normalised.ts'

export type OptionInputs = {
  readonly kind: OptionKind
  readonly forward: number
  readonly strike: number
  /** Years to expiry. */
  readonly years: number
  /** A fraction: 0.52 is 52 vol. */
  readonly volatility: number
}

export type Greeks = {
  /** With respect to the forward. */
  readonly delta: number
  readonly gamma: number
  /** For one volatility point, 0.01. */
  readonly vega: number
  /** Per calendar day; negative for a bought option. */
  readonly theta: number
}

export type OptionFigures = Greeks & {
  /** In the quote currency of a linear contract, such as USD. */
  readonly price: number
}

export const MILLISECONDS_PER_YEAR = 365 * 86_400_000

/** ln(F/K), exact to the last digits even near the money. */
export function logMoneyness(forward: number, strike: number): number {
  const ratio = (forward - strike) / strike
  return Math.abs(ratio) < 0.5 ? Math.log1p(ratio) : Math.log(forward / strike)
}

export function optionPrice({ kind, forward, strike, years, volatility }: OptionInputs): number {
  const intrinsic = Math.max(kind === 'CALL' ? forward - strike : strike - forward, 0)
  const deviation = volatility * Math.sqrt(years)
  if (!(deviation > 0)) return intrinsic
  return intrinsic + Math.sqrt(forward) * Math.sqrt(strike) * normalisedValue(-Math.abs(logMoneyness(forward, strike)), deviation)
}

export function optionFigures(inputs: OptionInputs): OptionFigures {
  const { kind, forward, strike, years, volatility } = inputs
  const price = optionPrice(inputs)
  const deviation = volatility * Math.sqrt(years)
  const sign = kind === 'CALL' ? 1 : -1
  if (!(deviation > 0)) return { price, delta: price > 0 ? sign : 0, gamma: 0, vega: 0, theta: 0 }
  const d1 = logMoneyness(forward, strike) / deviation + 0.5 * deviation
  const density = normalDensity(d1)
  return {
    price,
    delta: sign * normalDistribution(sign * d1),
    gamma: density / (forward * deviation),
    vega: (forward * density * Math.sqrt(years)) / 100,
    theta: -(forward * density * volatility) / (2 * Math.sqrt(years)) / 365,
  }
}

/** The price of an inverse contract, in coin. */
export const inverseOptionPrice = (inputs: OptionInputs): number => optionPrice(inputs) / inputs.forward

/** The delta that a hedge has to cover: the premium of an inverse option is paid in coin and has a delta of its own. */
export const hedgeDelta = (delta: number, coinPrice: number): number => delta - coinPrice
