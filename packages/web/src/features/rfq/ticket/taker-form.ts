/** A taker's order derived from the book: the price at which the quantity is available, and its cost. Pure. */
import { formatPrice, formatQuantity, parsePrice, parseQuantity, type Price, type Quantity, quantityText } from '@parley/core'
import type { Book, BookLevel, Rfq } from '@parley/client'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { typedPrice } from '../typed-price.ts'
import type { Fill } from './deal.ts'

export type TakerSide = 'BUY' | 'SELL'
/** NOW is all or none and immediate. The other two rest, visible to makers or hidden. */
export type TakerWay = 'NOW' | 'LIMIT' | 'HIDDEN'

export type TakerOffer = {
  readonly side: TakerSide
  readonly price: string | undefined
  readonly quantity: string | undefined
  /** Why the button is disabled. */
  readonly reason: string | undefined
  /** How many makers it would trade with now. */
  readonly makers: number
  /** The quotes that it would trade with now, and the remaining quantity. */
  readonly fills: readonly Fill[]
  readonly rests: string
}

export type TakerForm = { readonly price: EnteredNumber; readonly quantity: EnteredNumber; readonly way: TakerWay }

export function takerOffer(side: TakerSide, form: TakerForm, book: Book, remaining: string): TakerOffer {
  const levels = side === 'BUY' ? book.asks : book.bids
  const quantity = form.quantity === undefined ? undefined : parseQuantity(form.quantity)
  const none = { side, price: undefined, quantity: undefined, makers: 0, fills: [], rests: '0' }
  if ((parseQuantity(remaining) ?? 0) <= 0) return { ...none, reason: 'Fully traded. Settling at the venue.' }
  if (form.quantity === undefined) return { ...none, reason: 'Enter a valid quantity.' }
  if (quantity === undefined || quantity <= 0) return { ...none, reason: 'Enter a quantity.' }
  if (quantity > (parseQuantity(remaining) ?? 0)) return { ...none, reason: `Only ${quantityText(remaining)} of this RFQ remains.` }
  const limit = form.price === '' ? undefined : typedPrice(form.price)
  if (limit?.reason !== undefined) return { ...none, reason: limit.reason }
  const typed = limit?.price
  const reach = reached(levels, quantity, side, typed)
  const amount = formatQuantity(quantity)
  if (form.way === 'NOW' && !reach.isWhole) {
    const there = formatQuantity(reach.quantity)
    const reason =
      reach.quantity === 0
        ? `No maker ${side === 'BUY' ? 'offers' : 'bids'} at that price yet.`
        : `Only ${quantityText(there)} is available.`
    return { ...none, quantity: amount, price: typed === undefined ? undefined : formatPrice(typed), reason }
  }
  const price = typed ?? reach.price
  if (price === undefined) return { ...none, quantity: amount, reason: 'Enter a limit price.' }
  const { fills } = reach
  const rests = formatQuantity((quantity - reach.quantity) as Quantity)
  return { side, price: formatPrice(price), quantity: amount, makers: fills.length, fills, rests, reason: undefined }
}

/** Walks the quotes from the best until the quantity is filled or the limit is passed. */
export function reached(levels: readonly BookLevel[], quantity: Quantity, side: TakerSide, limit: Price | undefined) {
  let sum = 0
  const fills: Fill[] = []
  let price: Price | undefined
  for (const level of levels) {
    if (sum >= quantity) break
    const at = parsePrice(level.price)
    const size = parseQuantity(level.quantity)
    if (at === undefined || size === undefined) continue
    if (limit !== undefined && (side === 'BUY' ? at > limit : at < limit)) break
    const taken = Math.min(size, quantity - sum) as Quantity
    fills.push({ maker: level.deskName, price: level.price, quantity: formatQuantity(taken) })
    sum += taken
    price = at
  }
  return { isWhole: sum >= quantity, quantity: sum as Quantity, fills, price }
}

/** The remaining quantity of the RFQ for a new order. */
export function remainingOf({ quantity, filled, pending }: Pick<Rfq, 'filled' | 'pending'> & { readonly quantity: string }): string {
  const part = (text: string | undefined) => (text === undefined ? 0 : (parseQuantity(text) ?? 0))
  return formatQuantity(((parseQuantity(quantity) ?? 0) - part(filled) - part(pending)) as Quantity)
}
