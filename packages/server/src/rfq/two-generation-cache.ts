/**
 * The last values by key: at least so many, at most twice as many, and all that was set at the newest moment. Two maps by turns, each begun anew: one map that forgets as it grows leaves
 * a trail of old tables, of which each keeps the next, and the values in it, from being collected as young.
 */
export class TwoGenerationCache<Key, Value> {
  readonly #least: number
  #newer = new Map<Key, Value>()
  #older = new Map<Key, Value>()
  #moment: number | undefined

  constructor(least: number) {
    this.#least = least
  }

  get(key: Key): Value | undefined {
    return this.#newer.get(key) ?? this.#older.get(key)
  }

  /** A value that is used stays, like one that is set. */
  use(key: Key): Value | undefined {
    const known = this.#newer.get(key)
    if (known !== undefined) return known
    const value = this.#older.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  /** Values set at one moment are forgotten together, however many they are. */
  set(key: Key, value: Value, moment?: number): void {
    const isLater = moment === undefined || moment !== this.#moment
    this.#moment = moment
    if (isLater && this.#newer.size >= this.#least) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(key, value)
  }
}
