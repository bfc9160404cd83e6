import type { ReactNode } from 'react'
import styles from './Panel.module.css'

/** A titled part of the console, divided from the next by a hairline. */
export const Panel = (props: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) => (
  <section className={styles['panel']} aria-label={props.title}>
    <header className={styles['head']}>
      <h2 className={styles['title']}>{props.title}</h2>
      {props.aside !== undefined && <span className={styles['aside']}>{props.aside}</span>}
    </header>
    {props.children}
  </section>
)

export type ConsoleColumn<Row> = {
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'end'
  /** Left out where the screen is narrow. */
  readonly isExtra?: boolean
}

type TableProps<Row> = {
  readonly label: string
  readonly columns: readonly ConsoleColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly tone?: (row: Row) => 'warn' | 'danger' | undefined
  /** Shown instead of rows. */
  readonly empty: ReactNode
}

/** A short table that scrolls sideways on a narrow screen. The console has dozens of rows, so none is virtual. */
export function ConsoleTable<Row>({ label, columns, rows, rowId, tone, empty }: TableProps<Row>) {
  if (rows.length === 0) return <div className={styles['empty']}>{empty}</div>
  const classOf = ({ align, isExtra }: ConsoleColumn<Row>) =>
    [align === 'end' ? styles['end'] : '', isExtra ? styles['extra'] : ''].join(' ')
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.heading} scope="col" className={classOf(column)}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} className={styles[tone?.(row) ?? 'plain']}>
              {columns.map((column) => (
                <td key={column.heading} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
