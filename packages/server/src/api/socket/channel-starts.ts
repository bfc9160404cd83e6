/**
 * Decides when the channels of a socket start sending. Some published clients send several requests and then read as many frames, which must be the
 * responses. For them, a channel waits until no requests have arrived for a moment. Otherwise it starts immediately.
 */
import { socketLimits } from './limits.ts'

export class ChannelStarts {
  readonly #quietMs: number | undefined
  #waiting: (() => unknown)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the first of the waiting channels was added. */
  #since = 0
  /** Requests that are not answered yet. Their responses come first. */
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
    // A client that sends requests without a pause does not wait forever.
    const leftMs = socketLimits.quietMostMs - (now - this.#since)
    this.#isDue = false
    this.#timer = setTimeout(() => this.#beginOnceAnswered(), Math.max(0, Math.min(this.#quietMs, leftMs)))
  }

  /** No channel starts until the returned function is called. */
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
