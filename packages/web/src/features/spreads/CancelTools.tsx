import { Button } from '../../components/Button.tsx'
import { useScreenKeys } from '../../components/use-screen-keys.ts'
import { useCancelReason } from '../../live/trade-reasons.ts'
import { sides, type Side } from './model.ts'
import { countResting } from './own-orders.ts'
import styles from './SpreadPanel.module.css'
import { useSpreadMarket } from './spread-store.ts'
import { useSpreadCancelling } from './use-order-sending.ts'

const words = { BUY: 'Cancel all buys', SELL: 'Cancel all sells' } as const
const keys = { BUY: 'cancelBuys', SELL: 'cancelSells' } as const

/** Cancels all orders on a side, in every spread of the desk. */
export function CancelTools() {
  const orders = useSpreadMarket((market) => market.orders)
  const counts = { BUY: countResting(orders.values(), 'BUY'), SELL: countResting(orders.values(), 'SELL') }
  const reason = useCancelReason()
  const cancelling = useSpreadCancelling()
  const reasonFor = (side: Side) =>
    reason ?? (counts[side] === 0 ? `Your desk has no open ${side === 'BUY' ? 'buy' : 'sell'} orders.` : undefined)
  const cancel = (side: Side) => (reasonFor(side) === undefined ? () => void cancelling.side(side) : undefined)
  useScreenKeys({ cancelBuys: cancel('BUY'), cancelSells: cancel('SELL') })
  return (
    <div className={styles['cancel']}>
      {sides.map((side) => (
        <Button
          key={side}
          size="small"
          keyOf={keys[side]}
          isBusy={cancelling.isBusy(side)}
          disabledReason={reasonFor(side)}
          onClick={() => void cancelling.side(side)}
        >
          {words[side]} {counts[side]}
        </Button>
      ))}
    </div>
  )
}
