import type { Side } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../theme/class-names.ts'
import type { OrderLabels } from './order-labels.ts'
import styles from './OrderPair.module.css'
import { TradeButton } from './TradeButton.tsx'
import type { Offered } from './trade-press.ts'
import { useArm } from './use-arm.ts'

export type OrderSide = {
  readonly side: Side
  /** Undefined if there is nothing to send. */
  readonly words: OrderLabels | undefined
  /** Its price guard has a message, so a single click never sends it. */
  readonly isGuarded: boolean
  readonly reason: string | undefined
  /** Undefined if there is nothing to send. */
  readonly offered: Offered | undefined
  readonly onSend: () => void
}

type OrderPairProps = {
  /** Both sides, or the side of the order that is being amended. */
  readonly sides: readonly OrderSide[]
  /** Why nothing can be sent, whatever is typed. It is already shown above the buttons. */
  readonly closed: string | undefined
  readonly isOneClick: boolean
  /** The side whose order is being sent. */
  readonly sending: Side | undefined
  /** Leaves the order that is being amended as it is. */
  readonly onKeep: (() => void) | undefined
}

const sideWords = { BUY: 'Buy', SELL: 'Sell' } as const
const nobodyLooks = (): void => undefined

/** The buttons of an order entry. The first click asks, the second sends; with 1-click the first sends, unless the price is unusual. */
export function OrderPair({ sides, closed, isOneClick, sending, onKeep }: OrderPairProps) {
  const arm = useArm()
  return (
    <div className={classNames(styles['pair'], onKeep !== undefined && styles['changing'])}>
      {sides.map(({ side, words, isGuarded, reason, offered, onSend }) => (
        <TradeButton
          key={side}
          side={side}
          words={words}
          title={sideWords[side]}
          reason={closed ?? reason}
          isReasonSaid={closed !== undefined}
          state={offered === undefined ? 'IDLE' : arm.stateOf(offered)}
          worse={offered === undefined ? undefined : arm.wordsOf(offered)}
          isOneClick={isOneClick && !isGuarded}
          isGuarded={isGuarded}
          isSending={sending === side}
          armedAt={arm.asked}
          onFocus={nobodyLooks}
          onPress={() => offered !== undefined && arm.press(offered, isOneClick && !isGuarded ? 'ONE' : 'TWO', onSend)}
          onAttention={nobodyLooks}
        />
      ))}
      {onKeep !== undefined && <Button onClick={onKeep}>Keep order</Button>}
    </div>
  )
}
