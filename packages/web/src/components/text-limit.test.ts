import { describe, expect, it } from 'vitest'
import { tooLongText } from './text-limit.ts'

const sources = Object.entries(import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true }))

describe('a limit on the length of a text', () => {
  it.each([
    ['four', 4, undefined],
    ['  four  ', 4, undefined],
    ['fives', 4, 'At most 4 characters are allowed. You entered 5.'],
    ['', 4, undefined],
  ])('"%s", at most %s: %s', (text, most, error) => expect(tooLongText(text, most)).toBe(error))

  it('is left to no browser, which would shorten what is pasted', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter(([, text]) => /\bmaxLength\b/.test(text.replace(/'maxLength'|`maxLength`/g, ''))).map(([path]) => path)).toEqual(
      [],
    )
  })
})
