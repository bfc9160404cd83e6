import { price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bookWith, decMar, now, orderWith, spreadOf } from '../../../test/spreads.ts'
import { cellText, isTwoSided, markOfCell, sideOfCell, touchesOf } from './matrix-cell.ts'
import { matrixOf, nextStrategy } from './matrix.ts'
import type { Strategy, Top, VenueValue } from './model.ts'
import { familiesOf, familyWith, ofFamily } from './spread-screen.ts'
import { amountValueText, carryText, fundingText, legRateText, rateText, strategyName } from './strategy-text.ts'

const all = [
  spreadOf('MAR', 'JUN'),
  decMar,
  spreadOf('PERP', 'DEC'),
  spreadOf('PERP', 'MAR'),
  spreadOf('PERP', 'JUN'),
  spreadOf('DEC', 'JUN'),
]

describe('the matrix of spreads', () => {
  const matrix = matrixOf(all)

  it('has nearer legs as rows and later legs as columns, a perpetual first', () => {
    expect(matrix.nears.map(({ name }) => name)).toEqual(['PERP', '26 DEC 25', '27 MAR 26'])
    expect(matrix.fars.map(({ name }) => name)).toEqual(['26 DEC 25', '27 MAR 26', '26 JUN 26'])
    expect(matrix.at(decMar.near.name, decMar.far.name)).toBe(decMar)
    expect(matrix.at(decMar.far.name, decMar.near.name)).toBeUndefined()
  })

  it.each<[way: Parameters<typeof nextStrategy>[2], from: Strategy, to: string]>([
    ['RIGHT', decMar, 'DEC-JUN'],
    ['UP', decMar, 'PERP-MAR'],
    ['LEFT', decMar, 'DEC-MAR'],
    ['DOWN', decMar, 'DEC-MAR'],
    ['DOWN', all[5]!, 'MAR-JUN'],
  ])('%s from %o', (way, from, to) => {
    expect(nextStrategy(matrix, from, way).id).toBe(to)
  })

  it('skips a spread that is not listed', () => {
    const gap = matrixOf(all.filter(({ id }) => id !== 'DEC-JUN'))
    expect(nextStrategy(gap, all[4]!, 'DOWN').id).toBe('MAR-JUN')
  })
})

const value = { nearMark: 91_652.3, farMark: 92_782.9 } as VenueValue
const top: Top = { bid: { price: price('1129.5'), amount: quantity('220000') }, ask: undefined }
const facts = { strategy: decMar, top, value, now }

describe('the text of a cell', () => {
  it.each([
    ['BOTH', '1,129.5', '4.94%'],
    ['RATE', '4.94%', '1.23%'],
    ['SIZE', '220k', '1,129.5'],
  ] as const)('%s: %s over %s', (mode, first, second) => {
    expect(sideOfCell('BUY', { ...facts, mode })).toEqual({ side: 'BUY', first, second })
    expect(sideOfCell('SELL', { ...facts, mode })).toEqual({ side: 'SELL', first: '—', second: '' })
  })

  it('has no rate while the venue has no mark price', () => {
    expect(sideOfCell('BUY', { ...facts, value: undefined, mode: 'BOTH' }).second).toBe('—')
  })

  it('without quotes shows the mark and its yield', () => {
    expect(markOfCell({ ...facts, value: { ...value, mark: 1130.64 }, mode: 'BOTH' })).toEqual({ first: '1,130.6', second: '4.95%' })
    expect(markOfCell({ ...facts, value: { ...value, mark: 1130.64 }, mode: 'RATE' })).toEqual({ first: '4.95%', second: '1.23%' })
    expect(markOfCell({ ...facts, value: undefined, mode: 'SIZE' })).toEqual({ first: '—', second: '' })
  })

  it('is a sentence for screen readers', () => {
    const shown = (['BUY', 'SELL'] as const).map((side) => sideOfCell(side, { ...facts, mode: 'BOTH' }))
    expect(cellText(strategyName(decMar), { shown, mark: undefined, hasOwn: true })).toBe(
      '26 DEC 25 / 27 MAR 26: bid 1,129.5 4.94%, no ask, with your orders',
    )
  })
})

