import { Search } from 'lucide-react'
import { Kbd } from '../../../components/Kbd.tsx'
import { runKey } from '../../../components/key-table.ts'
import { selectRfq, startBuilder } from '../../../live/screen-state.ts'
import { enterTable } from '../row/enter-table.ts'
import { isLikeLine } from '../../line/is-like-line.ts'
import styles from './FilterBar.module.css'
import type { RfqRows } from './use-rfq-rows.ts'
import { fetched } from '../../../components/fetched.tsx'

const LineHint = fetched(() => import('../../line/LineHint.tsx').then((part) => part.LineHint))

/** Filters while typing. Enter on an id opens that RFQ, and Enter on a structure that is not in the table opens the builder with it. */
export function FilterBox({ rows }: { readonly rows: Pick<RfqRows, 'text' | 'setText' | 'shown'> }) {
  const enter = () => {
    const [only] = rows.shown
    if (only !== undefined) return selectRfq(only.rfq)
    if (rows.text.trim() === '') return
    // The builder returns the focus to where it was. If it stayed in the box, the next key would be typed there.
    enterTable()
    rows.setText('')
    startBuilder({ kind: 'text', text: rows.text.trim() })
  }
  return (
    <div className={styles['box']}>
      <Search size={13} className={styles['glass']} aria-hidden="true" />
      <input
        data-table-filter
        className={styles['input']}
        type="search"
        aria-label="Filter, or paste an RFQ"
        placeholder="Filter, or paste an RFQ…"
        spellCheck={false}
        value={rows.text}
        onChange={(event) => rows.setText(event.target.value)}
        onKeyDown={(event) => {
          const isTaken = runKey(event, { enter, enterTable, back: rows.text === '' ? undefined : () => rows.setText('') })
          if (isTaken) event.stopPropagation()
        }}
      />
      <span className={styles['key']}>
        <Kbd of="filter" />
      </span>
      {rows.shown.length === 0 && isLikeLine(rows.text) && <LineHint text={rows.text} onText={rows.setText} />}
    </div>
  )
}
