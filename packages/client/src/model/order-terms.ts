/**
 * The terms of an order, converted to each dialect. A term that the dialect does not support is refused here, because omitting it would send a
 * different order.
 */
import type { Allocation, TimeInForce } from './order.ts'
import type { Side } from './rfq.ts'

type Price =
  /** The price of the structure, for a single leg or a taker's cross. */
  | { readonly price: string; readonly legPrices?: undefined }
  /** One price for every leg of the structure. */
  | { readonly price?: undefined; readonly legPrices: readonly { readonly instrumentId: number; readonly price: string }[] }

type Options = {
  /** The default is GTC. */
  readonly timeInForce?: TimeInForce | undefined
  readonly isPostOnly?: boolean | undefined
  readonly isHidden?: boolean | undefined
  /** The default is the desk's default account. */
  readonly account?: string | undefined
  /** In place of the account, for an order that never rests: it trades in full or not at all. */
  readonly allocations?: readonly Allocation[] | undefined
  readonly clientOrderId?: string | undefined
  readonly label?: string | undefined
  /** The latest time at which the market may decide it, in milliseconds by the server's clock. Later it is refused with OrderTooLate. */
  readonly notAfter?: number | undefined
}

export type OrderTerms = Price & Options & { readonly side: Side; readonly quantity: string }
/** An empty client order id removes it. */
export type OrderChanges = Partial<Omit<OrderTerms, 'side'>>

const DRFQ_WORDS: Partial<Record<TimeInForce, 'GOOD_TILL_CANCELED' | 'FILL_OR_KILL'>> = { GTC: 'GOOD_TILL_CANCELED', FOK: 'FILL_OR_KILL' }

export function drfqTerms({ timeInForce, isPostOnly, isHidden, ...terms }: OrderChanges) {
  if (isPostOnly === true) throw new TypeError('The direct dialect has no post-only orders.')
  return {
    ...inBoth(terms),
    account_name: terms.account,
    type: isHidden === undefined ? undefined : isHidden ? ('HIDDEN' as const) : ('LIMIT' as const),
    time_in_force: timeInForce && drfqWord(timeInForce),
  }
}

function drfqWord(timeInForce: TimeInForce): 'GOOD_TILL_CANCELED' | 'FILL_OR_KILL' {
  const word = DRFQ_WORDS[timeInForce]
  if (word === undefined) throw new TypeError(`The direct dialect accepts GTC and FOK, not ${timeInForce}.`)
  return word
}

export function grfqTerms({ timeInForce, isPostOnly, isHidden, ...terms }: OrderChanges) {
  return {
    ...inBoth(terms),
    account: terms.account,
    post_only: isPostOnly,
    is_hidden: isHidden,
    ioc: timeInForce && isImmediate(timeInForce, terms.allocations !== undefined),
  }
}

/** An order over several accounts always trades in full or not at all, which is the only FOK of an order book. */
function isImmediate(timeInForce: TimeInForce, isAllocated: boolean): boolean {
  if (timeInForce === 'GTC') return false
  if (timeInForce === 'IOC' || (timeInForce === 'FOK' && isAllocated)) return true
  throw new TypeError(`The order-book dialect accepts GTC and IOC, not ${timeInForce}.`)
}

const inBoth = ({ quantity, price, legPrices, allocations, clientOrderId, label, notAfter }: OrderChanges) => ({
  quantity,
  price,
  legs: legPrices?.map((leg) => ({ instrument_id: leg.instrumentId, price: leg.price })),
  allocations: allocations?.map((part) => ({ account_name: part.account, quantity: part.quantity })),
  client_order_id: clientOrderId,
  label,
  not_after: notAfter,
})
