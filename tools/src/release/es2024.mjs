/** The two ES2024 functions that the product uses and Node 20 does not have. Newer versions keep their own. */

/** @template T */
Promise.withResolvers ??= function withResolvers() {
  /** @type {PromiseWithResolvers<T>} */
  const resolvers = Object.create(null)
  resolvers.promise = new Promise((resolve, reject) => Object.assign(resolvers, { resolve, reject }))
  return resolvers
}

/**
 * @template K, T
 * @param {Iterable<T>} items
 * @param {(item: T, place: number) => K} keyOf
 * @returns {Map<K, T[]>}
 */
Map.groupBy ??= function groupBy(items, keyOf) {
  /** @type {Map<K, T[]>} */
  const groups = new Map()
  let place = 0
  for (const item of items) {
    const key = keyOf(item, place++)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