describe('21.13 an own order is not the market of the matrix', () => {
  const touch = (bid: string, ask: string) => ({ bid: bookWith([bid], []).bids[0], ask: bookWith([], [ask]).asks[0] })
  const mine = touch('1129.5 100000', '1132 180000')
  const own = [orderWith('BUY', '1129.5', '100000')]
  const text = (touches: ReturnType<typeof touchesOf>) => {
    const shown = (['BUY', 'SELL'] as const).map((side) => sideOfCell(side, { ...facts, top: touches, mode: 'SIZE' }))
    return cellText('DEC / MAR', { shown, mark: undefined, hasOwn: true })
  }

  it('21.13 a best price of other desks has only their amount', () => {
    expect(text(touchesOf(touch('1129.5 320000', '1132 180000'), own, undefined))).toContain(': bid 220k 1,129.5, ask 180k 1,132.0')
  })

  it('21.13 a best price of its own is marked, and the spread is not two-sided', () => {
    const touches = touchesOf(mine, own, undefined)
    expect(text(touches)).toContain(': your bid 100k 1,129.5, ask 180k 1,132.0')
    expect([isTwoSided(touches), isTwoSided(touchesOf(mine, [], undefined))]).toEqual([false, true])
  })

  it('21.13 in the shown spread the next price of other desks is known', () => {
    const book = bookWith(['1129.5 100000', '1129 310000'], ['1132 180000'])
    const touches = touchesOf(mine, own, book)
    expect(text(touches)).toContain(': bid 310k 1,129.0, ask 180k 1,132.0')
    expect(isTwoSided(touches)).toBe(true)
  })
})

describe('a cell without quotes', () => {
  it('reads so, with its mark', () => {
    const shown = (['BUY', 'SELL'] as const).map((side) => ({ side, first: '—', second: '' }))
    const mark = { first: '1,130.6', second: '4.95%' }
    expect(cellText('PERP / 26 DEC 25', { shown, mark, hasOwn: false })).toBe('PERP / 26 DEC 25: no bid, no ask, mark 1,130.6 4.95%')
  })
})

describe('the text of rates', () => {
  it.each([
    ['BUY', 0.0495, 'pay 4.95% p.a.'],
    ['SELL', 0.0494, 'earn 4.94% p.a.'],
    ['BUY', -0.0001, 'earn 0.01% p.a.'],
    ['SELL', -0.0001, 'pay 0.01% p.a.'],
    ['BUY', undefined, undefined],
  ] as const)('%s at %d: %s', (side, rate, words) => {
    expect(carryText(side, rate)).toBe(words)
  })

  it('have the typographic minus, and none at zero', () => {
    const eight = 28_800_000
    expect([
      fundingText({ rate: 0.0001, everyMs: eight, nextAt: now + 11_520_000 }, now),
      fundingText({ rate: -0.00002, everyMs: eight }, now),
    ]).toEqual(['0.0100% / 8 h, next in 3 h 12 min', '−0.0020% / 8 h, continuous'])
    expect([rateText(-0.01), rateText(-0.000001), rateText(undefined)]).toEqual(['−1.00%', '0.00%', '—'])
  })

  it('of a leg are relative to the index, and a perpetual has none', () => {
    expect(legRateText(decMar.far, 92_782.9, 91_482, now)).toBe('4.90%')
    expect(legRateText({ expiresAt: undefined }, 92_782.9, 91_482, now)).toBe('—')
  })
})

describe('the value of an amount', () => {
  it.each([
    ['INVERSE', 200_000, 91_872.5, '= 2.177 BTC'],
    ['INVERSE', 100_000, 91_872.5, '= 1.088 BTC'],
    ['INVERSE', 1_000_000, 91_872.5, '= 10.9 BTC'],
    ['LINEAR', 2, 91_872.5, '= $183,745'],
    ['INVERSE', 200_000, undefined, undefined],
    ['INVERSE', undefined, 91_872.5, undefined],
  ] as const)('%s %s at a mark of %s: %s', (margin, amount, near, text) => {
    expect(amountValueText({ margin, currency: 'BTC' }, amount, near)).toBe(text)
  })
})

describe('the available matrices', () => {
  const listed = new Map(
    [
      decMar,
      spreadOf('DEC', 'JUN'),
      spreadOf('DEC', 'MAR', { id: 'eth', currency: 'ETH' }),
      spreadOf('DEC', 'MAR', { id: 'byb', venue: 'BYB', margin: 'LINEAR' }),
    ].map((one) => [one.id, one]),
  )
  const families = familiesOf(listed)
  const shown = { venue: 'DBT', currency: 'ETH', margin: 'INVERSE' } as const

  it('are the combinations of venue, coin and margin with listed spreads', () => {
    expect(families).toHaveLength(3)
    expect(ofFamily(listed, { venue: 'DBT', currency: 'BTC', margin: 'INVERSE' })).toHaveLength(2)
  })

  it('lead to a listed one that keeps most of the choices', () => {
    expect(familyWith(families, shown, { currency: 'BTC' })).toEqual({ venue: 'DBT', currency: 'BTC', margin: 'INVERSE' })
    expect(familyWith(families, shown, { venue: 'BYB' })).toEqual({ venue: 'BYB', currency: 'BTC', margin: 'LINEAR' })
    expect(familyWith(families, shown, { venue: 'BIT' })).toBeUndefined()
  })
})
