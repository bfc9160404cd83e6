import { describe, expect, it } from 'vitest'
import { desktopBody, isSoundDue } from './attention.ts'

describe('a sound', () => {
  // Proves T 9.14.
  it.each([
    [1_000, 1_999, false],
    [1_000, 2_000, true],
    [0, 5, false],
  ])('after one at %i ms, at %i ms: %s', (lastAt, now, isDue) => expect(isSoundDue(lastAt, now)).toBe(isDue))
})

describe('the text of a desktop notification', () => {
  // Proves A 3.45, A 9.12.
  it.each([
    [0, 0, ''],
    [194, 194, 'x'],
    [195, 195, 'x'],
    [196, 196, '…'],
    [4_000, 196, '…'],
  ])('of %i characters is shown with %i, the last of them "%s"', (characters, shown, last) => {
    const body = desktopBody('x'.repeat(characters))
    expect([body.length, body.slice(-1)]).toEqual([shown, last])
  })

  it('is not cut within a character', () => expect(desktopBody('🐎'.repeat(196))).toBe(`${'🐎'.repeat(195)}…`))

  // Proves A 1.19, A 3.43.
  it('keeps its first 195 characters', () => {
    const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    expect(desktopBody(text)).toBe(`${text.slice(0, 195)}…`)
  })
})
