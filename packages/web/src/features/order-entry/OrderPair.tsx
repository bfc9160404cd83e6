import type { Side } from '@parley/client'
import { formatPrice, formatQuantity, type Price, type Quantity } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../theme/class-names.ts'
import type { OrderLabels } from './order-labels.ts'
import styles from './OrderPair.module.css'
import type { SideGuard } from './side-guard.ts'
import { PriceOnceMore } from './PriceOnceMore.tsx'
import { TradeButton } from './TradeButton.tsx'
import type { Offered } from './trade-press.ts'
import type { TypedAgain } from './typed-again.ts'
import { useArm } from './use-arm.ts'

type PairOrder = { readonly price?: Price | undefined }

/** The state of an order entry, as far as its buttons need it. */
type PairEntry<Order> = {
  /** The order of each side, or the reason why there is none. */
  readonly drafts: Readonly<Record<Side, { readonly order?: Order | undefined; readonly reason?: string | undefined }>>
  readonly guards: Readonly<Record<Side, SideGuard>>
  readonly sending: { readonly sending: { readonly side: Side } | undefined }
  /** Why nothing can be sent, whatever is typed. It is already shown above the buttons. */
  readonly closed: string | undefined
  readonly send: (order: Order) => Promise<void>
}

type OrderPairProps<Order> = {
  readonly entry: PairEntry<Order>
  /** Both sides, or the side of the order that is being amended. */
  readonly sides: readonly Side[]
  readonly wordsOf: (order: Order) => OrderLabels
  readonly sizeOf: (order: Order) => Quantity
  /** Everything that was typed and chosen: a pending confirmation belongs to one exact order. */
  readonly entered: readonly (string | number | boolean | undefined)[]
  readonly isOneClick?: boolean
  /** Whether a colleague has to approve the order. */
  readonly needsApproval: (order: Order) => boolean
  /** Leaves the order that is being amended as it is. */
  readonly onKeep: (() => void) | undefined
}

const sideWords = { BUY: 'Buy', SELL: 'Sell' } as const

/** The buttons of an order entry. The first click asks, the second sends; with 1-click the first sends, unless the price is unusual. */
export function OrderPair<Order extends PairOrder>({
  entry,
  sides,
  wordsOf,
  sizeOf,
  entered,
  isOneClick = false,
  needsApproval,
  onKeep,
}: OrderPairProps<Order>) {
  const arm = useArm()
  const { drafts, guards, closed } = entry
  const button = (side: Side) => {
    const { order, reason } = drafts[side]
    const offered: Offered | undefined = order && {
      ...{ side, quantity: formatQuantity(sizeOf(order)), limit: order.price === undefined ? '0' : formatPrice(order.price) },
      ...{ average: undefined, entered: entered.join(' '), stale: undefined },
    }
    const isGuarded = guards[side].says !== undefined
    const way = isOneClick && !isGuarded ? 'ONE' : 'TWO'
    return (
      <TradeButton
        key={side}
        side={side}
        words={order === undefined ? undefined : wordsOf(order)}
        title={sideWords[side]}
        reason={closed ?? reason ?? guards[side].reason}
        fitting={closed ?? fittingReason(reason)}
        isReasonSaid={closed !== undefined}
        state={offered === undefined ? 'IDLE' : arm.stateOf(offered)}
        worse={offered === undefined ? undefined : arm.wordsOf(offered)}
        isOneClick={way === 'ONE'}
        isGuarded={isGuarded}
        needsApproval={order !== undefined && needsApproval(order)}
        isSending={entry.sending.sending?.side === side}
        armedAt={arm.asked}
        onPress={() => order !== undefined && offered !== undefined && arm.press(offered, way, () => void entry.send(order))}
      />
    )
  }
  return (
    <div className={classNames(styles['pair'], onKeep !== undefined && styles['changing'])}>
      {sides.map(button)}
      {onKeep !== undefined && <Button onClick={onKeep}>Keep order</Button>}
    </div>
  )
}

/** A longer reason would be cut in a button. */
const FITS_BUTTON = 70

/** The first sentence of a reason that does not fit. */
const fittingReason = (reason: string | undefined): string | undefined =>
  reason === undefined || reason.length <= FITS_BUTTON ? reason : /^.*?\.(?= )|^.*$/.exec(reason)![0]

/** A reason that does not fit, below the buttons. */
export const LongReason = ({ of }: { readonly of: string | undefined }) =>
  of === undefined || of.length <= FITS_BUTTON ? null : <p className={styles['reason']}>{of}</p>

type AskedAgainProps = {
  readonly entry: Pick<PairEntry<unknown>, 'guards'> & { readonly typed: TypedAgain }
  readonly sides: readonly Side[]
  readonly step: string
}

/** The field for a price that has to be typed again. It is below the buttons, which keep their place when it appears. */
export const AskedAgain = ({ entry: { guards, typed }, sides, step }: AskedAgainProps) =>
  sides.some((side) => guards[side].again !== undefined) ? <PriceOnceMore of="Price" typed={typed} step={step} /> : null
