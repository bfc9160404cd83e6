import { Button } from '../../components/Button.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { openDialog, showBottom } from '../../live/screen-state.ts'
import { useUser } from '../../live/session.ts'
import { useNewRfqReason } from '../../live/trade-reasons.ts'
import { enterTable } from './row/enter-table.ts'

/** The next step of a desk whose list is still empty: a taker sends an RFQ, and a maker quotes one. */
export function FirstStep() {
  const isNarrow = useIsNarrow()
  const isMaker = useUser().trading_desk?.is_maker === true
  const reason = useNewRfqReason()
  if (!isMaker)
    return (
      <Button size="small" keyOf="newRfq" disabledReason={reason} onClick={() => openDialog('new-rfq')}>
        Create RFQ
      </Button>
    )
  // On a phone the list covers the RFQs.
  return (
    <Button size="small" onClick={() => (isNarrow ? showBottom(false) : enterTable())}>
      Go to the RFQs
    </Button>
  )
}
