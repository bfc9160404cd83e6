/** Applies the messages of a channel to the objects that the screen holds. Pure: old maps stay as they were, untouched objects stay the same. */
export type Change<T> =
  /** The whole list of one channel; `gone` were in the one before and are not in it. */
  | { readonly event: 'SNAPSHOT'; readonly data: readonly T[]; readonly gone: readonly string[] }
  | { readonly event: 'ADDED' | 'UPDATED' | 'REMOVED'; readonly data: T }

/** Of a channel that is kept by other keys than ids. */
export type ListChange<T> =
  | { readonly event: 'SNAPSHOT'; readonly data: readonly T[] }
  | { readonly event: 'ADDED' | 'UPDATED' | 'REMOVED' | undefined; readonly data: T }

type Keyed = { readonly id: string }

/** The treatment of an object that the channel has removed: forget it, or keep its last state for those who watch it leave. */
export type OnRemoved<T> = (last: T) => 'forget' | 'keep'

/** Whether what has changed goes to the end, behind all that were there. Without it everything keeps its place. */
export type GoesLast<T> = (before: T, after: T) => boolean
const never = () => false

export function applyChanges<T extends Keyed>(
  held: ReadonlyMap<string, T>,
  changes: readonly Change<T>[],
  onRemoved: OnRemoved<T>,
  goesLast: GoesLast<T> = never,
): ReadonlyMap<string, T> {
  if (changes.length === 0) return held
  let next = new Map(held)
  for (const change of changes) {
    if (change.event === 'SNAPSHOT') next = wholeList(next, change.data, change.gone)
    else if (change.event === 'REMOVED' && onRemoved(change.data) === 'forget') next.delete(change.data.id)
    else {
      const before = next.get(change.data.id)
      if (before !== undefined && goesLast(before, change.data)) next.delete(change.data.id)
      next.set(change.data.id, change.data)
    }
  }
  return next
}

/** Objects not in the list leave, those in it stand in its order; those that had left before and are still being watched stay. */
function wholeList<T extends Keyed>(held: ReadonlyMap<string, T>, list: readonly T[], gone: readonly string[]): Map<string, T> {
  const next = new Map(held)
  for (const id of gone) next.delete(id)
  for (const item of list) next.delete(item.id)
  for (const item of list) next.set(item.id, item)
  return next
}

/** Without the items that `isOver` names; the same map when there are none. */
export function sweep<Id, T>(held: ReadonlyMap<Id, T>, isOver: (item: T) => boolean): ReadonlyMap<Id, T> {
  const over = [...held].filter(([, item]) => isOver(item))
  if (over.length === 0) return held
  const next = new Map(held)
  for (const [id] of over) next.delete(id)
  return next
}

/** Items by what they belong to. A group whose items are all as before stays the same array, so that its rows do not draw again. */
export function groupBy<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
  before: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  const next = new Map<string, readonly T[]>()
  for (const [key, group] of groups) {
    const old = before.get(key)
    const isSame = old !== undefined && old.length === group.length && old.every((item, index) => item === group[index])
    next.set(key, isSame ? old : group)
  }
  return next
}

/** Items of one RFQ each, grouped anew only where one of them has changed. */
export const byRfq = <T extends { readonly rfqId: string }>(
  now: ReadonlyMap<string, T>,
  held: ReadonlyMap<string, T>,
  groups: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> => (now === held ? groups : groupBy(now.values(), (item) => item.rfqId, groups))

/** With the names that are new; the same set where none is. */
export function withAll<Name>(held: ReadonlySet<Name>, names: readonly Name[]): ReadonlySet<Name> {
  const fresh = names.filter((name) => !held.has(name))
  return fresh.length === 0 ? held : new Set([...held, ...fresh])
}

/** Newest first, each once, at most `most`. */
export function newestFirst<T extends Keyed>(
  held: readonly T[],
  changes: readonly Change<T>[],
  at: (item: T) => number,
  most: number,
): readonly T[] {
  if (changes.length === 0) return held
  const byId = new Map(held.map((item) => [item.id, item]))
  for (const change of changes) {
    if (change.event === 'SNAPSHOT') for (const item of change.data) byId.set(item.id, item)
    else byId.set(change.data.id, change.data)
  }
  return [...byId.values()].sort((a, b) => at(b) - at(a)).slice(0, most)
}
