import { describe, expect, it } from 'vitest'
import type { MarkView } from '@parley/contracts'
import { figuresOf, totalsOf } from './position-figures.ts'

const mark = (price: string): MarkView => ({ mark_price: price, delta: '0.5', vega: '100', theta: '-40' }) as MarkView
const option = { productCode: 'DO', baseCurrency: 'BTC', net: -20, averagePrice: 0.05 }
const perpetual = { productCode: 'CF', baseCurrency: 'BTC', net: 100_000, averagePrice: 80_000 }

describe('a position at the mark of now', () => {
  it('gains in coin what the mark is below the price sold at', () => {
    const figures = figuresOf(option, mark('0.04'), 100_000)!
    expect(figures.gain).toBeCloseTo(0.2, 12)
    expect(figures).toMatchObject({ gainIn: 'BTC', delta: -10, vega: -2_000, theta: 800 })
    expect(figures.dollars).toBeCloseTo(20_000, 6)
  })

  it('of an inverse future is so many dollars at one price against another', () => {
    const figures = figuresOf(perpetual, mark('100000'), 100_000)!
    expect(figures.gain).toBeCloseTo(0.25, 12)
    expect(figures.delta).toBe(1)
  })

  it.each([
    ['has no figures without a mark', figuresOf(option, undefined, 100_000), undefined],
    ['has no dollars without an index', figuresOf(option, mark('0.04'), undefined)?.dollars, undefined],
  ])('%s', (_title, found, wanted) => {
    expect(found).toBe(wanted)
  })

  it('is summed by currency, and what has no figures is counted beside the sum', () => {
    const rows = [option, perpetual, { ...option, productCode: 'gone' }].map((held) => ({
      ...held,
      figures: figuresOf(held, mark('0.04'), 1),
    }))
    expect(totalsOf(rows)).toMatchObject([{ currency: 'BTC', leftOut: 1, vega: -2_000 }])
    expect(totalsOf([{ baseCurrency: 'BTC', figures: { ...rows[0]!.figures!, dollars: undefined } }, rows[0]!])[0]!.dollars).toBeUndefined()
  })
})
