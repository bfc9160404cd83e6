import { describe, expect, it } from 'vitest'
import { btc } from '../../test/line-examples.ts'
import { formatQuantity } from '../decimal.ts'
import { describeStructure } from '../structure/describe.ts'
import { readSheet, readSheetRow, type SheetRow } from './read-sheet.ts'
import { MOST_SHEET_ROWS } from './limits.ts'

const meaning = (row: SheetRow): string => {
  const read = readSheetRow(row, btc)
  if (read.state === 'UNREAD') return `unread: ${read.problem} ${read.offers.map(({ part }) => `[${part}]`).join(' ')}`.trim()
  return `${read.side} ${formatQuantity(read.quantity)} ${describeStructure(read.structure).replaceAll(/\s+/g, ' ')}`
}
const meanings = (text: string): readonly string[] => readSheet(text, ['BTC', 'ETH']).map(meaning)

const SPREAD = 'BUY 50 CSpd 27 Mar 26 90000/100000'
const PUT = 'SELL 12.5 Put 26 Jun 26 80000'

const sheets: [what: string, text: string, rows: readonly string[]][] = [
  ['tabs', 'B\t50\t27MAR26 90k/100k cs\nS\t12.5\t26JUN26 80k p', [SPREAD, PUT]],
  [
    'tabs with a header, in another sequence',
    'Structure\tSide\tQty\n27MAR26 90k/100k cs\tBuy\t50\n26JUN26 80k put\tSell\t12.5',
    [SPREAD, PUT],
  ],
  ['semicolons and a decimal comma', 'Buy;50;27MAR26 90k/100k cs\r\nSell;12,5;26JUN26 80k put\r\n', [SPREAD, PUT]],
  ['commas, with a quoted decimal comma', 'side,size,structure\nbuy,50,27MAR26 90k/100k cs\nsell,"12,5",26JUN26 80k put', [SPREAD, PUT]],
  ['commas without a header', 'buy,50,27MAR26 90k/100k cs\nsell,12.5,26JUN26 80k put', [SPREAD, PUT]],
  ['a negative quantity sells', '50\t27MAR26 90k/100k cs\n\u221212,5\t26JUN26 80k put', [SPREAD, PUT]],
  ['strikes and the kind in columns of their own', 'B;50;27MAR26;90000;100000;CS\nS;12,5;26JUN26;80000;P', [SPREAD, PUT]],
  [
    'numbered rows, venues and currencies',
    '1\tDeribit\tBTC\tB\t50\t27MAR26 90k/100k cs\n2\tDBT\tBTC\tS\t12.5\t26JUN26 80k p',
    [SPREAD, PUT],
  ],
  ['typed lines with a decimal comma', 'B 50 27MAR26 90k/100k cs\n\n2. sell 12,5 x 26JUN26 80k put', [SPREAD, PUT]],
  ['typed lines that name the quantity later', 'buy 27MAR26 90k/100k cs 50x\nBTC 26JUN26 80k put 12.5x sell', [SPREAD, PUT]],
  ['columns that do not belong to the structure', '#,Side,Qty,Structure,Price,Notes\n7,B,50,27MAR26 90k/100k cs,0.02,urgent', [SPREAD]],
  ['an instrument as the venue names it', 'S\t12.5\tBTC-26JUN26-80000-P', [PUT]],
]

describe('22.12 a row of a sheet is a side, a quantity and a structure', () => {
  it.each(sheets)('22.12 %s', (_what, text, rows) => expect(meanings(text)).toEqual(rows))

  it.each([
    ['no side', '50\t27MAR26 90k/100k cs', 'unread: Add the side: buy or sell.'],
    ['no quantity', 'B\t27MAR26 90k/100k cs', 'unread: Add the quantity.'],
    ['a letter in a strike', 'B 50 27MAR26 90k/l00k cs', 'unread: l00k was not recognised.'],
    ['two sides', 'B\t50\tsell 27MAR26 90k/100k cs', 'unread: The row contains both buy and sell. Use one of them.'],
    [
      'a buy of a negative quantity',
      'B\t-50\t27MAR26 90k/100k cs',
      'unread: The row has the side buy and the negative quantity -50. Use only one of them.',
    ],
    ['a hedge', 'B\t50\t27MAR26 90k/100k cs + hedge', 'unread: A line of a list cannot have a delta hedge. Send it as a separate RFQ.'],
    [
      'a term of the whole list',
      'B\t50\t27MAR26 90k/100k cs anon',
      'unread: The name, the shown sides and the time are the same for all lines. Choose them for the whole list.',
    ],
    [
      'two currencies',
      'ETH\tB\t50\tBTC-26JUN26-80000-P',
      'unread: The row names two venues or currencies. Each line of a list can have only one.',
    ],
    [
      'a quantity that is a word',
      'Side;Qty;Structure\nB;many;27MAR26 90k/100k cs',
      'unread: “many” is not a quantity. Write it as 50 or 12.5.',
    ],
    ['too many decimals', 'B\t0.1234567\t27MAR26 90k/100k cs', 'unread: “0.1234567” has more than 6 decimals.'],
  ])('22.12 a row that cannot be read says why: %s', (_what, text, then) => expect(meanings(text)).toEqual([then]))

  it('22.12 in a sheet with decimal commas, a quantity that could have either meaning is not read', () => {
    const said = 'can be read in two ways. Write the quantity without a thousands separator.'
    expect(meanings('B;12,5;27MAR26 90k/100k cs\nB;1,250;27MAR26 90k/100k cs\nB;1.250;27MAR26 90k/100k cs')).toEqual([
      SPREAD.replace('50', '12.5'),
      `unread: “1,250” ${said}`,
      `unread: “1.250” ${said}`,
    ])
    expect(meanings('B\t1,250\t27MAR26 90k/100k cs')).toEqual([SPREAD.replace('50', '1250')])
  })

  it('22.12 a row that cannot be read keeps its place, and the others are read', () => {
    const rows = readSheet('B 50 27MAR26 90k/100k cs\nhello\nS 12.5 26JUN26 80k put', ['BTC'])
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3])
    expect(rows.map(meaning).map((text) => text.startsWith('unread'))).toEqual([false, true, false])
  })

  it('22.12 a row names its venue and currency, so that a sheet can be divided into lists', () => {
    const rows = readSheet('B\t50\tBTC-26JUN26-80000-P\nS\t250\tETH\tBybit\t26JUN26 3000 c\nB 25 26JUN26 80k p', ['BTC', 'ETH'])
    expect(rows.map(({ venue, currency }) => `${venue ?? '-'} ${currency ?? '-'}`)).toEqual(['- BTC', 'BYB ETH', '- -'])
  })

  it('22.12 a sheet has a limit of rows', () => {
    expect(readSheet('B 50 26JUN26 80k p\n'.repeat(2 * MOST_SHEET_ROWS), ['BTC'])).toHaveLength(MOST_SHEET_ROWS)
  })
})
