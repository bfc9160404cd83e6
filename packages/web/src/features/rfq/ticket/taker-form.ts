/** A taker's order worked out from the book: at which price the quantity can be had, and what that costs. Pure. */
import { formatPrice, formatQuantity, parsePrice, parseQuantity, type Price, type Quantity, quantityText } from '@parley/core'
import type { Book, BookLevel, Rfq } from '@parley/client'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { typedPrice } from '../typed-price.ts'
import type { Fill } from './deal.ts'

export type TakerSide = 'BUY' | 'SELL'
/** NOW fills at once or not at all; the other two rest, seen by the makers or not. */
export type TakerWay = 'NOW' | 'LIMIT' | 'HIDDEN'

export type TakerOffer = {
  readonly side: TakerSide
  readonly price: string | undefined
  readonly quantity: string | undefined
  /** Why it cannot be pressed. */
  readonly reason: string | undefined
  /** How many makers it would trade with now. */
  readonly makers: number
  /** The quotes that it would trade with now, and what would be left. */
  readonly fills: readonly Fill[]
  readonly rests: string
}

export type TakerForm = { readonly price: EnteredNumber; readonly quantity: EnteredNumber; readonly way: TakerWay }

export function takerOffer(side: TakerSide, form: TakerForm, book: Book, remaining: string): TakerOffer {
  const levels = side === 'BUY' ? book.asks : book.bids
  const quantity = form.quantity === undefined ? undefined : parseQuantity(form.quantity)
  const none = { side, price: undefined, quantity: undefined, makers: 0, fills: [], rests: '0' }
  if ((parseQuantity(remaining) ?? 0) <= 0) return { ...none, reason: 'All of it is dealt; it is settling at the venue.' }
  if (form.quantity === undefined) return { ...none, reason: 'The quantity is no number.' }
  if (quantity === undefined || quantity <= 0) return { ...none, reason: 'Enter a quantity.' }
  if (quantity > (parseQuantity(remaining) ?? 0)) return { ...none, reason: `At most ${quantityText(remaining)} remain of this RFQ.` }
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
        : `Only ${quantityText(there)} can be had at once.`
    return { ...none, quantity: amount, price: typed === undefined ? undefined : formatPrice(typed), reason }
  }
  const price = typed ?? reach.price
  if (price === undefined) return { ...none, quantity: amount, reason: 'Enter a limit price.' }
  const { fills } = reach
  const rests = formatQuantity((quantity - reach.quantity) as Quantity)
  return { side, price: formatPrice(price), quantity: amount, makers: fills.length, fills, rests, reason: undefined }
}

/** Walks the quotes from the best until the quantity is there or the limit is passed. */
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

/** The quantity left of the RFQ for a new order. */
export function remainingOf({ quantity, filled, pending }: Pick<Rfq, 'filled' | 'pending'> & { readonly quantity: string }): string {
  const part = (text: string | undefined) => (text === undefined ? 0 : (parseQuantity(text) ?? 0))
  return formatQuantity(((parseQuantity(quantity) ?? 0) - part(filled) - part(pending)) as Quantity)
}
