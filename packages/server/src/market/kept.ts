/** A bounded memory of what does not change any more. What was used lately stays; of the rest, the older half is forgotten at once. */
export type Kept<Value> = { readonly get: (key: string) => Value | undefined; readonly set: (key: string, value: Value) => void }

/** Holds at most `most`, and the last half as many that were used always. */
export function createKept<Value>(most: number): Kept<Value> {
  let fresh = new Map<string, Value>()
  let old = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    fresh.set(key, value)
    if (fresh.size * 2 < most) return
    old = fresh
    fresh = new Map()
  }
  return {
    set,
    get(key) {
      const known = fresh.get(key)
      if (known !== undefined) return known
      const value = old.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
  }
}
