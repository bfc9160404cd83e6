/** An RFQ from the view of one simulated maker: its own quotes in it, and its state at the last check. */
import type { OrderLine, OrderRef, Rfq, RfqRef } from '@parley/client'
import { formatPrice, formatQuantity, quantity, type Quantity, type Structure } from '@parley/core'
import type { Random } from '../exchange/random.ts'
import { weighted } from './chance.ts'
import type { Fairness } from './how-to-quote.ts'
import { sizeAt, type LadderPlace, type Rung, type Side } from './ladder.ts'
import { quotingOf } from './quoting.ts'
import { saidSize } from './sizes.ts'

export type Resting = {
  readonly order: OrderRef
  /** The quantity of the quote at this level. */
  readonly size: Quantity
  /** Includes what has traded since it was placed, so that the next quote shows the full size again. */
  quantity: Quantity
}

export type QuotedRfq = {
  readonly rfq: Rfq
  readonly structure: Structure
  readonly isNewcomers: boolean
  /** By its own clock. */
  readonly seenAt: number
  /** The quantity at the top. */
  readonly size: Quantity
  readonly resting: Map<LadderPlace, Resting>
  /** Its recent buys minus its recent sells, in its own sizes. */
  position: number
  quoted: Fairness | undefined
  /** It has been quoted, or the maker has tried to. From here on, the rounds maintain it. */
  hasBegun: boolean
  tries: number
  isBusy: boolean
}

/** The RFQ's quantity or, for an order-book RFQ, which has none, a few times its minimum block size. */
export function sizeFor(rfq: Rfq, random: Random): Quantity {
  if (rfq.quantity !== undefined) return quantity(rfq.quantity)
  const blocks = weighted(random, [[1, 4], [2, 4], [3, 2], [4, 2], [6, 1]] as const) // prettier-ignore
  return saidSize(blocks * quantity(rfq.minBlockSize!), quantity(rfq.quantityIncrement!))
}

export type Seen = Pick<QuotedRfq, 'rfq' | 'structure' | 'isNewcomers' | 'seenAt'>

export const beginQuoting = (seen: Seen, random: Random): QuotedRfq => ({
  ...seen,
  ...{ size: sizeFor(seen.rfq, random), resting: new Map() },
  ...{ position: 0, quoted: undefined, hasBegun: false, tries: 0, isBusy: false },
})

/** The quote is gone, whatever cancelled it. */
export function loseQuotes(one: QuotedRfq): void {
  one.resting.clear()
  one.quoted = undefined
}

export type Entry = {
  readonly one: QuotedRfq
  readonly place: LadderPlace
  readonly size: Quantity
  readonly quantity: Quantity
  readonly line: OrderLine
}

/** A new quote, or new prices for the resting one. */
export function entryOf(one: QuotedRfq, place: LadderPlace, { legs: prices }: NonNullable<Rung['quote']>, account: string): Entry {
  const { rfq, resting } = one
  const { stays } = quotingOf[rfq.audience]
  const known = resting.get(place)
  const size = known?.size ?? sizeAt(place, one.size)
  const shown = known?.quantity ?? size
  const legPrices = rfq.legs.map(({ instrumentId }, index) => ({ instrumentId, price: formatPrice(prices[index]!) }))
  const terms = { legPrices, ...(stays ? { isPostOnly: true } : {}) }
  const line =
    known === undefined
      ? { rfq: refOf(rfq), terms: { ...terms, side: sideOf(place), quantity: formatQuantity(shown), account } }
      : { order: known.order, changes: { ...terms, ...(stays ? { quantity: formatQuantity(shown) } : {}) } }
  return { one, place, size, quantity: shown, line }
}

/** Skews against what it has traded, and shows its full size again with the next quote. */
export function tradeIn(one: QuotedRfq, orderId: string, side: Side, traded: Quantity): void {
  const filled = [...one.resting.values()].find(({ order }) => order.id === orderId)
  if (filled === undefined) return
  filled.quantity = (filled.quantity + traded) as Quantity
  one.position += ((side === 'BUY' ? 1 : -1) * traded) / filled.size
  one.quoted = undefined
}

const refOf = ({ audience, id, number }: Rfq): RfqRef => ({ audience, id, number })
const sideOf = (place: LadderPlace): Side => place.slice(0, -2) as Side
