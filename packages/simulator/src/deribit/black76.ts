/** Undiscounted Black-76 in USD, with the greeks in the units in which the venue publishes them. */
export type OptionTerms = {
  readonly isCall: boolean
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly totalVariance: number
}
export type OptionValue = {
  readonly value: number
  readonly delta: number
  readonly gamma: number
  readonly vega: number
  readonly theta: number
  readonly rho: number
}

/** Vega is for one vol point, theta for one day, rho for one percent. */
export function black76({ isCall, forward, strike, years, totalVariance }: OptionTerms): OptionValue {
  const deviation = Math.sqrt(totalVariance)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const d2 = d1 - deviation
  const density = Math.exp((-d1 * d1) / 2) / Math.sqrt(2 * Math.PI)
  const sign = isCall ? 1 : -1
  const value = Math.max(0, sign * (forward * normal(sign * d1) - strike * normal(sign * d2)))
  const volatility = deviation / Math.sqrt(years)
  return {
    value,
    delta: sign * normal(sign * d1),
    gamma: density / (forward * deviation),
    vega: (forward * density * Math.sqrt(years)) / 100,
    theta: (-forward * density * volatility) / (2 * Math.sqrt(years)) / 365,
    rho: (-years * value) / 100,
  }
}

/** Cumulative normal by Hart's rational approximation (West 2005), right to the last digits of a double. */
function normal(x: number): number {
  const distance = Math.abs(x)
  if (distance > 37) return x > 0 ? 1 : 0
  const gauss = Math.exp((-distance * distance) / 2)
  const tail = distance < 7.07106781186547 ? gauss * hart(distance) : gauss / continued(distance)
  return x > 0 ? 1 - tail : tail
}

const UPPER = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931, 220.206867912376,
]
const LOWER = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831, 793.826512519948,
  440.413735824752,
]

const hart = (x: number): number => UPPER.reduce((sum, part) => sum * x + part, 0) / LOWER.reduce((sum, part) => sum * x + part, 0)
const continued = (x: number): number => 2.506628274631 * (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65)))))
