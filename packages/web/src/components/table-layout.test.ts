import { describe, expect, it } from 'vitest'
import { decimalSignOf, toCsv, toTsv } from './table-export.ts'
import {
  heldOrder,
  orderedColumns,
  parseLayout,
  plainLayout,
  sortRows,
  visibleColumns,
  withMoved,
  withSorting,
  withVisibility,
  withWidth,
} from './table-layout.ts'

const columns = [
  { id: 'time', width: 100, dropsAt: 1 },
  { id: 'size', width: 100 },
  { id: 'ratio', width: 100, dropsAt: 2 },
]
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ')

describe('the columns of a table', () => {
  it('are dropped in order of importance as the window narrows', () => {
    expect([300, 250, 150, 50].map((width) => ids(visibleColumns(columns, plainLayout, width)))).toEqual([
      'time size ratio',
      'time size',
      'size',
      'size',
    ])
  })
  it('stay if the user has chosen them', () => {
    expect(ids(visibleColumns(columns, withVisibility(plainLayout, 'ratio', 'shown'), 250))).toBe('size ratio')
  })
  it('are hidden on request, whatever the width', () => {
    expect(ids(visibleColumns(columns, withVisibility(plainLayout, 'size', 'hidden'), 1_000))).toBe('time ratio')
  })
  it('move to the position of another, and a column of a newer version keeps its default position', () => {
    const moved = withMoved(plainLayout, columns, 'ratio', 'time')
    expect(ids(orderedColumns(columns, moved.order))).toBe('ratio time size')
    expect(ids(orderedColumns([...columns, { id: 'new', width: 50 }], moved.order))).toBe('ratio new time size')
  })
  it('are never too narrow to be resized', () => {
    expect(withWidth(plainLayout, 'size', 3).widths).toEqual({ size: 36 })
  })
  it('sort descending, then ascending, then by default', () => {
    const once = withSorting(plainLayout, 'size')
    const twice = withSorting(once, 'size')
    expect([once.sorting?.direction, twice.sorting?.direction, withSorting(twice, 'size').sorting]).toEqual(['down', 'up', undefined])
  })
})

it('rows without a value are last in both directions', () => {
  const rows = [{ bid: 2 }, { bid: undefined }, { bid: 1 }]
  expect(sortRows(rows, ({ bid }) => bid, 'up').map(({ bid }) => bid)).toEqual([1, 2, undefined])
  expect(sortRows(rows, ({ bid }) => bid, 'down').map(({ bid }) => bid)).toEqual([2, 1, undefined])
})

it('rows keep their positions under the pointer, and new rows go to the end', () => {
  expect(heldOrder(['c', 'b', 'a'], ['d', 'c', 'a'])).toEqual(['c', 'a', 'd'])
})

it('an invalid layout is ignored', () => {
  expect(parseLayout({ order: 'no' })).toBeUndefined()
  expect(parseLayout({ ...plainLayout, widths: { size: 80, ratio: 'wide' } })).toEqual({ ...plainLayout, widths: { size: 80 } })
})

describe('a table as text', () => {
  const shown = [
    { heading: 'Structure', text: (row: { name: string }) => row.name },
    { heading: 'Offset', text: () => '−0.0001' },
  ]
  it('is copied with tabs and minus signs a spreadsheet reads', () => {
    expect(toTsv(shown, [{ name: 'CSpd\n27 Mar' }])).toBe('Structure\tOffset\nCSpd 27 Mar\t-0.0001')
  })
  it('is written for spreadsheets with a decimal comma where the browser has one', () => {
    expect(toTsv(shown, [{ name: '22.5' }], ',')).toBe('Structure\tOffset\n22,5\t-0,0001')
    expect(toCsv(shown, [{ name: '22.5' }, { name: 'a;b' }], ',')).toBe('Structure;Offset\r\n22,5;-0,0001\r\n"a;b";-0,0001')
    expect(['de-DE', 'fr-FR', 'en-US', 'de-CH', 'ar-EG'].map(decimalSignOf)).toEqual([',', ',', '.', '.', '.'])
  })
  it('is exported with the necessary quotes, and without formulas that a spreadsheet would run', () => {
    expect(toCsv(shown, [{ name: '100k, 120k "fly"' }, { name: '=1+1' }])).toBe(
      'Structure,Offset\r\n"100k, 120k ""fly""",-0.0001\r\n\'=1+1,-0.0001',
    )
  })
})
