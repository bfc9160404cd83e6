/**
 * Decides when to write. A lone event is sent immediately. Events of the same turn of the event loop are sent together at its end. After a slow round
 * of writing, for example to a thousand sockets, the next events wait as long as that round took, up to a limit. So a burst costs one write per
 * client, and there is time for decisions.
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

  /** The clock that measures a round of writing, in milliseconds. */
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
