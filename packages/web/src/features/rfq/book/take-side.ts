/** One side of the taker's entry in a market: the IOC that would be sent, and what it would do now. Pure. */
import type { Allocation, Book, BookLevel } from '@parley/client'
import { formatQuantity, parsePrice, parseQuantity, type Quantity, quantityText } from '@parley/core'
import { dealOf, type OnArrival } from '../ticket/deal.ts'
import { reached } from '../ticket/taker-form.ts'
import type { TradeSide } from '../ticket/TradePair.tsx'
import type { SideOfForm } from './use-quote-form.ts'

type TakenSide = Pick<SideOfForm, 'side' | 'price' | 'quantity' | 'verdict' | 'isBlank' | 'reason'>

/** The order of a side and its expected result. `parts` are the quantities of an order over several accounts. */
export function takeSide(one: TakenSide, book: Book, parts: readonly Allocation[] | undefined, closed: string | undefined): TradeSide {
  const { side, price, quantity, verdict, isBlank } = one
  const reason = closed ?? one.reason ?? nothingThere(one) ?? (parts === undefined ? undefined : notWhole(one))
  if (isBlank || quantity === undefined || quantity === '') return { side, quantity, price: undefined, deal: undefined, reason }
  const onArrival: OnArrival =
    verdict === undefined
      ? { ...withinLimit(side === 'BUY' ? book.asks : book.bids, one), rests: '0', takesBack: [] }
      : { ...verdict, fills: verdict.deals.map((deal) => ({ maker: undefined, ...deal })), takesBack: [] }
  const terms = { side, quantity, timeInForce: 'IOC' as const, ...(parts === undefined ? {} : { allocations: parts }) }
  return { side, quantity, price, deal: dealOf(terms, price, onArrival), reason }
}

/** The visible quotes of others within the limit. Used if the rules could not be loaded. */
function withinLimit(levels: readonly BookLevel[], { side, price, quantity = '' }: TakenSide): Pick<OnArrival, 'fills' | 'canceled'> {
  const size = parseQuantity(quantity)
  if (size === undefined) return { fills: [], canceled: '0' }
  const others = levels.filter(({ isOwn }) => !isOwn)
  const { fills, quantity: there } = reached(others, size, side, parsePrice(price))
  return { fills, canceled: String((size - there) / 1e6) }
}

/** An order over several accounts is all or none (rulebook 5.20). */
function notWhole({ verdict, quantity = '' }: TakenSide): string | undefined {
  if (verdict === undefined || Number(verdict.canceled) === 0) return undefined
  const there = formatQuantity(((parseQuantity(quantity) ?? 0) - (parseQuantity(verdict.canceled) ?? 0)) as Quantity)
  return `An order over several accounts is all or none. Only ${quantityText(there)} of ${quantityText(quantity)} is available within that limit.`
}

/** An order that would not fill is not sent by mistake. Hidden quotes may exist, so this is a message and not a rejection by the server. */
const nothingThere = ({ verdict, side }: TakenSide): string | undefined =>
  verdict !== undefined && verdict.refused === undefined && verdict.deals.length === 0
    ? `No ${side === 'BUY' ? 'offers' : 'bids'} within that limit.`
    : undefined
