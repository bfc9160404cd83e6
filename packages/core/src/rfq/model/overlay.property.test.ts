/**
 * The overlay against a copy of the whole map: seeded changes, with every result compared. PARLEY_SEED=<seed> repeats a failure; PARLEY_MATCHES=<n>
 * sets their number.
 */
import { describe, expect, it } from 'vitest'
import { chanceFrom } from '../../../test/random-day.ts'
import { Overlay } from './overlay.ts'

const CHANGES = Number(process.env['PARLEY_MATCHES'] ?? 2_000)
const KEYS = 24
const CHANGES_OF_A_MAP = 30

describe('5.23 a map over another answers as a copy of it would', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(`in content and order, through ${CHANGES} changes (PARLEY_SEED=${seed})`, { timeout: 30_000 + CHANGES }, () => {
    const chance = chanceFrom(seed)
    for (let left = CHANGES; left > 0; left -= CHANGES_OF_A_MAP) {
      const below = new Map(Array.from({ length: chance.below(KEYS) }, () => [chance.below(KEYS), `below ${chance.below(9)}`]))
      const before = [...below]
      const [overlay, copy] = [new Overlay(below), new Map(below)]
      for (let n = 0; n < CHANGES_OF_A_MAP; n++) {
        const key = chance.below(KEYS)
        if (chance.happens(0.5)) for (const map of [overlay, copy]) map.set(key, `set ${n}`)
        else expect(overlay.delete(key)).toBe(copy.delete(key))
        expect([...overlay]).toEqual([...copy])
        expect([overlay.size, overlay.has(key), overlay.get(key), [...overlay.values()]]).toEqual([
          copy.size,
          copy.has(key),
          copy.get(key),
          [...copy.values()],
        ])
      }
      expect([...below]).toEqual(before)
    }
  })
})
