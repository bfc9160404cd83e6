/** Random choices from a seed, in the forms that a day needs. */
import { seeded } from '../engine/random.ts'

export type Chance = {
  below(n: number): number
  oneOf<T>(values: readonly T[]): T
  happens(probability: number): boolean
}

export function chanceFrom(seed: number): Chance {
  const next = seeded(seed)
  const below = (n: number) => Math.floor(next() * n)
  return { below, oneOf: (values) => values[below(values.length)]!, happens: (probability) => next() < probability }
}
