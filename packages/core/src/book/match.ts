/**
 * The matcher of every market model (rulebook 5.9 to 5.13, 5.24, 10.6, 10.7, 10.13). It plans the trades of an incoming order without changing anything.
 * The resting orders are a linked list in the order in which they trade, and can be stored anywhere.
 */
import type { DeskId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

/** A resting order, linked to the one that trades after it. */
export type QueueEntry<Resting> = {
  readonly owner: DeskId
  readonly price: number
  /** The resting quantity, above zero. */
  readonly quantity: number
  readonly next: Resting | undefined
}

export type Incoming = {
  readonly owner: DeskId
  readonly side: Side
  /** Undefined accepts any price. */
  readonly limit: number | undefined
  readonly quantity: number
  /** It trades in full or not at all (rulebook 5.13, 5.20). The caller discards a plan that leaves something. */
  readonly isWhole?: boolean
}

export type Terms<Resting> = {
  /** The minimum block. Every fill is at least this size, and matching stops when less is left. */
  readonly minimum: number
  /**
   * How much of `wanted` the protections allow this resting order to trade. It is called in the order of the fills and may count each result as
   * traded. The order is skipped if less than the minimum is allowed.
   */
  readonly allowed?: (resting: Resting, wanted: number) => number
}

export type Fill<Resting> = { readonly resting: Resting; readonly quantity: number }

export type Plan<Resting> = {
  readonly fills: readonly Fill<Resting>[]
  /** The remaining quantity of the incoming order. */
  readonly left: number
  /** Crossed resting orders that protections stopped from trading in full. */
  readonly blocked: readonly Resting[]
}

const nothing: readonly never[] = []

/** Whether a price on the other side is as good as the limit, or better. */
export const crosses = (side: Side, limit: number | undefined, price: number): boolean =>
  limit === undefined || (side === 'BUY' ? price <= limit : price >= limit)

/** `first` is the first order of the opposite side. */
export function planMatch<Resting extends QueueEntry<Resting>>(
  first: Resting | undefined,
  incoming: Incoming,
  { minimum, allowed }: Terms<Resting>,
): Plan<Resting> {
  const { owner, side, limit, quantity: size } = incoming
  let fills: Fill<Resting>[] | undefined
  let blocked: Resting[] | undefined
  let left = size
  const slices = incoming.isWhole === true ? new Slices(first, incoming, minimum) : undefined
  for (let resting = first; resting !== undefined && left >= minimum; resting = resting.next) {
    if (!crosses(side, limit, resting.price)) break
    // Rulebook 5.8 and 10.10 refuse such an order earlier. This is the last safeguard.
    if (resting.owner === owner) continue
    const wanted = slices === undefined ? Math.min(left, resting.quantity) : slices.next(resting, left)
    if (wanted === 0) continue
    const quantity = allowed === undefined ? wanted : allowed(resting, wanted)
    if (quantity < wanted) {
      if (blocked === undefined) blocked = [resting]
      else blocked.push(resting)
      slices?.begin(resting.next, quantity < minimum ? left : left - quantity)
    }
    if (quantity < minimum) continue
    const fill = { resting, quantity }
    if (fills === undefined) fills = [fill]
    else fills.push(fill)
    left -= quantity
  }
  return { fills: fills ?? nothing, left, blocked: blocked ?? nothing }
}

/** The slices of an order that trades in full or not at all, handed out in the order of the queue (rulebook 5.24). */
class Slices<Resting extends QueueEntry<Resting>> {
  readonly #incoming: Incoming
  readonly #minimum: number
  #slices: readonly number[] | undefined
  #at = 0

  constructor(first: Resting | undefined, incoming: Incoming, minimum: number) {
    this.#incoming = incoming
    this.#minimum = minimum
    this.begin(first, incoming.quantity)
  }

  /** Plans the quantity that is left, starting with this order. */
  begin(first: Resting | undefined, quantity: number): void {
    this.#slices = slicesOf(first, { ...this.#incoming, quantity }, this.#minimum)
    this.#at = 0
  }

  /** Zero passes the order over. Without a plan it is as much as possible. */
  next({ quantity }: Resting, left: number): number {
    if (this.#slices === undefined) return Math.min(left, quantity)
    return quantity < this.#minimum ? 0 : (this.#slices[this.#at++] ?? 0)
  }
}

/**
 * The quantity that each resting order of at least a block trades with an order that trades in full or not at all (rulebook 5.24). Zero passes an order
 * over. Undefined if the orders within the limit cannot fill it in blocks.
 */
export function slicesOf<Resting extends QueueEntry<Resting>>(
  first: Resting | undefined,
  { owner, side, limit, quantity }: Incoming,
  minimum: number,
): readonly number[] | undefined {
  const slices: number[] = []
  let left = quantity
  let spare = 0
  // Set once the last slice would be below a block and the slices before it cannot be reduced enough.
  let wanted: number | undefined
  for (let one = first; one !== undefined && crosses(side, limit, one.price); one = one.next) {
    if (one.owner === owner || one.quantity < minimum) continue
    if (wanted === undefined && left >= minimum) {
      const slice = Math.min(left, one.quantity)
      slices.push(slice)
      spare += slice - minimum
      left -= slice
      if (left === 0) return slices
      continue
    }
    if (slices.length === 0) return undefined
    if (wanted === undefined && spare >= minimum - left) return withBlock(slices, minimum - left, minimum)
    if (wanted === undefined) wanted = slices.splice(-1, 1, 0)[0]! + left
    slices.push(one.quantity < wanted ? 0 : wanted)
    if (one.quantity >= wanted) return slices
  }
  return undefined
}

/** Adds a block, by reducing the slices before it by `missing`: the last one first, and none below a block. */
function withBlock(slices: readonly number[], missing: number, minimum: number): readonly number[] {
  let open = missing
  const reduced = slices.toReversed().map((slice) => {
    const less = Math.min(open, slice - minimum)
    open -= less
    return slice - less
  })
  return [...reduced.reverse(), minimum]
}

/** The first order of the owner's own that the incoming one would cross (rulebook 10.10). */
export function ownInTheWay<Resting extends QueueEntry<Resting>>(
  first: Resting | undefined,
  { owner, side, limit }: Pick<Incoming, 'owner' | 'side' | 'limit'>,
): Resting | undefined {
  for (let met = first; met !== undefined && crosses(side, limit, met.price); met = met.next) if (met.owner === owner) return met
  return undefined
}

/** The remainders of filled orders that are less than a block (rulebook 5.12, 10.13). */
export const tooSmallToRest = <Resting extends QueueEntry<Resting>>({ fills }: Plan<Resting>, minimum: number): readonly Fill<Resting>[] =>
  fills
    .map(({ resting, quantity }) => ({ resting, quantity: resting.quantity - quantity }))
    .filter(({ quantity }) => quantity > 0 && quantity < minimum)

/** The remainders of orders blocked by protection that an incoming order which now rests would cross (rulebook 11.4). */
export const restingInTheWay = <Resting extends QueueEntry<Resting>>(
  { fills, blocked }: Plan<Resting>,
  minimum: number,
): readonly Fill<Resting>[] =>
  blocked
    .map((resting) => ({ resting, quantity: resting.quantity - (fills.find((fill) => fill.resting === resting)?.quantity ?? 0) }))
    // `tooSmallToRest` returns the remainders that are less than a block.
    .filter(({ resting, quantity }) => quantity >= minimum || quantity === resting.quantity)
