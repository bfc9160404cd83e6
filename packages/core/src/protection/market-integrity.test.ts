import { describe, expect, it } from 'vitest'
import { price, type Price } from '../decimal.ts'
import { INTEGRITY_RULES, mostWidth, quotesLeft, quoteToTradeRefusal, widthRefusal, type WidthFigures } from './market-integrity.ts'

const spread: WidthFigures = { mark: 0.04, largestLegMark: 0.06, tick: 0.0001 }

describe('11.12 the most width of a market', () => {
  it.each([
    ['the mark', spread, 100, 0.04],
    ['a share of it, on the tick', { ...spread, mark: 0.0333 }, 50, 0.0166],
    ['a fifth of the largest leg where that is more', { ...spread, mark: 0.001 }, 100, 0.012],
    ['the size of a negative mark', { ...spread, mark: -0.04 }, 100, 0.04],
    ['ten ticks of a mark of three', { mark: 0.0003, largestLegMark: 0.0003, tick: 0.0001 }, 100, 0.001],
  ] as const)('11.12 is %s', (_title, figures, mostWidthPercent, most) => {
    expect(mostWidth(figures, { ...INTEGRITY_RULES, mostWidthPercent })).toBeCloseTo(most, 9)
  })

  it('11.12 is unknown without a mark, and then nothing is refused', () => {
    expect(mostWidth({ ...spread, mark: undefined }, INTEGRITY_RULES)).toBeUndefined()
    expect(widthRefusal(price('0'), price('9'), undefined)).toBeUndefined()
  })

  it('11.12 holds for what is exactly as wide, and a tick more is refused in words', () => {
    expect(widthRefusal(price('0.02'), price('0.06'), 0.04)).toBeUndefined()
    expect(widthRefusal(price('0.02'), price('0.0601'), 0.04)).toMatchObject({
      refused: 'QuoteTooWide',
      rule: '11.12',
      field: 'price',
      message: 'Your bid and ask would be 0.0401 apart. At the current mark the spread must not exceed 0.04.',
    })
    expect(widthRefusal(price('-0.02'), 0 as Price, 0.02)).toBeUndefined()
  })
})

describe('11.13 quotes for each trade', () => {
  const rules = { mostWidthPercent: 100, freeQuotes: 1_000, quotesPerTrade: 400 }
  it.each([
    [0, 0, 1_000],
    [999, 0, 1],
    [1_000, 0, 0],
    [1_000, 2, 0],
    [1_000, 3, 200],
    [1_300, 3, 0],
  ])('11.13 after %i quotes and %i trades %i are left', (quotes, trades, left) => {
    expect(quotesLeft({ quotes, trades }, rules)).toBe(left)
    expect(quoteToTradeRefusal({ quotes, trades }, rules) === undefined).toBe(left > 0)
  })

  it('11.13 reports the counts, and when they restart', () => {
    expect(quoteToTradeRefusal({ quotes: 1_200, trades: 1 }, rules)).toMatchObject({
      refused: 'TooManyQuotesPerTrade',
      rule: '11.13',
      message:
        'Your desk has placed or replaced 1,200 quotes today, with 1 trade. After 1,000 quotes, each trade allows 400 more. You can still cancel; the count restarts at 00:00 UTC.',
    })
  })
})
