import { describe, expect, it } from 'vitest'
import { sizesText } from './own-part.ts'

const quotes = (...sizes: string[]) => sizes.map((resting) => ({ resting }))

describe('what a desk has resting on a side of a market', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['75', ['75']],
    ['50 · 1,000', ['50', '1000']],
    ['10×250', Array<string>(10).fill('250')],
    ['3 quotes', ['25', '25', '50']],
  ])('reads “%s”', (text, sizes) => {
    expect(sizesText(quotes(...sizes))).toBe(text)
  })
})
