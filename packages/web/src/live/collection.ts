/** Applies the messages of a channel to the objects of the screen. Pure: old maps are unchanged, and unaffected objects keep their identity. */
export type Change<T> =
  /** The whole list of a channel. `gone` are objects of the previous list that are not in it. */
  | { readonly event: 'SNAPSHOT'; readonly data: readonly T[]; readonly gone: readonly string[] }
  | { readonly event: 'ADDED' | 'UPDATED' | 'REMOVED'; readonly data: T }

/** For a channel whose keys are not ids. */
export type ListChange<T> =
  | { readonly event: 'SNAPSHOT'; readonly data: readonly T[] }
  | { readonly event: 'ADDED' | 'UPDATED' | 'REMOVED' | undefined; readonly data: T }

type Keyed = { readonly id: string }

/** The treatment of an object that the channel has removed: forget it, or keep its last state while its removal is visible. */
export type OnRemoved<T> = (last: T) => 'forget' | 'keep'

/** Whether a changed object moves to the end. By default every object keeps its position. */
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

/** Objects that are not in the list are removed, and the others follow its order. Removed objects that are still visible stay. */
function wholeList<T extends Keyed>(held: ReadonlyMap<string, T>, list: readonly T[], gone: readonly string[]): Map<string, T> {
  const next = new Map(held)
  for (const id of gone) next.delete(id)
  for (const item of list) next.delete(item.id)
  for (const item of list) next.set(item.id, item)
  return next
}

/** Without the items that `isOver` selects, or the same map if there are none. */
export function sweep<Id, T>(held: ReadonlyMap<Id, T>, isOver: (item: T) => boolean): ReadonlyMap<Id, T> {
  const over = [...held].filter(([, item]) => isOver(item))
  if (over.length === 0) return held
  const next = new Map(held)
  for (const [id] of over) next.delete(id)
  return next
}

/** With the changed entries, or the same map if there are none. Undefined removes an entry. */
export function withEntries<Id, T>(held: ReadonlyMap<Id, T>, changed: Iterable<readonly [Id, T | undefined]>): ReadonlyMap<Id, T> {
  let next: Map<Id, T> | undefined
  for (const [id, one] of changed) {
    next ??= new Map(held)
    if (one === undefined) next.delete(id)
    else next.set(id, one)
  }
  return next ?? held
}

/** Items by their group. A group whose items are unchanged stays the same array, so that its rows are not rendered again. */
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

/** Items grouped by RFQ. Only the groups with a change are rebuilt. */
export const byRfq = <T extends { readonly rfqId: string }>(
  now: ReadonlyMap<string, T>,
  held: ReadonlyMap<string, T>,
  groups: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> => (now === held ? groups : groupBy(now.values(), (item) => item.rfqId, groups))

/** With the new names, or the same set if there are none. */
export function withAll<Name>(held: ReadonlySet<Name>, names: readonly Name[]): ReadonlySet<Name> {
  const fresh = names.filter((name) => !held.has(name))
  return fresh.length === 0 ? held : new Set([...held, ...fresh])
}

/** Newest first, without duplicates, at most `most`. */
export function newestFirst<T extends Keyed>(
  held: readonly T[],
  changes: readonly Change<T>[],
  at: (item: T) => number,
  most: number,
): readonly T[] {
  const news = changes.flatMap((change) => (change.event === 'SNAPSHOT' ? change.data : [change.data]))
  return latestOf(held, news, at, most)
}

/** The same for single items. */
export function latestOf<T extends Keyed>(held: readonly T[], news: readonly T[], at: (item: T) => number, most: number): readonly T[] {
  if (news.length === 0) return held
  const byId = new Map(held.map((item) => [item.id, item]))
  for (const item of news) byId.set(item.id, item)
  return [...byId.values()].sort((a, b) => at(b) - at(a)).slice(0, most)
}
