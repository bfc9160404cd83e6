import { quantityText } from '@parley/core'
import { StatusBadge } from '../../components/Badge.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { KeptTable } from '../market-data/KeptTable.tsx'
import { noLines, SideText, sideText } from './ListDesk.tsx'
import styles from './Lists.module.css'
import { RowActions, type SheetRowsProps } from './SheetCards.tsx'
import { markTextOf, type SheetLine } from './sheet-lines.ts'
import type { Sheet } from './use-sheet.ts'

/** Every row of the sheet with its reading. A row that cannot be read keeps its place, with the reason and what it may mean. */
export const SheetTable = ({ lines, sheet }: SheetRowsProps) => (
  <div className={styles['table']}>
    <KeptTable<SheetLine>
      label="Rows of the sheet"
      kept="table-sheet"
      columns={[...columns, changeColumn(sheet)]}
      rows={lines}
      rowId={({ sheet: { row } }) => String(row)}
      onOpen={({ sheet: { row } }) => sheet.edit(row)}
      empty={noLines}
    />
  </div>
)

const ifRead = (text: (line: Extract<SheetLine, { state: 'READ' }>) => string) => (line: SheetLine) =>
  line.state === 'READ' ? text(line) : ''
const reading = (line: SheetLine) => (line.state === 'READ' ? 'Read' : line.problem)

const columns: readonly Column<SheetLine>[] = [
  textColumn('row', 'Row', 46, ({ sheet }) => String(sheet.row), { sortBy: ({ sheet }) => sheet.row }),
  textColumn(
    'side',
    'Side',
    52,
    ifRead(({ side }) => sideText(side)),
    {
      cell: (line) => (line.state === 'READ' ? <SideText side={line.side} /> : '—'),
    },
  ),
  numberColumn(
    'size',
    'Size',
    72,
    ifRead(({ quantity }) => quantityText(quantity)),
    {
      cell: (line) => (line.state === 'READ' ? quantityText(line.quantity) : '—'),
      sortBy: (line) => (line.state === 'READ' ? Number(line.quantity) : undefined),
    },
  ),
  textColumn('structure', 'Structure', 228, ({ name }) => name, {
    grows: 2,
    cell: (line) => (line.state === 'READ' ? line.name : <code className={styles['raw']}>{line.sheet.text}</code>),
  }),
  numberColumn('mark', 'Mark', 84, markTextOf, { ink: 'market', dropsAt: 2, cell: (line) => markTextOf(line) || '—' }),
  textColumn('reading', 'Reading', 230, reading, {
    grows: 3,
    cell: (line) =>
      line.state === 'READ' ? (
        <StatusBadge tone="open">Read</StatusBadge>
      ) : (
        <span className={styles['problem']} title={line.problem}>
          {line.problem}
        </span>
      ),
  }),
]

const changeColumn = (sheet: Sheet): Column<SheetLine> =>
  textColumn('actions', 'Change', 190, () => '', {
    ...{ isHeadingHidden: true, isExported: false, align: 'end' },
    cell: (line) => (
      <span onClick={(event) => event.stopPropagation()}>
        <RowActions line={line} sheet={sheet} />
      </span>
    ),
  })
