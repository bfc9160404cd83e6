import { quantityText } from '@parley/core'
import { useMemo } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import type { Column } from '../../components/table-column.ts'
import { parseLayout, plainLayout, type TableLayout } from '../../components/table-layout.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import { legsDecimals, SideText } from './cells.tsx'
import styles from './Lists.module.css'
import type { SheetLine } from './sheet-lines.ts'
import { editRow, removeRows, rewriteRow } from './use-sheet.ts'

type SheetTableProps = { readonly lines: readonly SheetLine[]; readonly currencies: readonly string[] }

/** Every row of the sheet with its reading. A row that cannot be read keeps its place, with the reason and what it may mean. */
export function SheetTable({ lines, currencies }: SheetTableProps) {
  const [layout, setLayout] = useKept<TableLayout>('table-sheet', plainLayout, parseLayout)
  const columns = useMemo(() => columnsOf(currencies), [currencies])
  return (
    <div className={styles['table']}>
      <DataTable<SheetLine>
        label="Rows of the sheet"
        columns={columns}
        rows={lines}
        layout={layout}
        onLayout={setLayout}
        rowId={({ sheet }) => String(sheet.row)}
        onOpen={({ sheet }) => editRow(sheet.row)}
        tone={({ state }) => (state === 'UNREAD' ? 'closed' : undefined)}
        empty={null}
      />
    </div>
  )
}

const columnsOf = (currencies: readonly string[]): readonly Column<SheetLine>[] => [
  {
    id: 'row',
    heading: 'Row',
    width: 46,
    cell: ({ sheet }) => sheet.row,
    text: ({ sheet }) => String(sheet.row),
    sortBy: ({ sheet }) => sheet.row,
  },
  {
    id: 'side',
    heading: 'Side',
    width: 52,
    cell: (line) => (line.state === 'READ' ? <SideText side={line.side} /> : '—'),
    text: (line) => (line.state === 'READ' ? line.side : ''),
  },
  {
    id: 'size',
    heading: 'Size',
    width: 72,
    align: 'end',
    cell: (line) => (line.state === 'READ' ? quantityText(line.quantity) : '—'),
    text: (line) => (line.state === 'READ' ? line.quantity : ''),
    sortBy: (line) => (line.state === 'READ' ? Number(line.quantity) : undefined),
  },
  {
    id: 'structure',
    heading: 'Structure',
    width: 250,
    grows: 2,
    cell: (line) => (line.state === 'READ' ? line.name : <code className={styles['raw']}>{line.sheet.text}</code>),
    text: ({ name }) => name,
  },
  {
    id: 'mark',
    heading: 'Mark',
    width: 84,
    align: 'end',
    ink: 'market',
    dropsAt: 2,
    cell: (line) => markText(line) || '—',
    text: markText,
  },
  {
    id: 'reading',
    heading: 'Reading',
    width: 240,
    grows: 3,
    cell: (line) =>
      line.state === 'READ' ? (
        <StatusBadge tone="open">Read</StatusBadge>
      ) : (
        <span className={styles['problem']} title={line.problem}>
          {line.problem}
        </span>
      ),
    text: (line) => (line.state === 'READ' ? 'Read' : line.problem),
  },
  {
    id: 'actions',
    heading: 'Change',
    isHeadingHidden: true,
    isExported: false,
    width: 190,
    align: 'end',
    cell: (line) => <Actions line={line} currencies={currencies} />,
    text: () => '',
  },
]

const markText = (line: SheetLine): string =>
  line.state === 'READ' && line.summary.mark !== undefined ? line.summary.mark.toFixed(legsDecimals(line.summary.structure)) : ''

function Actions({ line, currencies }: { readonly line: SheetLine; readonly currencies: readonly string[] }) {
  const { sheet } = line
  return (
    <span className={styles['actions']} onClick={(event) => event.stopPropagation()}>
      {line.state === 'UNREAD' &&
        line.offers.slice(0, 2).map(({ part, text }) => (
          <Button key={text} size="small" title={`Row ${sheet.row} as ${text}`} onClick={() => rewriteRow(sheet.row, text, currencies)}>
            {`Use ${part}`}
          </Button>
        ))}
      <Button size="small" kind="quiet" aria-label={`Edit row ${sheet.row}`} onClick={() => editRow(sheet.row)}>
        Edit
      </Button>
      <Button size="small" kind="quiet" aria-label={`Remove row ${sheet.row}`} onClick={() => removeRows([sheet])}>
        Remove
      </Button>
    </span>
  )
}
