/**
 * The one matcher of both flows (rulebook 5.9 to 5.13, 10.6, 10.7, 10.13): what an incoming order would trade, worked out without changing
 * anything. It is given the orders it would meet in the order in which they trade, and does not mind who keeps them.
 */
import type { DeskId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

/** An order that rests, and behind it the one that would trade after it. */
export type Queued<Resting> = {
  readonly owner: DeskId
  readonly price: number
  /** What rests: above zero. */
  readonly quantity: number
  readonly next: Resting | undefined
}

export type Incoming = {
  readonly owner: DeskId
  readonly side: Side
  /** Undefined takes any price. */
  readonly limit: number | undefined
  readonly quantity: number
}

export type Terms<Resting> = {
  /** The smallest block; every fill is one, and nothing smaller is left to trade. */
  readonly minimum: number
  /**
   * How much of `wanted` this resting order may trade as far as its owner's protections go; asked in the order of the fills, and whoever is
   * asked may count that much as traded. Less than the minimum passes the order over.
   */
  readonly allowed?: (resting: Resting, wanted: number) => number
}

export type Fill<Resting> = { readonly resting: Resting; readonly quantity: number }

export type Plan<Resting> = {
  readonly fills: readonly Fill<Resting>[]
  /** What the incoming order has left after them. */
  readonly left: number
  /** Resting orders that were crossed and could not trade all they might have, because of their owner's protections. */
  readonly blocked: readonly Resting[]
}

const nothing: readonly never[] = []

/** Whether a price on the other side is as good as the limit, or better. */
export const crosses = (side: Side, limit: number | undefined, price: number): boolean =>
  limit === undefined || (side === 'BUY' ? price <= limit : price >= limit)

/** `first` is the order of the other side that would trade first. */
export function planMatch<Resting extends Queued<Resting>>(
  first: Resting | undefined,
  { owner, side, limit, quantity: size }: Incoming,
  { minimum, allowed }: Terms<Resting>,
): Plan<Resting> {
  let fills: Fill<Resting>[] | undefined
  let blocked: Resting[] | undefined
  let left = size
  for (let resting = first; resting !== undefined && left >= minimum; resting = resting.next) {
    if (!crosses(side, limit, resting.price)) break
    // Rulebook 5.8 and 10.10 refuse such an order before it comes here; this is the last line of defence.
    if (resting.owner === owner) continue
    const wanted = Math.min(left, resting.quantity)
    const quantity = allowed === undefined ? wanted : allowed(resting, wanted)
    if (quantity < wanted) (blocked ??= []).push(resting)
    if (quantity < minimum) continue
    const fill = { resting, quantity }
    if (fills === undefined) fills = [fill]
    else fills.push(fill)
    left -= quantity
  }
  return { fills: fills ?? nothing, left, blocked: blocked ?? nothing }
}

/** The first order of the owner itself among those that such an order would meet (rulebook 10.10). */
export function ownInTheWay<Resting extends Queued<Resting>>(
  first: Resting | undefined,
  { owner, side, limit }: Pick<Incoming, 'owner' | 'side' | 'limit'>,
): Resting | undefined {
  for (let met = first; met !== undefined && crosses(side, limit, met.price); met = met.next) if (met.owner === owner) return met
  return undefined
}

/** The rest of the orders that the fills have met, where it is no block any more (rulebook 5.12, 10.13). */
export const tooSmallToRest = <Resting extends Queued<Resting>>({ fills }: Plan<Resting>, minimum: number): readonly Fill<Resting>[] =>
  fills
    .map(({ resting, quantity }) => ({ resting, quantity: resting.quantity - quantity }))
    .filter(({ quantity }) => quantity > 0 && quantity < minimum)

/** What is left of the orders that were blocked by protection, and would stand in the way of one that now rests at their price (rulebook 11.4). */
export const restingInTheWay = <Resting extends Queued<Resting>>(
  { fills, blocked }: Plan<Resting>,
  minimum: number,
): readonly Fill<Resting>[] =>
  blocked
    .map((resting) => ({ resting, quantity: resting.quantity - (fills.find((fill) => fill.resting === resting)?.quantity ?? 0) }))
    // What a fill has left too small to rest is gone already.
    .filter(({ resting, quantity }) => quantity >= minimum || quantity === resting.quantity)
