/** A map on top of another one, which is not changed. Its cost depends on the number of changes, not on the size of the map below. */
export class Overlay<Key, Value> extends Map<Key, Value> {
  readonly #below: ReadonlyMap<Key, Value>
  /** Keys of the map below that were deleted here. A key that is set again comes last, as in every map. */
  readonly #deleted = new Set<Key>()

  constructor(below: ReadonlyMap<Key, Value>) {
    super()
    this.#below = below
  }

  override get size(): number {
    let added = 0
    for (const key of super.keys()) if (!this.#isInPlace(key)) added++
    return this.#below.size - this.#deleted.size + added
  }

  override get(key: Key): Value | undefined {
    return super.get(key) ?? (this.#deleted.has(key) ? undefined : this.#below.get(key))
  }

  override has(key: Key): boolean {
    return super.has(key) || this.#isInPlace(key)
  }

  override delete(key: Key): boolean {
    const had = this.has(key)
    super.delete(key)
    if (this.#below.has(key)) this.#deleted.add(key)
    return had
  }

  override *entries(): Generator<[Key, Value], undefined> {
    for (const [key, below] of this.#below) if (!this.#deleted.has(key)) yield [key, super.get(key) ?? below]
    for (const [key, value] of super.entries()) if (!this.#isInPlace(key)) yield [key, value]
    return undefined
  }

  override *values(): Generator<Value, undefined> {
    for (const [, value] of this.entries()) yield value
    return undefined
  }

  override [Symbol.iterator](): Generator<[Key, Value], undefined> {
    return this.entries()
  }

  #isInPlace(key: Key): boolean {
    return this.#below.has(key) && !this.#deleted.has(key)
  }
}
