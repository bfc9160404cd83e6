/** What a channel says, applied to what the screen holds. Pure: old maps stay as they were, untouched objects stay the same. */
export type Change<T> =
  | { readonly event: 'SNAPSHOT'; readonly data: readonly T[] }
  | { readonly event: 'ADDED' | 'UPDATED' | 'REMOVED' | undefined; readonly data: T }

/** The ids of one flow are texts, of the other numbers. */
type Keyed = { readonly id: string | number }

/** What to do with an object the channel has removed: forget it, or keep its last state for those who watch it leave. */
export type OnRemoved<T> = (last: T) => 'forget' | 'keep'

/** Whether what has changed goes to the end, behind all that were there. Without it everything keeps its place. */
export type GoesLast<T> = (before: T, after: T) => boolean
const never = () => false

export function applyChanges<T extends Keyed>(
  held: ReadonlyMap<T['id'], T>,
  changes: readonly Change<T>[],
  onRemoved: OnRemoved<T>,
  goesLast: GoesLast<T> = never,
): ReadonlyMap<T['id'], T> {
  if (changes.length === 0) return held
  let next = new Map(held)
  for (const change of changes) {
    if (change.event === 'SNAPSHOT') next = wholeList(next, change.data, onRemoved)
    else if (change.event === 'REMOVED' && onRemoved(change.data) === 'forget') next.delete(change.data.id)
    else {
      const before = next.get(change.data.id)
      if (before !== undefined && goesLast(before, change.data)) next.delete(change.data.id)
      next.set(change.data.id, change.data)
    }
  }
  return next
}

/** After a snapshot only its objects are there, and those that had left before and are still being watched. */
function wholeList<T extends Keyed>(held: ReadonlyMap<T['id'], T>, list: readonly T[], onRemoved: OnRemoved<T>): Map<T['id'], T> {
  const next = new Map<T['id'], T>(list.map((item) => [item.id, item]))
  for (const [id, item] of held) if (!next.has(id) && isClosed(item) && onRemoved(item) === 'keep') next.set(id, item)
  return next
}

const isClosed = (item: object): boolean => ('state' in item && item.state === 'CLOSED') || ('status' in item && item.status === 'CLOSED')

/** Without the items that `isOver` names; the same map when there are none. */
export function sweep<Id, T>(held: ReadonlyMap<Id, T>, isOver: (item: T) => boolean): ReadonlyMap<Id, T> {
  const over = [...held].filter(([, item]) => isOver(item))
  if (over.length === 0) return held
  const next = new Map(held)
  for (const [id] of over) next.delete(id)
  return next
}

/** Items by what they belong to. A group whose items are all as before stays the same array, so that its rows do not draw again. */
export function groupBy<T, Key extends string | number>(
  items: Iterable<T>,
  keyOf: (item: T) => Key,
  before: ReadonlyMap<Key, readonly T[]>,
): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  const next = new Map<Key, readonly T[]>()
  for (const [key, group] of groups) {
    const old = before.get(key)
    const isSame = old !== undefined && old.length === group.length && old.every((item, index) => item === group[index])
    next.set(key, isSame ? old : group)
  }
  return next
}

/** Items of one RFQ or market each, grouped anew only where one of them has changed. */
export const byRfq = <Id extends string | number, T extends { readonly rfq_id: Id }>(
  now: ReadonlyMap<unknown, T>,
  held: ReadonlyMap<unknown, T>,
  groups: ReadonlyMap<Id, readonly T[]>,
): ReadonlyMap<Id, readonly T[]> => (now === held ? groups : groupBy(now.values(), (item) => item.rfq_id, groups))

/** The channels whose first list has arrived, with those that were heard of now; the same set where none is new. */
export function withHeard<Channel>(
  loaded: ReadonlySet<Channel>,
  heard: readonly (readonly [Channel, readonly unknown[]])[],
): ReadonlySet<Channel> {
  const fresh = heard.filter(([channel, changes]) => changes.length > 0 && !loaded.has(channel)).map(([channel]) => channel)
  return fresh.length === 0 ? loaded : new Set([...loaded, ...fresh])
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
