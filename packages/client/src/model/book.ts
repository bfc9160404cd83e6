/** An order book quote by quote, as visible to the reader's desk: others' quotes together with its own. */
import { compareDecimals } from './decimal.ts'
import { isResting, type Order } from './order.ts'
import type { Audience, Rfq, Side } from './rfq.ts'

/** A quote that is visible to the reader. Quotes are never aggregated. */
export type Level = {
  readonly id: string
  /** The order book's integer id, for its dialect. */
  readonly number: number | undefined
  readonly audience: Audience
  readonly rfqId: string
  readonly side: Side
  readonly price: string
  /** The resting quantity. */
  readonly quantity: string
  /** The maker, if the reader can see it. */
  readonly deskName: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

export type BookLevel = Level & {
  readonly isOwn: boolean
  readonly isHidden: boolean
  /** The priority on its side: 1 trades first. Undefined for hidden quotes, and for a maker of a direct RFQ, who cannot see the others. */
  readonly rank: number | undefined
}

/** Best first, in the sequence in which they would trade. */
export type Book = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }

export const emptyBook: Book = { bids: [], asks: [] }

const none: readonly never[] = []

/**
 * `shown` are the quotes of others and, in an order book, the desk's own visible ones, in time sequence. `own` are the desk's orders in the RFQ. Own quotes
 * that are not visible to others are placed by their time.
 */
export function bookOf({ audience }: Pick<Rfq, 'audience'>, shown: readonly Level[] = none, own: readonly Order[] = none): Book {
  const open = new Map(own.filter((order) => order.kind === 'QUOTE' && isResting(order)).map((order) => [order.id, order]))
  const listed = shown.filter(({ quantity }) => Number(quantity) > 0).map((level) => bookLevel(level, open.get(level.id)))
  const ids = new Set(shown.map(({ id }) => id))
  const unlisted = [...open.values()].filter(({ id }) => !ids.has(id)).map((order) => bookLevel(levelOfOrder(order), order))
  const isRanked = (level: BookLevel): boolean => !level.isHidden && !(audience === 'DIRECT' && level.isOwn)
  const sideOf = (side: Side, better: 1 | -1): readonly BookLevel[] => {
    const sorted = listed.filter((level) => level.side === side).sort((a, b) => better * compareDecimals(b.price, a.price))
    for (const level of unlisted) if (level.side === side) sorted.splice(placeOf(level, sorted, better), 0, level)
    let rank = 0
    return sorted.map((level) => (isRanked(level) ? { ...level, rank: (rank += 1) } : level))
  }
  return { bids: sideOf('BUY', 1), asks: sideOf('SELL', -1) }
}

/** Before the first quote that is worse, or equal and newer. */
function placeOf(level: BookLevel, sorted: readonly BookLevel[], better: 1 | -1): number {
  const place = sorted.findIndex((other) => {
    const ahead = better * compareDecimals(level.price, other.price)
    return ahead > 0 || (ahead === 0 && other.createdAt > level.createdAt)
  })
  return place < 0 ? sorted.length : place
}

const bookLevel = (level: Level, own: Order | undefined): BookLevel => ({
  ...level,
  isOwn: own !== undefined,
  isHidden: own?.isHidden ?? false,
  rank: undefined,
})

const levelOfOrder = ({ id, number, audience, rfqId, side, price, resting, createdAt, updatedAt = createdAt }: Order): Level => ({
  ...{ id, number, audience, rfqId, side, price, quantity: resting, deskName: undefined, createdAt, updatedAt },
})

/** A quote whose price changes or whose quantity increases goes last at its price (rulebook 5.14, 10.12). */
export const losesItsPlace = (before: Pick<Level, 'price' | 'quantity'>, after: Pick<Level, 'price' | 'quantity'>): boolean =>
  after.price !== before.price || compareDecimals(after.quantity, before.quantity) > 0
