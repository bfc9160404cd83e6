/** The viewing desk's part in an RFQ: its resting quotes, its trades, and their outcome. Pure. */
import { type CancelCause, isResting, type Order, type Role, type Trade } from '@parley/client'
import { displayOwnPart, ownStatus, quantityText } from '@parley/core'

export type OwnPart = {
  readonly bids: readonly Order[]
  readonly asks: readonly Order[]
  /** The quote that was pulled last, while none rests; a refusal or an end of the RFQ pulls nothing. */
  readonly pulled: Order | undefined
  /** Bought less sold, agreed and settled; undefined where nothing was dealt. */
  readonly position: number | undefined
  readonly role: Role | undefined
  /** COMPLETED is shown as Filled. Undefined where the desk has no part in it. */
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

/** By a person, a program, a limit, or because something of them ended. */
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

/** Each resting quote's own size: they are not added up. From three on there is no room for each, and their number says more. */
export function sizesText(resting: readonly Pick<Order, 'resting'>[]): string {
  const [first = '', ...rest] = resting.map((order) => quantityText(order.resting))
  if (rest.length < 2) return [first, ...rest].join(' · ')
  return rest.every((size) => size === first) ? `${resting.length}×${first}` : `${resting.length} quotes`
}
