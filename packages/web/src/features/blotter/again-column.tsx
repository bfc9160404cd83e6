/** The button and menu of a history row that repeat its RFQ. */
import { RotateCcw } from 'lucide-react'
import { IconButton } from '../../components/Button.tsx'
import type { Column } from '../../components/table-column.ts'
import { useNewRfqReason } from '../../live/trade-reasons.ts'
import type { Copied } from '../trade/actions.ts'
import { repeatOf } from './row/repeat-actions.ts'
import { RowMenu } from './row/RowMenu.tsx'

export const againColumn = <Row,>(copiedOf: (row: Row) => Copied | undefined): Column<Row> => ({
  id: 'again',
  heading: 'Ask again',
  isHeadingHidden: true,
  isExported: false,
  width: 64,
  fits: true,
  cell: (row) => {
    const copied = copiedOf(row)
    return (
      copied !== undefined && (
        <>
          <Again copied={copied} />
          <RowMenu actions={repeatOf(copied)} />
        </>
      )
    )
  },
  text: () => '',
})

function Again({ copied }: { readonly copied: Copied }) {
  const reason = useNewRfqReason()
  return (
    <IconButton
      label="Ask again"
      title={reason}
      keyOf={reason === undefined ? 'askAgain' : undefined}
      tabIndex={-1}
      aria-disabled={reason !== undefined || undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (reason === undefined) repeatOf(copied).askAgain?.()
      }}
    >
      <RotateCcw size={14} />
    </IconButton>
  )
}
