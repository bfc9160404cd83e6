/**
 * Black's formula reduced to two numbers: x, the negative distance -|ln(F/K)|, and s, volatility times the square root of time. The value is the
 * price of the out-of-the-money option divided by the square root of F K, and never exceeds exp(x/2).
 */
import { erfcx } from './normal.ts'

const SQRT_TWO_PI = 2.5066282746310002
/** Below this half deviation, the difference of two close values is computed as a series. */
const SMALL = 0.02
/** Beyond this distance, the series loses more digits than the difference. */
const FAR = -10

/** The common factor of the value and its slope: the density at distance h with width t. */
const kernel = (h: number, t: number): number => Math.exp(-0.5 * (h * h + t * t))

export function normalisedValue(x: number, s: number): number {
  const h = x / s
  const t = 0.5 * s
  return 0.5 * kernel(h, t) * spread(h, t)
}

/** The difference of erfcx at both ends of the width. The even terms of the series, which would lose the digits, cancel. */
function spread(h: number, t: number): number {
  const a = -h * Math.SQRT1_2
  if (t > SMALL || h < FAR) return erfcx(a - t * Math.SQRT1_2) - erfcx(a + t * Math.SQRT1_2)
  const mills = 0.5 * SQRT_TWO_PI * erfcx(a)
  const first = 1 + h * mills
  const second = mills + h * first
  const third = 2 * first + h * second
  const fourth = 3 * second + h * third
  const fifth = 4 * third + h * fourth
  const sixth = 5 * fourth + h * fifth
  const seventh = 6 * fifth + h * sixth
  const t2 = t * t
  return ((4 * t) / SQRT_TWO_PI) * (first + t2 * (third / 6 + t2 * (fifth / 120 + (t2 * seventh) / 5040)))
}

/** The distance of the value from its maximum, exp(x/2), computed without a subtraction for prices close to it. */
export function normalisedShortfall(x: number, s: number): number {
  const h = x / s
  const t = 0.5 * s
  return 0.5 * kernel(h, t) * (erfcx((h + t) * Math.SQRT1_2) + erfcx((t - h) * Math.SQRT1_2))
}

/** The derivative of the value with respect to s. */
export const normalisedVega = (x: number, s: number): number => kernel(x / s, 0.5 * s) / SQRT_TWO_PI
