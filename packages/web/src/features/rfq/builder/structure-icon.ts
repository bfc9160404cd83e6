/**
 * The pay-off of buying a structure as a small line, turned round for an inverse one: long options bend it up, short ones down, at evenly spaced
 * strikes.
 */
import { shapes, type Shape } from '@parley/core'

const WIDTH = 30
const HEIGHT = 12
const POINTS = 30

/** A wavy line for legs that are not a named structure. */
const CUSTOM = '0,10 6,3 12,10 18,3 24,10 30,3'
const INVERSE = / \(inverse\)$/

/** Whether the name is that of a structure. Other texts state that there are no legs, or that they do not fit together. */
export const isNameOfLegs = (name: string): boolean => name === 'Custom' || shapes.some((shape) => shape.name === name.replace(INVERSE, ''))

export function structureIcon(name: string): string {
  const legs = shapes.find((shape) => shape.name === name.replace(INVERSE, ''))?.legs
  return legs === undefined ? CUSTOM : line(legs, INVERSE.test(name) ? -1 : 1)
}

function line(legs: Shape['legs'], sign: 1 | -1): string {
  const strikes = Math.max(...legs.map((leg) => leg.strike), 0) + 1
  const farthest = Math.max(...legs.map((leg) => leg.expiry), 0)
  const at = (place: number) => (place + 1) / (strikes + 1)
  const values = Array.from({ length: POINTS + 1 }, (_, step) => {
    const spot = step / POINTS
    return legs.reduce((sum, leg) => {
      const size = sign * (leg.side === 'BUY' ? 1 : -1) * leg.ratio
      if (leg.kind === 'FUTURE') return sum + size * (spot - 0.5) * (1 + 0.4 * leg.expiry)
      const intrinsic = Math.max(leg.kind === 'CALL' ? spot - at(leg.strike) : at(leg.strike) - spot, 0)
      // A leg with time left when the near one expires gives a rounded hump, not a corner.
      const time = farthest > 0 && leg.expiry === farthest ? 0.22 * Math.exp(-(((spot - at(leg.strike)) / 0.22) ** 2)) : 0
      return sum + size * (intrinsic + time)
    }, 0)
  })
  const low = Math.min(...values)
  const high = Math.max(...values)
  const scale = high === low ? 0 : (HEIGHT - 2) / (high - low)
  return values.map((value, step) => `${((step / POINTS) * WIDTH).toFixed(1)},${(HEIGHT - 1 - (value - low) * scale).toFixed(1)}`).join(' ')
}
