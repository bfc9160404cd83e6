/** Numbers of order books (rulebook 10.11). */
import { describe, expect, it } from 'vitest'
import { SHARDS_MOST } from '@parley/core'
import { permutedNumbers } from './permuted-numbers.ts'

const keyOf = (byte: number): Uint8Array => Buffer.alloc(16, byte)
function numbersOf(key: Uint8Array, shard: number): readonly number[] {
  const numberIn = permutedNumbers(key)
  return Array.from({ length: 20_000 }, (_, counted) => numberIn(shard, counted))
}

describe('10.11 numbers of quotes, trades and markets', () => {
  const [one, other] = [keyOf(1), keyOf(2)]
  const numbers = numbersOf(one, 3)

  it('are each given once, name their shard, and are exact and of fifteen digits at most', () => {
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) {
      expect(number % SHARDS_MOST).toBe(3)
      expect(Number.isSafeInteger(number)).toBe(true)
      expect(String(number).length).toBeLessThanOrEqual(15)
    }
  })

  it('never are those that a shard gave while it counted', () => {
    expect(Math.min(...numbers)).toBeGreaterThan(1e12)
  })

  it('do not reveal how many were given between two of them', () => {
    const gaps = (places: number) => numbers.slice(places).map((number, place) => number - numbers[place]!)
    // Half of all gaps are negative, at every distance, and no number occurs twice.
    for (const places of [1, 2, 3]) {
      const down = gaps(places).filter((gap) => gap < 0).length / gaps(places).length
      expect(down).toBeGreaterThan(0.48)
      expect(down).toBeLessThan(0.52)
      expect(new Set(gaps(places)).size).toBeGreaterThan(gaps(places).length * 0.999)
    }
  })

  it('are others in another shard and in another installation, and the same after a restart', () => {
    expect(permutedNumbers(keyOf(1))(3, 7)).toBe(numbers[7])
    const inShard = new Set(numbersOf(one, 4).map((number) => number - 1))
    const ofOther = new Set(numbersOf(other, 3))
    expect(numbers.some((number) => inShard.has(number) || ofOther.has(number))).toBe(false)
  })
})
