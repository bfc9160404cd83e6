/** Keeps the newest state of each object. A response, a list and a channel can overtake each other. Pure. */

/** Whether `next` is an older state of the same object than `held`. */
export type IsOlder<T> = (next: T, held: T) => boolean

/** Adds the states that are not older than the held ones. Returns the same map if all are older. */
export const withNewest = <T extends { readonly id: Id }, Id>(
  held: ReadonlyMap<Id, T>,
  states: Iterable<T>,
  isOlder: IsOlder<T>,
): ReadonlyMap<Id, T> => withNewestBy(({ id }) => id, held, states, isOlder)

/** The same for objects that are known by something else, such as the position of a market. */
export function withNewestBy<T, Id>(
  idOf: (state: T) => Id,
  held: ReadonlyMap<Id, T>,
  states: Iterable<T>,
  isOlder: IsOlder<T>,
): ReadonlyMap<Id, T> {
  let next: Map<Id, T> | undefined
  for (const state of states) {
    const id = idOf(state)
    const before = (next ?? held).get(id)
    if (before === undefined || !isOlder(state, before)) (next ??= new Map(held)).set(id, state)
  }
  return next ?? held
}

/** By the times of a venue. Without them, the state that arrives last is newer. */
export const isOlderBy =
  <T>(timeOf: (state: T) => number | undefined): IsOlder<T> =>
  (next, held) => {
    const [at, heldAt] = [timeOf(next), timeOf(held)]
    return at !== undefined && heldAt !== undefined && at < heldAt
  }

/** Without the oldest of those that have ended, so that at most `most` of them are kept. */
export function withoutOldest<T, Id>(
  held: ReadonlyMap<Id, T>,
  isOver: (one: T) => boolean,
  at: (one: T) => number,
  most: number,
): ReadonlyMap<Id, T> {
  const over = [...held].filter(([, one]) => isOver(one))
  if (over.length <= most) return held
  const next = new Map(held)
  for (const [id] of over.toSorted(([, a], [, b]) => at(b) - at(a)).slice(most)) next.delete(id)
  return next
}

/** The rules for the orders of a product. */
export type OrderRules<T> = {
  readonly isOlder: IsOlder<T>
  readonly isOver: (order: T) => boolean
  readonly changedAt: (order: T) => number
  /** The most orders that are kept after they have ended. */
  readonly mostOver: number
}

/** Adds the orders that are not older than the held ones, and drops the oldest of those that have ended. Returns the same map if all are older. */
export function withNewestOrders<T extends { readonly id: Id }, Id>(
  held: ReadonlyMap<Id, T>,
  orders: Iterable<T>,
  { isOlder, isOver, changedAt, mostOver }: OrderRules<T>,
): ReadonlyMap<Id, T> {
  const next = withNewest(held, orders, isOlder)
  return next === held ? held : withoutOldest(next, isOver, changedAt, mostOver)
}

/** For objects without a version: one that has changed since a list was asked for is newer than the list. */
export const changedSince =
  <T extends { readonly id: Id }, Id>(asked: ReadonlyMap<Id, T>): IsOlder<T> =>
  (_next, held) =>
    asked.get(held.id) !== held

/** By the time of its last change. At the same time, the closed state is newer. */
export const isOlderOrder: IsOlder<{ readonly state: 'OPEN' | 'CLOSED'; readonly updatedAt: number | undefined }> = (
  { state, updatedAt = 0 },
  { state: heldState, updatedAt: heldAt = 0 },
) => updatedAt < heldAt || (updatedAt === heldAt && state === 'OPEN' && heldState === 'CLOSED')

/** A settled or rejected trade never becomes pending again. */
export const isOlderTrade: IsOlder<{ readonly state: string }> = (next, held) => isPending(next) && !isPending(held)

const isPending = ({ state }: { readonly state: string }): boolean => state.startsWith('PENDING')
