import { describe, expect, it } from 'vitest'
import { historyText, makerRows, medianText, percentText, type MakerOrder } from './maker-figures.ts'

const makers = ['LIND', 'ORRY', 'KEST', 'TIDE'].map((desk) => ({ id: desk, desk_name: desk, firm_name: desk, groups: ['LP'], venues: [] }))
const histories = [
  { deskName: 'LIND', asked: 40, quoted: 36, dealt: 9, medianResponseMs: 1_440 },
  { deskName: 'ORRY', asked: 40, quoted: 40, dealt: 4, medianResponseMs: 900 },
  { deskName: 'KEST', asked: 40, quoted: 0, dealt: 0, medianResponseMs: undefined },
]

describe('8.13 the makers of the builder', () => {
  const orders: readonly (readonly [MakerOrder, string])[] = [
    ['NAME', 'KEST LIND ORRY TIDE'],
    ['RESPONSE', 'ORRY LIND KEST TIDE'],
    ['HIT', 'LIND ORRY KEST TIDE'],
    ['SPEED', 'ORRY LIND KEST TIDE'],
  ]
  it.each(orders)('stand by %s, and those of whom nothing is known last', (order, names) => {
    expect(makerRows(makers, histories, order).map(({ maker }) => maker.desk_name).join(' ')).toBe(names) // prettier-ignore
  })

  it('have figures, a dash for unknown ones, and a text with what they are counted from', () => {
    const figures = makerRows(makers, histories, 'NAME').map((row) => [percentText(row.responseRate), percentText(row.hitRate), medianText(row.medianMs), historyText(row)]) // prettier-ignore
    expect(figures).toEqual([
      ['0 %', '—', '—', 'quoted 0 of 40 in 30 days, traded 0'],
      ['90 %', '25 %', '1.4 s', 'quoted 36 of 40 in 30 days, traded 9, median 1.4 s'],
      ['100 %', '10 %', '0.9 s', 'quoted 40 of 40 in 30 days, traded 4, median 0.9 s'],
      ['—', '—', '—', 'no history: your desk sent it no RFQs in 30 days'],
    ])
  })

  it.each([
    [9_949, '9.9 s'],
    [9_950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 m'],
    [0, '0.0 s'],
  ])('%i ms is %s', (ms, text) => {
    // prettier-ignore
    expect(medianText(ms)).toBe(text)
  })
})
