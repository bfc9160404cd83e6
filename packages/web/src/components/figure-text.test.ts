import { describe, expect, it } from 'vitest'
import { readEntered } from './number-text.ts'
import { sizeText } from './figure-text.ts'

const sizes: [quantity: string, room: number, text: string][] = [
  ['50', 7, '50'],
  ['12.5', 7, '12.5'],
  ['200000', 7, '200,000'],
  ['200000', 6, '200k'],
  ['1000000', 7, '1m'],
  ['20000000', 7, '20m'],
  ['1250000', 7, '1.25m'],
  ['1234500', 7, '1,234.5k'],
  ['12345678', 7, '12,345,678'],
]

describe('a size if the whole number does not fit', () => {
  it.each(sizes)('%s in %i signs is %s', (quantity, room, text) => {
    expect(sizeText(quantity, room)).toBe(text)
    expect(Number(readEntered(text))).toBe(Number(quantity))
  })
})
