import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import type { OrderToSend } from './order-facts.ts'
import { closingOrder, closingReason } from './order-to-send.ts'
import type { Market, Position } from './model.ts'
import { orderTitle } from './order-text.ts'
import styles from './PerpetualPanel.module.css'
import { useDisabledReasons } from './use-perpetual-entry.ts'
import { usePerpetualSending } from './use-perpetual-sending.ts'

const ways = ['CLOSE', 'FLIP'] as const
type Way = (typeof ways)[number]
const titles = { CLOSE: 'Close', FLIP: 'Flip' } as const
const ARMED_MS = 4_000

/** The first click asks for confirmation and the second sends the order. */
export function ClosePair({ position, market }: { readonly position: Position; readonly market: Market }) {
  const reasons = useDisabledReasons(market)
  const { sending, send } = usePerpetualSending(market)
  const [armed, disarm] = useArmed(position)
  return (
    <span className={styles['pair']} onClick={(event) => event.stopPropagation()}>
      {ways.map((way) => {
        const order = closingOrder(position, way)
        const isArmed = armed.way === way
        const words = closingText(order, market)
        return (
          <Button
            key={way}
            size="small"
            kind={isArmed ? 'danger' : 'default'}
            aria-label={isArmed ? `Again: ${words}` : `${titles[way]} ${market.base}: ${words}`}
            title={words}
            isBusy={sending !== undefined && sending.isReduceOnly === order.isReduceOnly}
            disabledReason={(order.isReduceOnly ? reasons.closing : reasons.trading) ?? closingReason(order, market)}
            onClick={() => {
              if (!isArmed) return armed.arm(way)
              disarm()
              void send(order)
            }}
          >
            {isArmed ? 'Again' : titles[way]}
          </Button>
        )
      })}
      <span className="visually-hidden" role="status">
        {armed.way === undefined ? '' : `Press again within four seconds: ${closingText(closingOrder(position, armed.way), market)}`}
      </span>
    </span>
  )
}

/** `Sell 4.20000 at market, reduce-only`. */
const closingText = (order: OrderToSend, market: Market): string =>
  `${orderTitle(order, market)}${order.isReduceOnly ? ', reduce-only' : ''}`

/** A changed position means a different order, so the confirmation starts again. */
function useArmed({ quantity }: Position) {
  const [way, setWay] = useState<Way>()
  useEffect(() => setWay(undefined), [quantity])
  useEffect(() => {
    if (way === undefined) return
    const over = setTimeout(() => setWay(undefined), ARMED_MS)
    return () => clearTimeout(over)
  }, [way])
  return [{ way, arm: setWay }, () => setWay(undefined)] as const
}
