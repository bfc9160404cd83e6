import { ClipboardCopy, Download, Ellipsis } from 'lucide-react'
import { IconButton } from '../../components/Button.tsx'
import { ColumnChoices, ColumnMenu } from '../../components/ColumnMenu.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/Menu.tsx'
import type { Column } from '../../components/table-column.ts'
import { downloadText, toCsv, toTsv } from '../../components/table-export.ts'
import { isHidden, orderedColumns, type TableLayout } from '../../components/table-layout.ts'
import { toast } from '../../components/toasts.ts'

type TableToolsProps<Row> = {
  /** The file name. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** The rows that are copied and exported. */
  readonly rows: readonly Row[]
  readonly isTight: boolean
}

/** Copy, export and columns in one menu, if there is no room for three buttons. */
export function TableTools<Row>({ name, rows, isTight, ...table }: TableToolsProps<Row>) {
  const exported = orderedColumns(table.columns, table.layout.order).filter(
    (column) => (column.isExported ?? !isHidden(column, table.layout)) && column.heading !== '',
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
          text: 'Allow clipboard access for this page and try again.',
        }),
      )
  const download = () => downloadText(`${name}.csv`, toCsv(exported, rows), 'text/csv')
  if (!isTight)
    return (
      <>
        <IconButton label="Copy the table" onClick={copy}>
          <ClipboardCopy size={15} />
        </IconButton>
        <IconButton label="Export as CSV" data-export onClick={download}>
          <Download size={15} />
        </IconButton>
        <ColumnMenu {...table} />
      </>
    )
  return (
    <>
      {/* The command palette clicks this button, whether the menu is open or not. */}
      <button type="button" hidden data-export onClick={download} />
      <Menu
        align="end"
        trigger={
          <IconButton label="More table actions">
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem onSelect={copy}>Copy the table</MenuItem>
        <MenuItem onSelect={download}>Export as CSV</MenuItem>
        <MenuLine />
        <ColumnChoices {...table} />
      </Menu>
    </>
  )
}
