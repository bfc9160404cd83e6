import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvSeparator, spreadsheetText } from './spreadsheet-cell.ts'

const table: [text: string, cell: string][] = [
  ['', ''],
  ['0.0421', '0.0421'],
  ['-12', '-12'],
  ['+0.5', '+0.5'],
  ['123456789012345', '123456789012345'],
  ['1234567890123456', "'1234567890123456"],
  ['100130588243999874', "'100130588243999874"],
  ['+1 -2', "'+1 -2"],
  ['+1-2', "'+1-2"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['-.5+WEBSERVICE(A1)', "'-.5+WEBSERVICE(A1)"],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1+1', "' =1+1"],
  ['\t=1+1', "'\t=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋1－2', "'＋1－2"],
  ['−2+3', "'−2+3"],
  ['2026-11-29', '2026-11-29'],
  ['CSpd · 27 Mar', 'CSpd · 27 Mar'],
]

describe('a cell for a spreadsheet', () => {
  it.each(table)('%j becomes %j', (text, cell) => expect(spreadsheetText(text)).toBe(cell))

  it.each([
    ['22.5', '22,5'],
    ['-0.0001', '-0,0001'],
    ['12', '12'],
    ['1,250', '1250'],
    ['1,250,000.25', '1250000,25'],
    ['22.5 %', '22.5 %'],
    ['100k, 120k', '100k, 120k'],
    ['100130588243999874', "'100130588243999874"],
    ['+1 -2', "'+1 -2"],
    ['=1,5', "'=1,5"],
  ])('%j becomes %j where numbers have a decimal comma', (text, cell) => expect(spreadsheetText(text, ',')).toBe(cell))

  it('is separated by semicolons where numbers have a decimal comma', () => {
    expect(csvSeparator(',')).toBe(';')
    expect(['22.5', 'a;b', 'a,b'].map((text) => csvCell(text, ','))).toEqual(['22,5', '"a;b"', 'a,b'])
  })

  it('is in quotes if it contains a separator', () => {
    expect(csvCell('100k, 120k "fly"')).toBe('"100k, 120k ""fly"""')
    expect(csvCell('=A1,B1')).toBe('"\'=A1,B1"')
  })

  it('is a plain number of at most 15 digits, or begins with nothing that is evaluated', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@＝＋－＠− \t]?[-+0-9.()A-Z]*$/)), (text) => {
        const cell = spreadsheetText(text)
        if (/^[+-]?\d+(\.\d+)?$/.test(cell)) expect(cell.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(15)
        else expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠−]/)
      }),
    )
  })
})
