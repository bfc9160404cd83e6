import { expect, it } from 'vitest'
import { numberColumn } from './number-column.ts'

type Row = { readonly size: number }
const text = ({ size }: Row) => size.toLocaleString('en-US')

it('a column of numbers is right-aligned, has no commas in a file, and is sorted by its value', () => {
  const column = numberColumn<Row>('size', 'Size', 80, text, ({ size }) => size)
  const row = { size: 1_250_000 }
  expect([column.align, column.cell(row), column.text(row), column.sortBy?.(row)]).toEqual(['end', '1,250,000', '1250000', 1_250_000])
  const replaced = numberColumn<Row>('size', 'Size', 80, text, { dropsAt: 2, text: () => 'all' })
  expect([replaced.dropsAt, replaced.text(row), replaced.cell(row)]).toEqual([2, 'all', '1,250,000'])
})
