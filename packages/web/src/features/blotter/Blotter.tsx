import { ClipboardCopy, Download } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { IconButton } from '../../components/Button.tsx'
import { ColumnMenu } from '../../components/ColumnMenu.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import type { Column } from '../../components/table-column.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { downloadText, toCsv, toTsv } from '../../components/table-export.ts'
import { orderedColumns, parseLayout, plainLayout, isHidden } from '../../components/table-layout.ts'
import { toast } from '../../components/toasts.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import type { Loadable } from '../../live/loadable.ts'
import { CompactList } from './CompactList.tsx'
import { useToolbar } from './toolbar.ts'

export type BlotterProps<Row> = {
  readonly name: string
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: Loadable<readonly Row[]>
  readonly rowId: (row: Row) => string
  readonly empty: ReactNode
  readonly more?: (() => void) | undefined
  readonly tone?: (row: Row) => 'closed' | 'mine' | 'fresh' | undefined
  readonly onSelect?: (row: Row) => void
  /** A press or Enter opens the row, where rows are not selected. */
  readonly onOpen?: (row: Row) => void
  readonly onRowKey?: (row: Row, event: KeyboardEvent) => void
  /** A row on a phone, in two lines; without it the table scrolls sideways. */
  readonly compact?: (row: Row) => ReactNode
  /** Before copy, export and columns. */
  readonly actions?: ReactNode
}

/** One tab of the bottom panel: a table with its loading, failing and empty states, copied and exported as seen. */
export function Blotter<Row>(props: BlotterProps<Row>) {
  const [layout, setLayout] = useKept(`table-${props.name}`, plainLayout, parseLayout)
  const toolbar = useToolbar()
  const isNarrow = useIsNarrow()
  if (props.rows.state === 'LOADING') return <Skeleton lines={3} label={`Loading ${props.label}`} />
  if (props.rows.state === 'FAILED') return <CouldNotLoad what={props.label} words={props.rows.words} retry={props.rows.retry} />
  const rows = props.rows.data
  if (isNarrow && props.compact !== undefined) return <CompactList {...props} rows={rows} compact={props.compact} />
  const exported = orderedColumns(props.columns, layout.order).filter(
    (column) => (column.isExported ?? !isHidden(column, layout)) && column.heading !== '',
  )
  const copy = () =>
    void navigator.clipboard
      .writeText(toTsv(exported, rows))
      .then(() => toast({ key: 'copied', tone: 'done', title: `${rows.length} rows copied`, text: 'Paste them into a spreadsheet.' }))
      .catch(() =>
        toast({
          key: 'copied',
          tone: 'refused',
          title: 'The browser did not allow copying',
          text: 'Allow the clipboard for this page and try again.',
        }),
      )
  return (
    <>
      {toolbar !== null &&
        createPortal(
          <>
            {props.actions}
            <IconButton label="Copy the table" onClick={copy}>
              <ClipboardCopy size={15} />
            </IconButton>
            <IconButton
              label="Export as CSV"
              data-export
              onClick={() => downloadText(`${props.name}.csv`, toCsv(exported, rows), 'text/csv')}
            >
              <Download size={15} />
            </IconButton>
            <ColumnMenu columns={props.columns} layout={layout} onLayout={setLayout} />
          </>,
          toolbar,
        )}
      <DataTable
        label={props.label}
        columns={props.columns}
        rows={rows}
        rowId={props.rowId}
        layout={layout}
        onLayout={setLayout}
        empty={props.empty}
        onEnd={props.more}
        {...(props.tone === undefined ? {} : { tone: props.tone })}
        {...(props.onSelect === undefined ? {} : { onSelect: props.onSelect })}
        {...(props.onOpen === undefined ? {} : { onOpen: props.onOpen })}
        {...(props.onRowKey === undefined ? {} : { onRowKey: props.onRowKey })}
      />
    </>
  )
}
