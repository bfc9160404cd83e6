/**
 * The last values by key: at least so many, at most twice as many. Two maps by turns, each begun anew: one map that forgets as it grows leaves
 * a trail of old tables, of which each keeps the next, and the values in it, from being collected as young.
 */
export class Recent<Key, Value> {
  readonly #least: number
  #newer = new Map<Key, Value>()
  #older = new Map<Key, Value>()

  constructor(least: number) {
    this.#least = least
  }

  get(key: Key): Value | undefined {
    return this.#newer.get(key) ?? this.#older.get(key)
  }

  /** What is used stays, like what is set. */
  use(key: Key): Value | undefined {
    const known = this.#newer.get(key)
    if (known !== undefined) return known
    const value = this.#older.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    if (this.#newer.size >= this.#least) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(key, value)
  }
}
