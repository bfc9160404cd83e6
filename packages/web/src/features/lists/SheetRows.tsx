/** The rows of a sheet, each with its reading: a table on a desk, and cards on a phone. */
import { quantityText } from '@parley/core'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { buttonsColumn, figureColumn } from '../blotter/column-kit.tsx'
import { ListTable, SideText, sideText } from './ListDesk.tsx'
import styles from './Lists.module.css'
import { markTextOf, type SheetLine } from './sheet-lines.ts'
import type { Sheet } from './use-sheet.ts'

type SheetRowsProps = { readonly lines: readonly SheetLine[]; readonly sheet: Sheet }

/** The rows of a sheet on a phone, each with its number, and the reason and the remedies of an unreadable one below its text. */
export const SheetCards = ({ lines, sheet }: SheetRowsProps) => (
  <ul className={styles['cards']} aria-label="Rows of the sheet">
    {lines.map((line) => (
      <li key={line.sheet.row}>
        <span className={styles['muted']}>{line.sheet.row}</span>
        <div>
          {line.state === 'READ' ? (
            <p>
              <SideText side={line.side} /> <b>{quantityText(line.quantity)}</b> {line.name}
            </p>
          ) : (
            <p>
              <code className={styles['raw']}>{line.sheet.text}</code>
            </p>
          )}
          <p className={line.state === 'READ' ? styles['muted'] : styles['problem']}>
            {line.state === 'READ' ? `Mark ${markTextOf(line) || '—'}` : line.problem}
          </p>
          <RowActions line={line} sheet={sheet} />
        </div>
      </li>
    ))}
  </ul>
)

/** Changes or removes a row. The likely meanings of an unreadable row are one click away. */
const RowActions = ({ line, sheet }: { readonly line: SheetLine; readonly sheet: Sheet }) => (
  <span className={styles['actions']}>
    {line.state === 'UNREAD' &&
      line.offers.slice(0, 2).map(({ part, text }) => (
        <Button key={text} size="small" title={`Row ${line.sheet.row} as ${text}`} onClick={() => sheet.rewrite(line.sheet.row, text)}>
          {`Use ${part}`}
        </Button>
      ))}
    <Button size="small" kind="quiet" aria-label={`Edit row ${line.sheet.row}`} onClick={() => sheet.edit(line.sheet.row)}>
      Edit
    </Button>
    <Button size="small" kind="quiet" aria-label={`Remove row ${line.sheet.row}`} onClick={() => sheet.remove([line.sheet])}>
      Remove
    </Button>
  </span>
)

/** Every row of the sheet with its reading. A row that cannot be read keeps its place, with the reason and what it may mean. */
export const SheetTable = ({ lines, sheet }: SheetRowsProps) => (
  <ListTable<SheetLine>
    label="Rows of the sheet"
    kept="table-sheet"
    columns={[...columns, changeColumn(sheet)]}
    rows={lines}
    rowId={({ sheet: { row } }) => String(row)}
    onOpen={({ sheet: { row } }) => sheet.edit(row)}
  />
)

type ReadLine = Extract<SheetLine, { readonly state: 'READ' }>
const ifRead =
  <T,>(of: (line: ReadLine) => T) =>
  (line: SheetLine): T | undefined =>
    line.state === 'READ' ? of(line) : undefined

const sizeText = ({ quantity }: ReadLine): string => quantityText(quantity)

const columns: readonly Column<SheetLine>[] = [
  textColumn('row', 'Row', 46, ({ sheet }) => String(sheet.row), { sortBy: ({ sheet }) => sheet.row }),
  textColumn('side', 'Side', 52, (line) => (line.state === 'READ' ? sideText(line.side) : ''), {
    cell: (line) => (line.state === 'READ' ? <SideText side={line.side} /> : '—'),
  }),
  figureColumn('size', 'Size', 72, ifRead(sizeText), { sortBy: ifRead(({ quantity }) => Number(quantity)) }),
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
