import { describe, expect, it } from 'vitest'
import { listed } from '../../test/instrument-examples.ts'
import { price, quantity } from '../decimal.ts'
import type { ProductCode } from '../catalogue/product.ts'
import type { Mark } from '../pricing/mark.ts'
import { positionFigures, sumFigures, unitGreeks } from './figures.ts'

const NOW = Date.parse('2026-01-10T08:00:00Z')
const greeks = { delta: 0.5, gamma: 0.00001, vega: 100, theta: -60 }
const markOf = (markPrice: number, optional: Partial<Mark> = {}): Mark => ({
  ...{ instrumentId: 1, markPrice, underlyingPrice: 100_000, indexPrice: 100_000, at: NOW },
  ...optional,
})
const option = (markPrice: number): Mark => markOf(markPrice, { markIv: 0.5, greeks })
const held = (name: string, size: string, average: string, code?: ProductCode) => ({
  terms: listed(name, code),
  quantity: quantity(size),
  averagePrice: price(average),
})

// The instrument, its size and average price, and the mark; then the profit in the margin currency and in dollars, delta, vega and theta.
const table: [name: string, size: string, average: string, code: ProductCode | undefined, mark: Mark, then: (number | undefined)[]][] = [
  ['BTC-27MAR26-100000-C', '250', '0.0352', undefined, option(0.0394), [1.05, 105_000, 125, 25_000, -15_000]],
  ['BTC-27MAR26-100000-C', '-40', '0.05', undefined, option(0.06), [-0.4, -40_000, -20, -4_000, 2_400]],
  ['BTC-27MAR26-100000-C', '10', '4000', 'BE', option(4_500), [5_000, 5_000, 5, 1_000, -600]],
  ['BTC-PERPETUAL', '1000000', '80000', undefined, markOf(100_000), [2.5, 250_000, 10, 0, 0]],
  ['BTC-PERPETUAL', '-1000000', '80000', undefined, markOf(100_000), [-2.5, -250_000, -10, 0, 0]],
  ['BTC-PERPETUAL', '4.2', '90000', 'PE', markOf(100_000), [42_000, 42_000, 4.2, 0, 0]],
  ['BTC-27MAR26-100000-C', '250', '0.0352', undefined, { ...option(0.0394), indexPrice: 0 }, [1.05, undefined, 125, 25_000, -15_000]],
]

describe('13.2 13.3 a position at the mark', () => {
  it.each(table)('%s, %s at %s (%s)', (name, size, average, code, mark, then) => {
    const figures = positionFigures(held(name, size, average, code), mark, NOW)!
    const { pnl, pnlUsd, delta, vega, theta } = figures
    expect([pnl, pnlUsd, delta, vega, theta].map((one) => one && Number(one.toFixed(6)))).toEqual(then)
  })

  it('13.3 takes gamma for a move of one dollar from our own model', () => {
    const { gamma } = positionFigures(held('BTC-27MAR26-100000-C', '100', '0.03'), option(0.04), NOW)!
    expect(gamma).toBeCloseTo(0.0017372, 6)
  })

  it.each([
    ['an option whose mark has no greeks', 'BTC-27MAR26-100000-C', markOf(0.04)],
    ['a mark of nothing', 'BTC-PERPETUAL', markOf(0)],
  ])('13.4 has no figures for %s', (_title, name, mark) => {
    expect(positionFigures(held(name, '1', '1'), mark, NOW)).toBeUndefined()
  })

  it('13.3 has the greeks of one unit of an inverse future in its dollars', () => {
    expect(unitGreeks(listed('BTC-PERPETUAL'), markOf(50_000), NOW)).toEqual({ delta: 1 / 50_000, gamma: 0, vega: 0, theta: 0 })
  })
})

describe('13.4 sums', () => {
  const known = positionFigures(held('BTC-27MAR26-100000-C', '250', '0.0352'), option(0.0394), NOW)
  const withoutIndex = positionFigures(held('BTC-27MAR26-100000-C', '250', '0.0352'), { ...option(0.0394), indexPrice: 0 }, NOW)
  it.each([
    ['of nothing', [], [0, 0, 0]],
    ['of two', [known, known], [210_000, 2, 0]],
    ['count what has no figures', [known, undefined], [105_000, 2, 1]],
    ['have no dollars where one has none', [known, withoutIndex], [undefined, 2, 0]],
    ['have no dollars where nothing has figures', [undefined], [undefined, 1, 1]],
  ] as const)('%s', (_title, all, [pnlUsd, count, leftOut]) => {
    const sums = sumFigures(all)
    expect([sums.pnlUsd && Math.round(sums.pnlUsd), sums.count, sums.leftOut]).toEqual([pnlUsd, count, leftOut])
  })
})
