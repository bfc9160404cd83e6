/** Rows of a live table under the pointer. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'
import { numberColumn, textColumn } from './number-column.ts'
import { plainLayout, type TableLayout } from './table-layout.ts'

type Row = { readonly id: string; readonly size: number }
const columns = [textColumn<Row>('id', 'Id', 60, ({ id }) => id), numberColumn<Row>('size', 'Size', 60, ({ size }) => String(size), 'size')]
const layout: TableLayout = { ...plainLayout, sorting: { column: 'size', direction: 'down' } }

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

it('keep their places while the pointer is over them, and take their new ones when it leaves', () => {
  const table = (rows: readonly Row[]) => (
    <DataTable<Row>
      label="Sizes"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      layout={layout}
      onLayout={() => undefined}
      empty={null}
    />
  )
  const ids = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent?.slice(0, 1))
      .join('')
  const { rerender } = render(table([{ id: 'a', size: 1 }, { id: 'b', size: 2 }])) // prettier-ignore
  expect(ids()).toBe('ba')
  const body = screen.getByRole('grid').querySelector('[style*="position: relative"]')!
  const isOver = vi.spyOn(body, 'matches').mockReturnValue(true)
  rerender(table([{ id: 'a', size: 3 }, { id: 'b', size: 2 }])) // prettier-ignore
  expect(ids()).toBe('ba')
  isOver.mockReturnValue(false)
  fireEvent.pointerLeave(body)
  expect(ids()).toBe('ab')
})
