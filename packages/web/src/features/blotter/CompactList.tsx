import { type ReactNode, useRef } from 'react'
import { useInSight, useMoreAtEnd } from '../../components/use-in-sight.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './CompactList.module.css'

const ROW_PX = 57
const NEAR_END = 10

type CompactProps<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly compact: (row: Row) => ReactNode
  readonly tone?: (row: Row) => 'closed' | 'mine' | 'fresh' | undefined
  readonly more?: (() => void) | undefined
  readonly onOpen?: (row: Row) => void
}

/** A tab's rows on a phone: two lines each, without sideways scrolling. */
export const CompactList = <Row,>({ empty, ...props }: CompactProps<Row> & { readonly empty: ReactNode }) =>
  props.rows.length === 0 ? empty : <Rows {...props} />

function Rows<Row>(props: CompactProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { length: count } = props.rows
  const places = useInSight(scroller, { count, rowPx: ROW_PX, beyond: 6 })
  useMoreAtEnd(places, { count, near: NEAR_END, more: props.more })
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={0} role="region" aria-label={props.label}>
      <ul className={styles['list']} style={{ height: count * ROW_PX }}>
        {places.map((index) => {
          const row = props.rows[index]!
          return (
            <li
              key={props.rowId(row)}
              className={classNames(styles['row'], props.tone?.(row) === 'mine' && styles['mine'])}
              style={{ height: ROW_PX, transform: `translateY(${index * ROW_PX}px)` }}
            >
              {props.onOpen === undefined ? (
                props.compact(row)
              ) : (
                <button type="button" className={styles['press']} onClick={() => props.onOpen?.(row)}>
                  {props.compact(row)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
