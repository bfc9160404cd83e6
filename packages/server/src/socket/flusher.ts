/**
 * When to write: the first frames of a turn of the event loop go out at once, later ones of the same turn together at its end, so that a
 * lone event is not delayed and a burst costs one write for each client.
 */
export interface Writable {
  flush(): void
}

export class Flusher {
  readonly #waiting = new Set<Writable>()
  #hasWritten = false
  #isScheduled = false

  mark(writable: Writable): void {
    this.#waiting.add(writable)
    if (this.#isScheduled || this.#hasWritten) return
    this.#isScheduled = true
    queueMicrotask(() => this.#write())
  }

  #write(): void {
    this.#isScheduled = false
    this.#hasWritten = true
    setImmediate(() => this.#turn())
    const due = [...this.#waiting]
    this.#waiting.clear()
    for (const writable of due) writable.flush()
  }

  #turn(): void {
    this.#hasWritten = false
    if (this.#waiting.size > 0) this.#write()
  }
}
