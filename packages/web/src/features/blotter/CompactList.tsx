import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../../theme/class-names.ts'
import styles from './CompactList.module.css'

const ROW_PX = 57
const NEAR_END = 10

/** A tab's rows on a phone: two lines each, nothing to scroll sideways. */
export function CompactList<Row>(props: {
  readonly label: string
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly compact: (row: Row) => ReactNode
  readonly tone?: (row: Row) => 'closed' | 'mine' | 'fresh' | undefined
  readonly more?: (() => void) | undefined
  readonly empty: ReactNode
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    getItemKey: (index) => props.rowId(props.rows[index]!),
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last !== undefined && last.index >= props.rows.length - NEAR_END) props.more?.()
    },
  })
  if (props.rows.length === 0) return props.empty
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={0} role="region" aria-label={props.label}>
      <ul className={styles['list']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = props.rows[index]!
          return (
            <li
              key={key}
              className={classNames(styles['row'], props.tone?.(row) === 'mine' && styles['mine'])}
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
            >
              {props.compact(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
