/** The latest event on one side of a maker's quote: sent, response, fill or cancellation. Pure. */
import type { Order } from '@parley/client'
import { priceText, quantityText } from '@parley/core'
import { cancelReasonText, type PulledBy } from '../cancel-reasons.ts'
import type { LineRefusal } from './line-refusals.ts'
import type { MakerSide } from './maker-form.ts'
import { otherSide, sideWord } from './quote-lines.ts'
import type { OnItsWay } from '../../order-entry/Unanswered.tsx'

/** The last action on a side. Without a response, `refusal` and `answeredAt` are undefined. */
export type SidePress = OnItsWay & {
  /** `Bid 25 @ 0.0404`. */
  readonly words: string
  readonly answeredAt: number | undefined
  readonly refusal: LineRefusal | undefined
  /** The call has failed without a response. */
  readonly isLost?: boolean
}

export type SideOutcome = {
  /** SENT waits for the server. Only DONE has a tick. */
  readonly tone: 'SENT' | 'DONE' | 'REFUSED' | 'GONE'
  readonly words: string
  readonly at: number
  /** After the time. */
  readonly more: string | undefined
  /** Set while it has no response. */
  readonly onItsWay?: OnItsWay
}

type SideFacts = {
  readonly press: SidePress | undefined
  /** The desk's own orders in the RFQ, open and recently closed. */
  readonly orders: readonly Order[]
  readonly decimals: number
  readonly pulledBy: (order: Order) => PulledBy
}

/** Undefined if the side was never quoted. */
export function sideOutcome(side: MakerSide, { press, orders, decimals, pulledBy }: SideFacts): SideOutcome | undefined {
  const order = latest(orders.filter((one) => one.kind === 'QUOTE' && one.side === side))
  const happened = order === undefined ? undefined : orderOutcome(order, decimals, pulledBy)
  if (press !== undefined && press.answeredAt === undefined) {
    // The lists may show its outcome before the response arrives.
    const isShown = press.isLost === true && happened !== undefined && happened.at >= press.pressedAt
    return isShown ? happened : { tone: 'SENT', words: `${press.words} sent`, at: press.pressedAt, more: undefined, onItsWay: press }
  }
  if (press?.refusal === undefined) return happened
  const isOvertaken = happened !== undefined && happened.at > press.answeredAt!
  if (isOvertaken) return happened
  const stands = order?.state === 'OPEN' ? ` ${restsLabel(order, decimals)} still rests.` : ''
  const { words, of } = press.refusal
  const isForOther = of === 'OTHER_SIDE'
  const why = isForOther ? `The ${sideWord[otherSide[side]].toLowerCase()} was rejected, so neither side was changed.` : words
  return {
    tone: 'REFUSED',
    words: `${press.words} ${isForOther ? 'not placed' : 'rejected'}`,
    at: press.answeredAt!,
    more: `${why}${stands}`,
  }
}

/** An open order represents its side. Otherwise the order that changed last. */
function latest(orders: readonly Order[]): Order | undefined {
  const open = orders.filter(({ state }) => state === 'OPEN')
  return (open.length > 0 ? open : orders).reduce<Order | undefined>(
    (last, one) => (last === undefined || changedAt(one) >= changedAt(last) ? one : last),
    undefined,
  )
}

const changedAt = ({ updatedAt, createdAt }: Order): number => updatedAt ?? createdAt
const restsLabel = ({ resting, price }: Order, decimals: number): string => `${quantityText(resting)} @ ${priceText(price, decimals)}`

/** The outcome of one quote. */
export function orderOutcome(order: Order, decimals: number, pulledBy: (order: Order) => PulledBy): SideOutcome {
  const at = changedAt(order)
  const word = sideWord[order.side]
  const dealt = Number(order.agreed) > 0 ? `${order.side === 'BUY' ? 'bought' : 'sold'} ${quantityText(order.agreed)}` : undefined
  if (order.state === 'OPEN') {
    const rests = restsLabel(order, decimals)
    return dealt === undefined
      ? { tone: 'DONE', words: `${word} ${rests} accepted`, at, more: undefined }
      : { tone: 'DONE', words: `${word} ${dealt}, ${rests} rests`, at, more: undefined }
  }
  const price = priceText(order.price, decimals)
  if (Number(order.canceled) === 0) return { tone: 'DONE', words: `${word} ${dealt ?? 'closed'} @ ${price}`, at, more: undefined }
  const cause = cancelReasonText(order.cancelCause, pulledBy(order))
  const gone = dealt === undefined ? 'cancelled' : `${dealt} @ ${price}, ${quantityText(order.canceled)} cancelled`
  return { tone: 'GONE', words: `${word} ${gone}`, at, more: cause === '' ? undefined : cause }
}
