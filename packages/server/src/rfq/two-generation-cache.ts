/**
 * The last values by key: at least this many, at most twice as many, and all that were set at the newest moment. It alternates between two maps, each
 * started empty. A single map that forgets as it grows leaves a chain of old tables, which keeps their values from being collected as young objects.
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
