import type { KeyboardEvent, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { DataTable } from '../../components/DataTable.tsx'
import type { Column } from '../../components/table-column.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { parseLayout, plainLayout, type TableLayout } from '../../components/table-layout.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import type { Loadable } from '../../live/loadable.ts'
import { CompactList } from './CompactList.tsx'
import { TableTools } from './TableTools.tsx'
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
  /** A click or Enter opens the row, if rows cannot be selected. */
  readonly onOpen?: (row: Row) => void
  readonly onRowKey?: (row: Row, event: KeyboardEvent) => void
  /** A row on a phone, in two lines. Without it the table scrolls sideways. */
  readonly compact?: (row: Row) => ReactNode
  /** The caller's own layout, if the rows depend on it. */
  readonly kept?: readonly [TableLayout, (layout: TableLayout) => void]
  /** The rows to copy and export, if they differ from the visible ones. */
  readonly exported?: readonly Row[]
  /** Rows appear under group headings. */
  readonly areArranged?: true
  /** Shown before copy, export and columns. */
  readonly actions?: ReactNode
}

/** One tab of the bottom panel: a table with its loading, error and empty states, which can be copied and exported as shown. */
export function Blotter<Row>(props: BlotterProps<Row>) {
  const { place: toolbar } = useToolbar()
  return (
    <>
      {/* It stays visible while its choice reloads the list. */}
      {toolbar !== null && createPortal(props.actions, toolbar)}
      <Listed {...props} />
    </>
  )
}

function Listed<Row>(props: BlotterProps<Row>) {
  const own = useKept(`table-${props.name}`, plainLayout, parseLayout)
  const [layout, setLayout] = props.kept ?? own
  const { place: toolbar, isTight } = useToolbar()
  const isNarrow = useIsNarrow()
  if (props.rows.state === 'LOADING') return <Skeleton lines={3} label={`Loading ${props.label}`} />
  if (props.rows.state === 'FAILED') return <CouldNotLoad what={props.label} words={props.rows.words} retry={props.rows.retry} />
  const rows = props.rows.data
  if (isNarrow && props.compact !== undefined) {
    const onOpen = props.onOpen ?? props.onSelect
    return <CompactList {...props} {...(onOpen === undefined ? {} : { onOpen })} rows={rows} compact={props.compact} />
  }
  return (
    <>
      {toolbar !== null &&
        createPortal(
          <TableTools
            {...{ layout, isTight }}
            name={props.name}
            columns={props.columns}
            rows={props.exported ?? rows}
            onLayout={setLayout}
          />,
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
        {...(props.areArranged && { areArranged: true })}
        {...(props.tone === undefined ? {} : { tone: props.tone })}
        {...(props.onSelect === undefined ? {} : { onSelect: props.onSelect })}
        {...(props.onOpen === undefined ? {} : { onOpen: props.onOpen })}
        {...(props.onRowKey === undefined ? {} : { onRowKey: props.onRowKey })}
      />
    </>
  )
}
