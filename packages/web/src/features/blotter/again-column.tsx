/** The button of a row of the past that asks the same again. */
import { RotateCcw } from 'lucide-react'
import { IconButton } from '../../components/Button.tsx'
import type { Column } from '../../components/table-column.ts'
import { startBuilder } from '../../live/screen-state.ts'
import { useNewRfqReason } from '../protection/use-protection.ts'
import { askAgain } from '../trade/actions.ts'

type Copied = Parameters<typeof askAgain>[0]

export const againColumn = <Row,>(copiedOf: (row: Row) => Copied): Column<Row> => ({
  id: 'again',
  heading: 'Ask again',
  isHeadingHidden: true,
  isExported: false,
  width: 40,
  fits: true,
  cell: (row) => <Again copied={copiedOf(row)} />,
  text: () => '',
})

function Again({ copied }: { readonly copied: Copied }) {
  const reason = useNewRfqReason()
  return (
    <IconButton
      label="Ask again"
      title={reason ?? 'Ask again (A)'}
      tabIndex={-1}
      aria-disabled={reason !== undefined || undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (reason === undefined) startBuilder({ kind: 'copy', copy: askAgain(copied) })
      }}
    >
      <RotateCcw size={14} />
    </IconButton>
  )
}
