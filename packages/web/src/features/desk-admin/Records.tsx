import type { ReactNode } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import type { Column } from '../../components/table-column.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { parseLayout, plainLayout } from '../../components/table-layout.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import type { Loadable } from '../../live/loadable.ts'
import styles from './Records.module.css'

type RecordsProps<Row> = {
  /** The name under which the browser saves the columns. */
  readonly name: string
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: Loadable<readonly Row[]>
  readonly rowId: (row: Row) => string
  /** The column that titles a card. The first column if not set. */
  readonly titleId?: string
  readonly empty: ReactNode
  readonly tone?: (row: Row) => 'closed' | 'mine' | undefined
  readonly more?: (() => void) | undefined
}

/** A table, or one card per row on a phone. */
export function Records<Row>(props: RecordsProps<Row>) {
  const [layout, setLayout] = useKept(`table-${props.name}`, plainLayout, parseLayout)
  const isNarrow = useIsNarrow()
  if (props.rows.state === 'LOADING') return <Skeleton lines={6} label={`Loading ${props.label}`} />
  if (props.rows.state === 'FAILED') return <CouldNotLoad what={props.label} words={props.rows.words} retry={props.rows.retry} />
  const rows = props.rows.data
  if (isNarrow) return rows.length === 0 ? <>{props.empty}</> : <Cards {...props} rows={rows} />
  return (
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
    />
  )
}

function Cards<Row>({ label, columns, rows, rowId, titleId, more }: Omit<RecordsProps<Row>, 'rows'> & { readonly rows: readonly Row[] }) {
  const title = columns.find((column) => column.id === titleId) ?? columns[0]
  const rest = columns.filter((column) => column !== title)
  const facts = rest.filter((column) => column.isHeadingHidden !== true)
  const buttons = rest.filter((column) => column.isHeadingHidden === true)
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={rowId(row)} className={styles['card']}>
          <div className={styles['title']}>{title?.cell(row)}</div>
          <dl className={styles['facts']}>
            {facts.map((column) => (
              <div key={column.id} className={styles['fact']}>
                <dt>{column.heading}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
          {buttons.map((column) => (
            <div key={column.id} className={styles['buttons']}>
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
      {more !== undefined && (
        <li className={styles['more']}>
          <Button onClick={more}>Show more</Button>
        </li>
      )}
    </ul>
  )
}
