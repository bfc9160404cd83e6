import { describe, expect, it } from 'vitest'
import { addSheetRows, listSizeProblem, rewriteSheetRow, sheetLists, sheetRowText } from './sheet.ts'

const currencies = ['BTC', 'ETH']
const home = { venue: 'DBT', currency: 'BTC' } as const
const rows = addSheetRows([], 'B\t50\t27MAR26 90k call\nS\t30\tETH 27MAR26 3k put\nB\t10\t27MAR26 80k put', currencies)
const shown = (of: typeof rows) => of.map((one) => `${one.row} ${sheetRowText(one)}`)

describe('22.12 a row of a sheet keeps its number', () => {
  it('22.12 rows that are added come below the others', () => {
    expect(shown(addSheetRows(rows.slice(1), 'S 20 27MAR26 70k put', currencies)).at(-1)).toBe('4 S 20 27MAR26 70k put')
  })
  it('22.12 a row is rewritten in its place and market, and removed without text', () => {
    const rewritten = rewriteSheetRow(rows, 2, 'S 25 27MAR26 3k put', currencies)
    expect(shown(rewritten)[1]).toBe('2 S 25 27MAR26 3k put')
    expect(rewritten[1]!.currency).toBe('ETH')
    expect(rewriteSheetRow(rows, 2, ' ', currencies).map(({ row }) => row)).toEqual([1, 3])
  })
})

it('22.1 each market of a sheet is a list, and a row that names none belongs to the chosen one', () => {
  expect(sheetLists(rows, home).map((list) => `${list.name}: ${list.rows.map(({ row }) => row).join()}`)).toEqual([
    'DBT BTC: 1,3',
    'DBT ETH: 2',
  ])
  expect(sheetLists([], home)).toEqual([{ ...home, name: 'DBT BTC', rows: [] }])
})

it.each([
  [1, 0, 'A list has 2 to 50 lines. This one has 1.'],
  [2, 0, undefined],
  [50, 0, undefined],
  [51, 0, 'A list has 2 to 50 lines. This one has 51.'],
  [10, 195, 'Your desk has 195 open RFQs in this market, and can have 200. Each line is one. Send fewer lines.'],
])('22.1 %i lines with %i open RFQs', (lines, open, then) => expect(listSizeProblem(lines, open)).toBe(then))
