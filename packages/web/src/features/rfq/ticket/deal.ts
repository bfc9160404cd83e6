/** A taker's order as it would be sent, with what it does now. Everything that a ticket says of it is read off this value. Pure. */
import { parsePrice, parseQuantity, PRICE_DECIMALS, QUANTITY_DECIMALS } from '@parley/core'
import type { OrderTerms, Side } from '@parley/client'

/** One quote that it would trade with; the maker where it may be known. */
export type Fill = { readonly maker: string | undefined; readonly price: string; readonly quantity: string }

/** The outcome of an order the moment it arrives. */
export type OnArrival = {
  readonly fills: readonly Fill[]
  readonly rests: string
  readonly canceled: string
  /** The prices of own orders that it takes back. */
  readonly takesBack: readonly string[]
}

export type Execution = 'ALL_OR_NONE' | 'IMMEDIATE' | 'RESTS' | 'RESTS_HIDDEN'

export type Deal = OnArrival & {
  readonly side: Side
  readonly quantity: string
  /** The limit that is sent. */
  readonly price: string
  readonly execution: Execution
  /** The accounts that it is split over; none where it is of one. */
  readonly accounts: number
  /** The own limit that it takes the place of. */
  readonly replaces?: Replaced | undefined
}

export type Replaced = { readonly price: string; readonly quantity: string; readonly keepsPlace: boolean }

type SentTerms = Pick<OrderTerms, 'side' | 'quantity' | 'timeInForce' | 'isHidden' | 'allocations'>

/** `price` is the structure's: the terms of an order book have those of the legs. */
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

/** Plain decimal text of an exact sum, rounded to so many decimals. */
export const moneyText = (money: bigint, decimals: number): string => fixedText(money, MONEY_DECIMALS, decimals)

/** The average price; undefined where nothing trades at once. */
export function averageOf(fills: readonly Fill[], decimals: number): string | undefined {
  const { quantity, money } = sumOf(fills)
  // A quotient with two decimals more than are shown, which are rounded away again.
  const scale = BigInt(decimals + 2)
  return quantity === 0n
    ? undefined
    : fixedText((money * 10n ** scale) / (quantity * 10n ** BigInt(PRICE_DECIMALS)), decimals + 2, decimals)
}

/** The holding that the order makes: the part that trades at once at its own price, the part that rests at the limit. Undefined where nothing trades. */
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

/** Without zeros at its end, but for so many decimals. */
export function trimmed(text: string, least: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}
