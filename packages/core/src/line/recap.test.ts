import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../refusal.ts'
import { DEFAULT_RECAP, printRecap, readRecap, type RecapFacts, recapLimits, recapWords } from './recap.ts'

const facts: RecapFacts = {
  ...{ side: 'Bought', quantity: '50', structure: 'BTC 25DEC26 90k/100k call spread', price: '0.0412', premium: '2.06 BTC' },
  ...{ fills: 'HLYD 50 @ 0.0412', counterparties: 'HLYD', index: '91,600', hedge: undefined, venue: 'Deribit', account: 'prop-1' },
  ...{ blocks: 'BLOCK-152', fee: undefined, rfq: 'r_8QF4', time: '2026-11-30 12:19:10 UTC' },
}
const print = (format: string, of: Partial<RecapFacts> = {}): string => {
  const recap = readRecap(format)
  return isRefusal(recap) ? recap.message : printRecap(recap, { ...facts, ...of })
}

describe('3.24 the recap of a trade', () => {
  it.each([
    [DEFAULT_RECAP, {}, 'Bought 50 BTC 25DEC26 90k/100k call spread @ 0.0412, ref 91,600, HLYD, BLOCK-152'],
    [DEFAULT_RECAP, { blocks: undefined }, 'Bought 50 BTC 25DEC26 90k/100k call spread @ 0.0412, ref 91,600, HLYD'],
    [DEFAULT_RECAP, { index: undefined, counterparties: undefined }, 'Bought 50 BTC 25DEC26 90k/100k call spread @ 0.0412, BLOCK-152'],
    ['{side} {quantity}x{structure} for {fee}', {}, 'Bought 50xBTC 25DEC26 90k/100k call spread for n/a'],
    ['{price}[ fee {fee} at {venue}][ in {account}]', {}, '0.0412 in prop-1'],
    ['{price}[ (no word)]', {}, '0.0412 (no word)'],
    ['“{rfq}” · {time}', {}, '“r_8QF4” · 2026-11-30 12:19:10 UTC'],
  ])('3.24 %s with %j is %s', (format, of, expected) => {
    expect(print(format, of)).toBe(expected)
  })

  it.each([
    ['', 'A format needs at least one word outside square brackets, such as {price}.'],
    ['[{price}]', 'A format needs at least one word outside square brackets, such as {price}.'],
    ['{price} {size}', `{size} is not a word of a format. The words are ${Object.keys(recapWords).join(', ')}.`],
    ['{constructor}', `{constructor} is not a word of a format. The words are ${Object.keys(recapWords).join(', ')}.`],
    ['{price', 'Each { needs a word and a }, such as {price}.'],
    ['price}', 'Each { needs a word and a }, such as {price}.'],
    ['{price}[, {index}', 'Each [ needs a ] after it.'],
    ['{price}]', 'Each ] needs a [ before it.'],
    ['{price}[a[b]]', 'Square brackets cannot contain square brackets.'],
    ['{price}\n{side}', 'A format is one line of text.'],
    [`{price}${'.'.repeat(recapLimits.characters)}`, 'A format has at most 300 characters.'],
  ])('3.24 refuses %j', (format, sentence) => {
    expect(readRecap(format)).toEqual({ refused: 'RecapInvalid', rule: '3.24', message: sentence, field: 'format' })
  })

  it('3.24 reads any text as a format or refuses it, and prints plain text unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.constantFrom(...(Object.keys(recapWords) as (keyof typeof recapWords)[])),
        (text, word) => {
          const recap = readRecap(`${text}{${word}}`)
          if (isRefusal(recap)) expect(recap.message).toMatch(/\.$/)
          else if (!/[[\]{}]/.test(text)) expect(printRecap(recap, facts)).toBe(`${text}${facts[word] ?? 'n/a'}`)
        },
      ),
    )
  })
})
