/**
 * Sorted rows by key. In a book of ten thousand rows a change moves only a few, and sorting all of them each time would take longer than a frame. A
 * list that was returned is never modified.
 */
export type Compare<Row> = (one: Row, other: Row) => number

type Change<Row> = {
  readonly before: Row | undefined
  readonly after: Row | undefined
  /** False for a row that was removed and added again: it comes last among equal rows. */
  readonly keepsPlace: boolean
}

export class SortedRows<Row> {
  readonly #compare: Compare<Row>
  readonly #rows = new Map<string, Row>()
  /** Changes since the list was last sorted: for each key, the row in the list and its replacement. */
  readonly #changes = new Map<string, Change<Row>>()
  #list: readonly Row[] = []

  constructor(compare: Compare<Row>) {
    this.#compare = compare
  }

  /** Must not change a key's position among the others: the row must compare as equal to the one before. */
  set(key: string, row: Row): void {
    this.#note(key, row)
    this.#rows.set(key, row)
  }

  delete(key: string): void {
    if (!this.#rows.has(key)) return
    this.#note(key, undefined)
    this.#rows.delete(key)
  }

  clear(): void {
    this.#rows.clear()
    this.#changes.clear()
    this.#list = []
  }

  /** Rows that compare as equal are in the order in which they were added. Returns the same list as before if nothing has changed. */
  sorted(): readonly Row[] {
    if (this.#changes.size === 0) return this.#list
    this.#list = this.#changes.size > this.#rows.size / 16 ? [...this.#rows.values()].sort(this.#compare) : this.#moved()
    this.#changes.clear()
    return this.#list
  }

  #note(key: string, after: Row | undefined): void {
    const noted = this.#changes.get(key) ?? { before: this.#rows.get(key), after: this.#rows.get(key), keepsPlace: true }
    const comes = noted.after === undefined
    if (comes) this.#changes.delete(key)
    this.#changes.set(key, { before: noted.before, after, keepsPlace: noted.keepsPlace && !comes })
  }

  #moved(): readonly Row[] {
    const list = [...this.#list]
    for (const { before, after, keepsPlace } of this.#changes.values()) {
      const at = before === undefined ? undefined : this.#indexOf(list, before)
      if (at !== undefined && after !== undefined && keepsPlace) list[at] = after
      else {
        if (at !== undefined) list.splice(at, 1)
        if (after !== undefined)
          list.splice(
            this.#firstWhere(list, (row) => this.#compare(row, after) > 0),
            0,
            after,
          )
      }
    }
    return list
  }

  #indexOf(list: readonly Row[], row: Row): number {
    return list.indexOf(
      row,
      this.#firstWhere(list, (one) => this.#compare(one, row) >= 0),
    )
  }

  /** The rows for which it is false must come first in the list. */
  #firstWhere(list: readonly Row[], isPast: (row: Row) => boolean): number {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isPast(list[middle]!)) high = middle
      else low = middle + 1
    }
    return low
  }
}
