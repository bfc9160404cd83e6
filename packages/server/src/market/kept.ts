/** A bounded memory of what does not change any more; what was used longest ago leaves first. */
export type Kept<Value> = { readonly get: (key: string) => Value | undefined; readonly set: (key: string, value: Value) => void }

export function createKept<Value>(most: number): Kept<Value> {
  const held = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    held.delete(key)
    held.set(key, value)
    if (held.size > most) held.delete(held.keys().next().value!)
  }
  return {
    set,
    get(key) {
      const value = held.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
  }
}
