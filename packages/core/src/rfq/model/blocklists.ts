/** Prevents an arriving order from matching desks that are blocked by either side (rulebook 10.23, 10.24). */
import { crosses } from '../../book/match.ts'
import type { DeskId, OrderId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'

/** The blocklists of both sides at the time the order arrives. */
export type Blocklists = {
  /** Desks on the blocklist of the order's own desk. */
  readonly avoids: readonly DeskId[]
  /** Desks that have the order's desk on their blocklists. */
  readonly avoidedBy: readonly DeskId[]
}

/** With whom the orders of a desk trade in order books (rulebook 10.24). */
export type OrderBookChoice = 'EVERY_DESK' | 'APPROVED_DESKS'

export type DeskRelations = {
  /** Whether a desk has another one on its own list of desks that it never matches (rulebook 10.23). */
  isListed(desk: DeskId, other: DeskId): boolean
  choiceOf(desk: DeskId): OrderBookChoice
  isApproved(a: DeskId, b: DeskId): boolean
}

/** The blocklists of an order of the desk, as its own and the other desks' choices are now. */
export function blocklistsOf(desk: DeskId, others: readonly DeskId[], relations: DeskRelations): Blocklists {
  const { isListed, choiceOf, isApproved } = relations
  const isAvoided = (by: DeskId, other: DeskId) => isListed(by, other) || (choiceOf(by) === 'APPROVED_DESKS' && !isApproved(by, other))
  return {
    avoids: others.filter((other) => other !== desk && isAvoided(desk, other)),
    avoidedBy: others.filter((other) => other !== desk && isAvoided(other, desk)),
  }
}

type Queued<Resting> = { readonly id: OrderId; readonly owner: DeskId; readonly price: number; readonly next: Resting | undefined }

/** A resting order that is left out, and the number of orders that trade before it. */
type LeftOut<Resting> = { readonly resting: Resting; readonly after: number }

export type KeptApart<Resting> = {
  readonly first: Resting | undefined
  /** Orders of desks that block the arriving one; they are cancelled when it reaches them. */
  readonly yielding: readonly LeftOut<Resting>[]
  /** The desk of an order that the arriving one must not match. Matching ends before it. */
  readonly endedBy: DeskId | undefined
  readonly places: ReadonlyMap<OrderId, number>
}

/** The queue that the order can trade with. `link` creates an entry that is followed by another one. */
export function withoutBlocked<Resting extends Queued<Resting>>(
  first: Resting | undefined,
  { side, limit }: { readonly side: Side; readonly limit: number | undefined },
  { avoids, avoidedBy }: Blocklists,
  link: (resting: Resting, next: Resting | undefined) => Resting,
): KeptApart<Resting> {
  const queue: Resting[] = []
  const yielding: LeftOut<Resting>[] = []
  let endedBy: DeskId | undefined
  for (let one = first; one !== undefined && endedBy === undefined && crosses(side, limit, one.price); one = one.next) {
    if (avoids.includes(one.owner)) endedBy = one.owner
    else if (avoidedBy.includes(one.owner)) yielding.push({ resting: one, after: queue.length })
    else queue.push(one)
  }
  const kept = queue.reduceRight<Resting | undefined>((next, one) => link(one, next), undefined)
  return { first: kept, yielding, endedBy, places: new Map(queue.map(({ id }, place) => [id, place])) }
}

/** The blocked orders that are cancelled: all of them if the arriving order has at least a block left, otherwise those before its last fill. */
export function canceledByBlocklist<Resting extends Queued<Resting>>(
  { yielding, places }: KeptApart<Resting>,
  fills: readonly { readonly resting: Resting }[],
  hasBlockLeft: boolean,
): readonly Resting[] {
  const last = Math.max(-1, ...fills.map(({ resting }) => places.get(resting.id)!))
  return yielding.filter(({ after }) => hasBlockLeft || after <= last).map(({ resting }) => resting)
}
