import { DataTable, type DataTableProps } from '../../components/DataTable.tsx'
import { parseLayout, plainLayout, type TableLayout } from '../../components/table-layout.ts'
import { useKept } from '../../live/use-kept-setting.ts'

type KeptTableProps<Row> = Omit<DataTableProps<Row>, 'layout' | 'onLayout'> & {
  /** The name under which the user's columns are kept in the browser. */
  readonly kept: string
}

/** A table that keeps its columns as the user arranges them. */
export function KeptTable<Row>({ kept, ...table }: KeptTableProps<Row>) {
  const [layout, setLayout] = useKept<TableLayout>(kept, plainLayout, parseLayout)
  return <DataTable<Row> {...table} layout={layout} onLayout={setLayout} />
}
