import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movements, standings, type FirmSum, type Ranking } from './standings.ts'
import { strengthsOf, type StrategySum } from './strengths.ts'

const byAmount = (reader: string): Ranking<number> => ({ reader, add: (a, b) => a + b, canRank: () => true, compare: (a, b) => b - a })
const named = (firm: string, figures: number): FirmSum<number> => ({ firm, isNamed: true, figures })
const unnamed = (firm: string, figures: number): FirmSum<number> => ({ firm, isNamed: false, figures })
const read = (sums: readonly FirmSum<number>[], reader = 'ME') => {
  const { rows, rankedAmong } = standings(sums, byAmount(reader))
  return [rankedAmong, ...rows.map(({ rank, firm, figures }) => `${rank} ${firm} ${figures}`)]
}
const five = [90, 80, 70, 60, 50].map((amount, n) => unnamed(`U${n}`, amount))

describe('20.10 what others read', () => {
  it.each([
    ['a firm by name on its named days alone', [named('A', 10), unnamed('A', 99)], ['SHOWN', '1 A 10']],
    ['of a firm without a name nothing', [named('A', 10), unnamed('B', 20)], ['SHOWN', '1 A 10']],
    ['its own whole, whatever it has chosen', [named('ME', 10), unnamed('ME', 5), named('A', 12)], ['SHOWN', '1 ME 15', '2 A 12']],
    [
      'places among four others without a name: as if they were not there',
      [unnamed('ME', 65), named('A', 75), ...five.slice(1)],
      ['SHOWN', '1 A 75', '2 ME 65'],
    ],
    ['places among five of them: theirs stay empty', [unnamed('ME', 65), named('A', 75), ...five], ['ALL', '3 A 75', '5 ME 65']],
  ])('%s', (_what, sums, rows) => {
    expect(read(sums)).toEqual(rows)
  })

  it('nothing of fewer than five anonymous firms changes anything that is read', () => {
    const sum = fc.record({ firm: fc.constantFrom('A', 'B', 'C', 'ME'), isNamed: fc.boolean(), figures: fc.nat(100) })
    const hidden = fc.uniqueArray(fc.record({ firm: fc.constantFrom('P', 'Q', 'R', 'S'), figures: fc.nat(100) }), {
      selector: ({ firm }) => firm,
    })
    const distinct = fc.uniqueArray(sum, { selector: ({ firm, isNamed }) => `${firm} ${isNamed}`, maxLength: 8 })
    fc.assert(
      fc.property(distinct, hidden, (sums, others) => {
        const open = sums.filter(({ firm, isNamed }) => isNamed || firm === 'ME')
        expect(read([...open, ...others.map(({ firm, figures }) => unnamed(firm, figures))])).toEqual(read(open))
      }),
    )
  })

  it('however many there are, no row and no figure is theirs, and only their number above a row counts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 5, maxLength: 9 }), fc.nat(100), (amounts, own) => {
        const { rows } = standings(
          [named('A', 50), unnamed('ME', own), ...amounts.map((amount, n) => unnamed(`U${n}`, amount))],
          byAmount('ME'),
        )
        expect(rows.map(({ firm }) => firm).toSorted()).toEqual(['A', 'ME'])
        const above = [...amounts, 50].filter((amount) => amount > own).length
        expect(rows.find(({ isOwn }) => isOwn)!.rank).toBe(1 + above)
      }),
    )
  })
})

describe('20.11 places', () => {
  it('are equal for equal figures, and absent where there is too little', () => {
    const ranking = { ...byAmount('ME'), canRank: (amount: number) => amount >= 5 }
    const { rows } = standings([named('C', 9), named('B', 9), named('D', 7), named('A', 4)], ranking)
    expect(rows.map(({ rank, firm }) => `${rank} ${firm}`)).toEqual(['1 B', '1 C', '3 D', 'undefined A'])
  })

  it('move against the period before, where both count among the same', () => {
    const now = standings([named('A', 1), named('B', 2), named('N', 3)], byAmount('ME'))
    const before = standings([named('A', 2), named('B', 1)], byAmount('ME'))
    expect([...movements(now, before)]).toEqual([
      ['B', 0],
      ['A', -2],
    ])
    expect(movements(now, standings([named('A', 2), ...five], byAmount('ME'))).size).toBe(0)
  })
})

describe('20.12 strengths', () => {
  const sum = (firm: string, quoteMs: number, usd: number, more: Partial<StrategySum> = {}): StrategySum => ({
    ...{ firm, isNamed: true, currency: 'ETH', strategy: 'CR' },
    figures: { quoted: 10, quoteMs, usd },
    ...more,
  })
  const others = ['A', 'B', 'C', 'D', 'E'].map((firm, n) => sum(firm, 2_000 + n, 500 + n))

  it('are first places by coin and strategy', () => {
    expect(strengthsOf([...others, sum('ME', 1_000, 503)], 'ME')).toEqual([
      { measure: 'FASTEST', currency: 'ETH', strategy: 'CR', rank: 1 },
      { measure: 'LARGEST', currency: 'ETH', strategy: 'CR', rank: 2 },
    ])
  })

  it.each([
    ['among fewer than five others', [...others.slice(1), sum('ME', 1_000, 900)]],
    ['behind the third place', [...others, sum('ME', 3_000, 400)]],
    ['by too few quotes, or nothing made', [...others, sum('ME', 0, 0, { figures: { quoted: 4, quoteMs: 4, usd: 0 } })]],
  ])('none %s', (_what, sums) => {
    expect(strengthsOf(sums, 'ME')).toEqual([])
  })
})
