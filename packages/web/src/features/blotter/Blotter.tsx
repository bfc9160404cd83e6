import { ClipboardCopy, Download, Ellipsis } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { IconButton } from '../../components/Button.tsx'
import { ColumnChoices, ColumnMenu } from '../../components/ColumnMenu.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import type { Column } from '../../components/table-column.ts'
import { Menu, MenuItem, MenuLine } from '../../components/Menu.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { downloadText, toCsv, toTsv } from '../../components/table-export.ts'
import { orderedColumns, parseLayout, plainLayout, isHidden, type TableLayout } from '../../components/table-layout.ts'
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
  const { place: toolbar } = useToolbar()
  return (
    <>
      {/* It stands while the list loads anew by its choice. */}
      {toolbar !== null && createPortal(props.actions, toolbar)}
      <Listed {...props} />
    </>
  )
}

function Listed<Row>(props: BlotterProps<Row>) {
  const [layout, setLayout] = useKept(`table-${props.name}`, plainLayout, parseLayout)
  const { place: toolbar, isTight } = useToolbar()
  const isNarrow = useIsNarrow()
  if (props.rows.state === 'LOADING') return <Skeleton lines={3} label={`Loading ${props.label}`} />
  if (props.rows.state === 'FAILED') return <CouldNotLoad what={props.label} words={props.rows.words} retry={props.rows.retry} />
  const rows = props.rows.data
  if (isNarrow && props.compact !== undefined) {
    const onOpen = props.onOpen ?? props.onSelect
    return <CompactList {...props} {...(onOpen === undefined ? {} : { onOpen })} rows={rows} compact={props.compact} />
  }
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
  const download = () => downloadText(`${props.name}.csv`, toCsv(exported, rows), 'text/csv')
  return (
    <>
      {toolbar !== null &&
        createPortal(<TableTools {...{ copy, download, layout, isTight }} columns={props.columns} onLayout={setLayout} />, toolbar)}
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

type TableToolsProps<Row> = Pick<BlotterProps<Row>, 'columns'> & {
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  readonly copy: () => void
  readonly download: () => void
  readonly isTight: boolean
}

/** Copy, file and columns, behind one button where there is no room for three. */
function TableTools<Row>({ copy, download, isTight, ...columns }: TableToolsProps<Row>) {
  if (!isTight)
    return (
      <>
        <IconButton label="Copy the table" onClick={copy}>
          <ClipboardCopy size={15} />
        </IconButton>
        <IconButton label="Export as CSV" data-export onClick={download}>
          <Download size={15} />
        </IconButton>
        <ColumnMenu {...columns} />
      </>
    )
  return (
    <>
      {/* The palette presses it, whether the menu is open or not. */}
      <button type="button" hidden data-export onClick={download} />
      <Menu
        align="end"
        trigger={
          <IconButton label="More of the table">
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem onSelect={copy}>Copy the table</MenuItem>
        <MenuItem onSelect={download}>Export as CSV</MenuItem>
        <MenuLine />
        <ColumnChoices {...columns} />
      </Menu>
    </>
  )
}
