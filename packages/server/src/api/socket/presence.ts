/** The keys that have sockets, and which of them cancel when the last socket closes: those for which any socket requested it. */
import type { Caller } from '../../calls/route.ts'

type Present = { count: number; cancels: boolean }

export class Presence {
  readonly #byVia = new Map<string, Present>()
  readonly #onGone: (caller: Caller) => void

  constructor(onGone: (caller: Caller) => void) {
    this.#onGone = onGone
  }

  isHere = (via: string): boolean => this.#byVia.has(via)

  opened({ via }: Caller, cancelOnDisconnect: boolean): void {
    const present = this.#byVia.get(via) ?? { count: 0, cancels: false }
    present.count += 1
    present.cancels ||= cancelOnDisconnect
    this.#byVia.set(via, present)
  }

  closed(caller: Caller): void {
    const present = this.#byVia.get(caller.via)
    if (present === undefined) return
    present.count -= 1
    if (present.count > 0) return
    this.#byVia.delete(caller.via)
    if (present.cancels) this.#onGone(caller)
  }
}
