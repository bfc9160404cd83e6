/**
 * Rows by key that are kept in order: of a book of ten thousand rows a change moves a few, and sorting it anew for each would take longer than
 * a frame. A list that was given stays as it was.
 */
export type Compare<Row> = (one: Row, other: Row) => number

type Change<Row> = {
  readonly before: Row | undefined
  readonly after: Row | undefined
  /** False of a row that has left and come again: it comes last of its equals. */
  readonly keepsPlace: boolean
}

export class SortedRows<Row> {
  readonly #compare: Compare<Row>
  readonly #rows = new Map<string, Row>()
  /** Since the list was put in order: of each key what stands in the list, and what is to stand there. */
  readonly #changes = new Map<string, Change<Row>>()
  #list: readonly Row[] = []

  constructor(compare: Compare<Row>) {
    this.#compare = compare
  }

  /** A key's place among the others never changes: its row compares as equal to the one before. */
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

  /** Rows that compare as equal stand in the order in which they came. The same list as before where nothing has changed. */
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

  /** The list has first those of which it is false. */
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
