import { quantityText } from '@parley/core'
import { StatusBadge } from '../../components/Badge.tsx'
import { textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { buttonsColumn, figureColumn } from '../blotter/column-kit.tsx'
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

type ReadLine = Extract<SheetLine, { readonly state: 'READ' }>
const ifRead =
  <T,>(of: (line: ReadLine) => T) =>
  (line: SheetLine): T | undefined =>
    line.state === 'READ' ? of(line) : undefined

const columns: readonly Column<SheetLine>[] = [
  textColumn('row', 'Row', 46, ({ sheet }) => String(sheet.row), { sortBy: ({ sheet }) => sheet.row }),
  textColumn('side', 'Side', 52, (line) => (line.state === 'READ' ? sideText(line.side) : ''), {
    cell: (line) => (line.state === 'READ' ? <SideText side={line.side} /> : '—'),
  }),
  figureColumn(
    'size',
    'Size',
    72,
    ifRead(({ quantity }) => quantityText(quantity)),
    { sortBy: ifRead(({ quantity }) => Number(quantity)) },
  ),
  textColumn('structure', 'Structure', 228, ({ name }) => name, {
    grows: 2,
    cell: (line) => (line.state === 'READ' ? line.name : <code className={styles['raw']}>{line.sheet.text}</code>),
  }),
  figureColumn('mark', 'Mark', 84, (line) => markTextOf(line) || undefined, { ink: 'market', dropsAt: 2 }),
  textColumn('reading', 'Reading', 230, (line) => (line.state === 'READ' ? 'Read' : line.problem), {
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
  buttonsColumn('Change', 190, (line) => <RowActions line={line} sheet={sheet} />, { id: 'actions', align: 'end' })
