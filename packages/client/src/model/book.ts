/** An order book quote by quote, as the reader's desk may see it: others' quotes with its own among them. */
import { compareDecimals } from './decimal.ts'
import { isResting, type Order } from './order.ts'
import type { Audience, Rfq, Side } from './rfq.ts'

/** A quote that is shown to the reader. Quotes are never added up. */
export type Level = {
  readonly id: string
  /** The order book's integer, for its dialect. */
  readonly number: number | undefined
  readonly audience: Audience
  readonly rfqId: string
  readonly side: Side
  readonly price: string
  /** The part that still rests. */
  readonly quantity: string
  /** The maker, where it may be known. */
  readonly deskName: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

export type BookLevel = Level & {
  readonly isOwn: boolean
  readonly isHidden: boolean
  /** Its place on its side: 1 trades first. Undefined of what is hidden, and for a maker of a direct RFQ, who does not see the others. */
  readonly rank: number | undefined
}

/** Best first, in the order in which they would trade. */
export type Book = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }

export const emptyBook: Book = { bids: [], asks: [] }

const none: readonly never[] = []

/**
 * `shown` are the quotes of others, and in an order book the own ones that are shown, in the order of their time; `own` are the desk's orders
 * in the RFQ. Own quotes that nobody is shown take the place that their time gives them.
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

/** Before the first that is worse, or as good and younger. */
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

/** A quote that was given another price or more to trade goes last among its equals (rulebook 5.14, 10.12). */
export const losesItsPlace = (before: Pick<Level, 'price' | 'quantity'>, after: Pick<Level, 'price' | 'quantity'>): boolean =>
  after.price !== before.price || compareDecimals(after.quantity, before.quantity) > 0
