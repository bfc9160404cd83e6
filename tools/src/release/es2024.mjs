/**
 * Loaded before a program of a release: refuses a Node that cannot run it, and adds the two functions of ES2024 that the product uses and Node 20
 * does not have. Newer versions keep their own. An old Node has to parse this file, so its syntax is plain.
 */

/** @param {string} version @returns {string | undefined} the refusal of this Node, if it cannot run Parley */
export function whyUnusable(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return undefined
  return `Node ${version} is too old for Parley: install Node 20.19 or newer, 24 for example, and start again. Debian 13 has one, Debian 12 does not.`
}

const refusal = whyUnusable(process.versions.node)
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}

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
