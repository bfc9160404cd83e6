import { quantityText } from '@parley/core'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { numberColumn, textColumn } from '../../components/number-column.ts'
import type { Column } from '../../components/table-column.ts'
import { KeptTable } from '../market-data/KeptTable.tsx'
import { legsDecimals } from '../structure/structure-name.ts'
import { noLines, SideText, sideText } from './ListDesk.tsx'
import styles from './Lists.module.css'
import type { SheetLine } from './sheet-lines.ts'
import type { Sheet } from './use-sheet.ts'

type SheetTableProps = { readonly lines: readonly SheetLine[]; readonly sheet: Sheet }

/** Every row of the sheet with its reading. A row that cannot be read keeps its place, with the reason and what it may mean. */
export const SheetTable = ({ lines, sheet }: SheetTableProps) => (
  <div className={styles['table']}>
    <KeptTable<SheetLine>
      label="Rows of the sheet"
      kept="table-sheet"
      columns={[...columns, changeColumn(sheet)]}
      rows={lines}
      rowId={({ sheet: { row } }) => String(row)}
      onOpen={({ sheet: { row } }) => sheet.edit(row)}
      tone={({ state }) => (state === 'UNREAD' ? 'closed' : undefined)}
      empty={noLines}
    />
  </div>
)

const ifRead = (text: (line: Extract<SheetLine, { state: 'READ' }>) => string) => (line: SheetLine) =>
  line.state === 'READ' ? text(line) : ''
const markText = ifRead(({ summary: { mark, structure } }) => mark?.toFixed(legsDecimals(structure)) ?? '')
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
  textColumn('structure', 'Structure', 250, ({ name }) => name, {
    grows: 2,
    cell: (line) => (line.state === 'READ' ? line.name : <code className={styles['raw']}>{line.sheet.text}</code>),
  }),
  numberColumn('mark', 'Mark', 84, markText, { ink: 'market', dropsAt: 2, cell: (line) => markText(line) || '—' }),
  textColumn('reading', 'Reading', 240, reading, {
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
      <span className={styles['actions']} onClick={(event) => event.stopPropagation()}>
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
    ),
  })
