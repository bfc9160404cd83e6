/**
 * The moments of writing: a lone event goes out at once. Events of the same turn of the event loop go out together at its end, and after a
 * round of writing that took long, as to a thousand sockets, what comes next waits as long as that round took, to a bound: a burst costs one
 * write for each client, and writing leaves time to decide.
 */
import { socketLimits } from './limits.ts'

export interface Writable {
  flush(): void
}

export class Flusher {
  readonly #waiting = new Set<Writable>()
  readonly #nowMs: () => number
  #isResting = false
  #isScheduled = false

  /** The clock that times a round of writing, in milliseconds. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  mark(writable: Writable): void {
    this.#waiting.add(writable)
    if (this.#isScheduled || this.#isResting) return
    this.#isScheduled = true
    queueMicrotask(() => this.#write())
  }

  #write(): void {
    this.#isScheduled = false
    this.#isResting = true
    const due = [...this.#waiting]
    this.#waiting.clear()
    const began = this.#nowMs()
    for (const writable of due) writable.flush()
    const took = this.#nowMs() - began
    if (took < socketLimits.longRoundMs) setImmediate(() => this.#goOn())
    else setTimeout(() => this.#goOn(), Math.min(took, socketLimits.restMs)).unref()
  }

  #goOn(): void {
    this.#isResting = false
    if (this.#waiting.size > 0) this.#write()
  }
}
