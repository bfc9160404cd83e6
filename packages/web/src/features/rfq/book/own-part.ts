/** The desk's part in an RFQ: its resting quotes, its trades, and their outcome. Pure. */
import { type CancelCause, isResting, type Order, type Role, type Trade } from '@parley/client'
import { displayOwnPart, ownStatus, quantityText } from '@parley/core'

export type OwnPart = {
  readonly bids: readonly Order[]
  readonly asks: readonly Order[]
  /** The quote that was cancelled last, if the desk has no live one. A rejection or the end of the RFQ does not count. */
  readonly pulled: Order | undefined
  /** Bought minus sold, agreed or settled. Undefined without trades. */
  readonly position: number | undefined
  readonly role: Role | undefined
  /** COMPLETED is shown as Filled. Undefined if the desk has no part in it. */
  readonly status: 'Open' | 'Filled' | undefined
}

export function ownPart(orders: readonly Order[] = [], trades: readonly Trade[] = []): OwnPart {
  const resting = orders.filter(isResting)
  const dealt = trades.filter((trade) => trade.state !== 'REJECTED')
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + Math.round(amount * 1e6), 0) / 1e6
  const amount = (trade: Trade) => Number(trade.quantity)
  const remaining = sum(resting.map((order) => Number(order.resting)))
  const filled = sum(dealt.map(amount))
  const completed = sum(dealt.filter((trade) => trade.state === 'FILLED').map(amount))
  const hasPart = resting.length > 0 || dealt.length > 0
  return {
    bids: resting.filter(({ side }) => side === 'BUY').sort((a, b) => Number(b.price) - Number(a.price)),
    asks: resting.filter(({ side }) => side === 'SELL').sort((a, b) => Number(a.price) - Number(b.price)),
    pulled: resting.length > 0 ? undefined : lastPulled(orders),
    position: dealt.length === 0 ? undefined : sum(dealt.map((trade) => amount(trade) * (trade.side === 'BUY' ? 1 : -1))),
    role: dealt.some(({ role }) => role === 'TAKER') ? 'TAKER' : hasPart ? 'MAKER' : undefined,
    status: hasPart ? displayOwnPart(ownStatus({ filled, remaining, completed })) : undefined,
  }
}

/** Cancelled by a person, a program, a limit, or because their access or connection ended. */
const pulls: ReadonlySet<CancelCause> = new Set([
  'USER',
  'MASS_CANCEL',
  'DISCONNECT',
  'DEAD_MAN',
  'TRADING_STOPPED',
  'ACCESS_ENDED',
  'PROTECTION',
])
const endedAt = ({ updatedAt, createdAt }: Order): number => updatedAt ?? createdAt

const lastPulled = (orders: readonly Order[]): Order | undefined =>
  orders
    .filter(
      ({ kind, canceled, cancelCause }) => kind === 'QUOTE' && Number(canceled) > 0 && cancelCause !== undefined && pulls.has(cancelCause),
    )
    .reduce<Order | undefined>((last, order) => (last === undefined || endedAt(order) >= endedAt(last) ? order : last), undefined)

/** The size of each resting quote: they are not summed. For three or more there is no room, so their number is shown. */
export function sizesText(resting: readonly Pick<Order, 'resting'>[]): string {
  const [first = '', ...rest] = resting.map((order) => quantityText(order.resting))
  if (rest.length < 2) return [first, ...rest].join(' · ')
  return rest.every((size) => size === first) ? `${resting.length}×${first}` : `${resting.length} quotes`
}
