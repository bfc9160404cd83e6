/** Keeps an arriving order apart from desks that must not meet its own (rulebook 10.23). */
import { crosses } from '../../book/match.ts'
import type { DeskId, OrderId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'

/** The lists of the two sides, as they stand when the order arrives. */
export type Apart = {
  /** Desks on the list of the order's own desk. */
  readonly avoids: readonly DeskId[]
  /** Desks that have the order's desk on their lists. */
  readonly avoidedBy: readonly DeskId[]
}

type Queued<Resting> = { readonly id: OrderId; readonly owner: DeskId; readonly price: number; readonly next: Resting | undefined }

/** A resting order that is left out, and how many orders trade before it. */
type LeftOut<Resting> = { readonly resting: Resting; readonly after: number }

export type KeptApart<Resting> = {
  readonly first: Resting | undefined
  /** Orders whose desks avoid the arriving one; they yield where it reaches them. */
  readonly yielding: readonly LeftOut<Resting>[]
  /** The desk of an order that the arriving one avoids: matching ends before it. */
  readonly endedBy: DeskId | undefined
  readonly places: ReadonlyMap<OrderId, number>
}

/** The queue that the order may trade with. `link` makes an entry that is followed by another one. */
export function keepApart<Resting extends Queued<Resting>>(
  first: Resting | undefined,
  { side, limit }: { readonly side: Side; readonly limit: number | undefined },
  { avoids, avoidedBy }: Apart,
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

/** The orders that yield: all of them where the arriving order has a block left, else those before its last fill. */
export function yielded<Resting extends Queued<Resting>>(
  { yielding, places }: KeptApart<Resting>,
  fills: readonly { readonly resting: Resting }[],
  hasBlockLeft: boolean,
): readonly Resting[] {
  const last = Math.max(-1, ...fills.map(({ resting }) => places.get(resting.id)!))
  return yielding.filter(({ after }) => hasBlockLeft || after <= last).map(({ resting }) => resting)
}
