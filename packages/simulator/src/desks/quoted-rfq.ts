/** An RFQ as one simulated maker quotes it: what of its own rests there, and what it thought when it last looked. */
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
  /** The quantity it shows at this place. */
  readonly size: Quantity
  /** With what was traded of it since it was placed, so that the whole size is shown again by the next quote. */
  quantity: Quantity
}

export type QuotedRfq = {
  readonly rfq: Rfq
  readonly structure: Structure
  readonly isNewcomers: boolean
  /** By its own clock. */
  readonly seenAt: number
  /** The quantity it shows at the top. */
  readonly size: Quantity
  readonly resting: Map<LadderPlace, Resting>
  /** Its lately bought less its lately sold, in its own sizes. */
  position: number
  quoted: Fairness | undefined
  /** It has been quoted, or tried: from here on the rounds look after it. */
  hasBegun: boolean
  tries: number
  isBusy: boolean
}

/** The quantity of a request; in an order book some minimum blocks. */
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

/** The quote is gone, whoever cancelled it. */
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

/** A new quote, or the one that rests there with other prices. */
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

/** Leans away from what it has traded, and shows its whole size again with the next quote. */
export function tradeIn(one: QuotedRfq, orderId: string, side: Side, traded: Quantity): void {
  const filled = [...one.resting.values()].find(({ order }) => order.id === orderId)
  if (filled === undefined) return
  filled.quantity = (filled.quantity + traded) as Quantity
  one.position += ((side === 'BUY' ? 1 : -1) * traded) / filled.size
  one.quoted = undefined
}

const refOf = ({ audience, id, number }: Rfq): RfqRef => ({ audience, id, number })
const sideOf = (place: LadderPlace): Side => place.slice(0, -2) as Side
