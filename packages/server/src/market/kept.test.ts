import { describe, expect, it } from 'vitest'
import { createKept } from './kept.ts'

describe('what does not change any more is kept, within bounds', () => {
  it('keeps the half as many that were used last, and forgets the rest in the end', () => {
    const kept = createKept<number>(10)
    for (let n = 0; n < 100; n++) {
      kept.set(`k${n}`, n)
      for (let back = 0; back < 5 && back <= n; back++) expect(kept.get(`k${n - back}`)).toBe(n - back)
    }
    expect(Array.from({ length: 100 }, (_, n) => kept.get(`k${n}`)).filter((value) => value !== undefined).length).toBeLessThanOrEqual(10)
  })

  it('keeps what is asked for again and again, whatever comes', () => {
    const kept = createKept<string>(10)
    kept.set('asked', 'yes')
    for (let n = 0; n < 100; n++) {
      kept.set(`k${n}`, 'no')
      expect(kept.get('asked')).toBe('yes')
    }
  })

  it('answers the newest value of a key', () => {
    const kept = createKept<number>(4)
    for (let n = 0; n < 20; n++) {
      kept.set('same', n)
      kept.set(`other${n}`, n)
      expect(kept.get('same')).toBe(n)
    }
  })
})
