/**
 * When the channels of a socket begin to speak. Some published clients send several requests and then read as many frames, which have to be the
 * answers: there a channel waits until nothing more was asked for a moment. Without such a moment it begins at once.
 */
import { socketLimits } from './limits.ts'

export class Beginnings {
  readonly #quietMs: number | undefined
  #waiting: (() => unknown)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the first of those that wait was added. */
  #since = 0
  /** Requests that are not answered yet: their answers come first. */
  #unanswered = 0
  #isDue = false

  constructor(quietMs: number | undefined) {
    this.#quietMs = quietMs
  }

  add(begin: () => unknown): void {
    if (this.#quietMs === undefined) return void begin()
    const now = performance.now()
    if (this.#waiting.length === 0) this.#since = now
    this.#waiting.push(begin)
    clearTimeout(this.#timer)
    // A client that never stops asking is not kept waiting for ever.
    const leftMs = socketLimits.quietMostMs - (now - this.#since)
    this.#isDue = false
    this.#timer = setTimeout(() => this.#beginOnceAnswered(), Math.max(0, Math.min(this.#quietMs, leftMs)))
  }

  /** Nothing begins until the function is called that it answers. */
  hold(): () => void {
    this.#unanswered += 1
    return () => {
      this.#unanswered -= 1
      if (this.#isDue) this.#beginOnceAnswered()
    }
  }

  #beginOnceAnswered(): void {
    this.#isDue = this.#unanswered > 0
    if (!this.#isDue) this.beginAll()
  }

  beginAll(): void {
    clearTimeout(this.#timer)
    for (const begin of this.#waiting.splice(0)) begin()
  }
}
