import { formatQuantity, price, quantity, quantityToNumber } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { marginQuantity, mostOf, quantityOf, shareOf, type SizeFacts, type SizeLimit, type SizeUnit } from './order-size.ts'

const facts: SizeFacts = {
  price: price('91460'),
  mark: 91_460,
  increment: quantity('0.00001'),
  base: 'BTC',
  quote: 'USD',
  free: 28_561.15,
  leverage: 10,
}

describe('a size becomes a quantity of coin, rounded down', () => {
  it.each<[string, SizeUnit, string]>([
    ['1.00001', 'COIN', '1.00001'],
    ['91460', 'QUOTE', '1'],
    ['91459.99', 'QUOTE', '0.99999'],
    ['10', 'QUOTE', '0.0001'],
    ['100', 'MARGIN', '3.1228'],
    ['50', 'MARGIN', '1.5614'],
  ])('%s %s is %s BTC', (entered, unit, then) => {
    expect(formatQuantity(quantityOf(entered, unit, facts) as never)).toBe(then)
  })

  it.each<[string | undefined, SizeUnit, Partial<SizeFacts>, RegExp]>([
    [undefined, 'COIN', {}, /valid/],
    ['', 'COIN', {}, /Enter a size in BTC/],
    ['0', 'MARGIN', {}, /Enter a size in % of free margin/],
    ['0.12345678', 'COIN', {}, /too many digits/],
    ['100', 'QUOTE', { price: undefined }, /Enter a price first/],
    ['0.5', 'QUOTE', {}, /size step of 0.00001 BTC/],
    ['101', 'MARGIN', {}, /from 0 to 100/],
    ['50', 'MARGIN', { free: undefined }, /not available/],
    ['50', 'MARGIN', { free: 0 }, /less than the minimum size step/],
    ['50', 'MARGIN', { free: -12 }, /less than the minimum size step/],
  ])('%s %s with %o is refused', (entered, unit, more, words) => {
    expect(quantityOf(entered, unit, { ...facts, ...more })).toMatch(words)
  })
})

describe('the free margin', () => {
  it('allows a quantity whose margin does not exceed it', () => {
    const most = marginQuantity(facts)!
    expect(formatQuantity(most)).toBe('3.1228')
    expect((quantityToNumber(most) * 91_460) / 10).toBeLessThanOrEqual(facts.free!)
    expect(shareOf(9_146, facts.free)).toBeCloseTo(32.02, 2)
  })

  it('21.28 covers the margin at the mark, whatever the price of the order', () => {
    const below = { ...facts, price: price('89000') }
    expect(marginQuantity(below)).toBe(marginQuantity(facts))
    expect(marginQuantity({ ...facts, mark: undefined })).toBeUndefined()
  })

  it('is exact for a large account too', () => {
    const large = { ...facts, free: 25_000_000, leverage: 50 }
    expect(formatQuantity(marginQuantity(large)!)).toBe('13667.1769')
    expect(formatQuantity(quantityOf('50', 'MARGIN', large) as never)).toBe('6833.58845')
  })

  it('gives no share while nothing is free', () => {
    expect(shareOf(9_146, 0)).toBeUndefined()
  })
})

describe('21.24 the largest size is the smallest of what the margin with its fee, the venue and the book allow', () => {
  const large = { ...facts, free: 250_000, leverage: 50, price: price('91674.4'), mark: 91_674.4, largest: quantity('100') }
  it.each<[string, Partial<SizeFacts>, string, SizeLimit]>([
    ['an account of 250,000 at 50×', {}, '100', 'ORDER'],
    ['the fee', { largest: undefined, fee: 0.03 }, '134.33707', 'MARGIN'],
    ['no fee', { largest: undefined }, '136.35213', 'MARGIN'],
    ['a book of 11', { depth: quantity('11') }, '11', 'BOOK'],
    ['a position of 2 to reduce', { depth: quantity('11'), reducible: quantity('2'), free: undefined }, '2', 'POSITION'],
    ['nothing to reduce', { reducible: quantity('0') }, '0', 'POSITION'],
  ])('%s', (_words, more, then, by) => {
    const most = mostOf({ ...large, ...more })!
    expect([formatQuantity(most.quantity), most.by]).toEqual([then, by])
  })

  it('and the whole margin is no larger size', () => {
    expect(formatQuantity(quantityOf('100', 'MARGIN', large) as never)).toBe('100')
    expect(formatQuantity(quantityOf('50', 'MARGIN', { ...large, depth: quantity('11') }) as never)).toBe('11')
    expect(mostOf({ ...large, free: undefined })).toBeUndefined()
  })
})
