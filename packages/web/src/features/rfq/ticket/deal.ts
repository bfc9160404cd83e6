/** A taker's order as it would be sent, and its immediate result. Every text in the ticket is derived from this value. Pure. */
import { parsePrice, parseQuantity, PRICE_DECIMALS, QUANTITY_DECIMALS } from '@parley/core'
import type { OrderTerms, Side } from '@parley/client'

/** One quote that it would trade with, and its maker if the viewer may know it. */
export type Fill = { readonly maker: string | undefined; readonly price: string; readonly quantity: string }

/** The immediate result of an order. */
export type OnArrival = {
  readonly fills: readonly Fill[]
  readonly rests: string
  readonly canceled: string
  /** The prices of the desk's own orders that it cancels. */
  readonly takesBack: readonly string[]
}

export type Execution = 'ALL_OR_NONE' | 'IMMEDIATE' | 'RESTS' | 'RESTS_HIDDEN'

export type Deal = OnArrival & {
  readonly side: Side
  readonly quantity: string
  /** The limit that is sent. */
  readonly price: string
  readonly execution: Execution
  /** The number of accounts that it is split over, or 0 for one account. */
  readonly accounts: number
  /** The desk's own limit that it replaces. */
  readonly replaces?: Replaced | undefined
}

export type Replaced = { readonly price: string; readonly quantity: string; readonly keepsPlace: boolean }

type SentTerms = Pick<OrderTerms, 'side' | 'quantity' | 'timeInForce' | 'isHidden' | 'allocations'>

/** `price` is that of the structure. The terms of an order book have leg prices. */
export const dealOf = (terms: SentTerms, price: string, onArrival: OnArrival, replaces?: Replaced): Deal => ({
  ...onArrival,
  side: terms.side,
  quantity: terms.quantity,
  price,
  execution: executionOf(terms),
  accounts: terms.allocations?.length ?? 0,
  replaces,
})

function executionOf({ timeInForce, isHidden, allocations }: SentTerms): Execution {
  if (timeInForce === 'FOK' || allocations !== undefined) return 'ALL_OR_NONE'
  if (timeInForce === 'IOC') return 'IMMEDIATE'
  return isHidden === true ? 'RESTS_HIDDEN' : 'RESTS'
}

const MONEY_DECIMALS = PRICE_DECIMALS + QUANTITY_DECIMALS

/** The exact sums of the fills: the quantity in millionths and the money with 14 decimals. */
export function sumOf(fills: readonly Fill[]): { readonly quantity: bigint; readonly money: bigint } {
  let [quantity, money] = [0n, 0n]
  for (const fill of fills) {
    const size = BigInt(parseQuantity(fill.quantity) ?? 0)
    quantity += size
    money += BigInt(parsePrice(fill.price) ?? 0) * size
  }
  return { quantity, money }
}

/** Decimal text of an exact sum, rounded to this many decimals. */
export const moneyText = (money: bigint, decimals: number): string => fixedText(money, MONEY_DECIMALS, decimals)

/** The average price. Undefined if nothing trades immediately. */
export function averageOf(fills: readonly Fill[], decimals: number): string | undefined {
  const { quantity, money } = sumOf(fills)
  // The quotient has two more decimals than are shown, which are then rounded.
  const scale = BigInt(decimals + 2)
  return quantity === 0n
    ? undefined
    : fixedText((money * 10n ** scale) / (quantity * 10n ** BigInt(PRICE_DECIMALS)), decimals + 2, decimals)
}

/**
 * The position that the order would create: the part that trades immediately at its own price, and the resting part at the limit. Undefined if
 * nothing trades.
 */
export function heldAfter(
  { fills, rests }: Pick<OnArrival, 'fills' | 'rests'>,
  limit: string,
): { readonly quantity: string; readonly price: string } | undefined {
  if (fills.length === 0) return undefined
  const parts = Number(rests) > 0 ? [...fills, { maker: undefined, price: limit, quantity: rests }] : fills
  return { quantity: dealtQuantity(parts), price: trimmed(averageOf(parts, PRICE_DECIMALS)!, 0) }
}

export const dealtQuantity = (fills: readonly Fill[]): string =>
  trimmed(fixedText(sumOf(fills).quantity, QUANTITY_DECIMALS, QUANTITY_DECIMALS), 0)

function fixedText(value: bigint, scale: number, decimals: number): string {
  const unit = 10n ** BigInt(scale - decimals)
  const size = ((value < 0n ? -value : value) + unit / 2n) / unit
  const digits = size.toString().padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return value < 0n && size !== 0n ? `-${text}` : text
}

/** Without trailing zeros beyond this many decimals. */
export function trimmed(text: string, least: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}
