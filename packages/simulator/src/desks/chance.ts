/** Random choices from a seeded stream. */
import type { Random } from '../exchange/random.ts'

export const between = (random: Random, least: number, most: number): number => least + (most - least) * random.next()

export function oneOf<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new Error('The list to choose from is empty.')
  return items[Math.floor(random.next() * items.length)]!
}

export function weighted<T>(random: Random, items: readonly (readonly [T, weight: number])[]): T {
  let left = random.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [item, weight] of items) {
    left -= weight
    if (left < 0) return item
  }
  return items.at(-1)![0]
}

/** `count` of the items, in random order. */
export function some<T>(random: Random, items: readonly T[], count: number): T[] {
  const left = [...items]
  const taken: T[] = []
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(random.next() * left.length), 1))
  return taken
}

/** Waiting times between independent events. */
export const exponential = (random: Random, mean: number): number => -Math.log(1 - random.next()) * mean
