/**
 * The keys that have sockets, and which of them cancel when the last socket closes: those for which any socket requested it. Sockets that were only
 * named cannot keep the orders of the signed ones alive (rulebook 2.15).
 */
import type { Caller } from '../../calls/route.ts'
import type { Proof } from './handshake.ts'

type Present = { count: number; cancels: boolean; proved: number; provedCancels: boolean }

export class Presence {
  readonly #byVia = new Map<string, Present>()
  readonly #onGone: (caller: Caller) => void

  constructor(onGone: (caller: Caller) => void) {
    this.#onGone = onGone
  }

  isHere = (via: string): boolean => this.#byVia.has(via)

  opened({ via }: Caller, proof: Proof, cancelOnDisconnect: boolean): void {
    const present = this.#byVia.get(via) ?? { count: 0, cancels: false, proved: 0, provedCancels: false }
    present.count += 1
    present.cancels ||= cancelOnDisconnect
    if (proof === 'PROVED') {
      present.proved += 1
      present.provedCancels ||= cancelOnDisconnect
    }
    this.#byVia.set(via, present)
  }

  closed(caller: Caller, proof: Proof): void {
    const present = this.#byVia.get(caller.via)
    if (present === undefined) return
    present.count -= 1
    if (proof === 'PROVED') present.proved -= 1
    if (present.count === 0) this.#byVia.delete(caller.via)
    const isLastProved = proof === 'PROVED' && present.proved === 0 && present.provedCancels
    if (isLastProved) present.provedCancels = false
    if (isLastProved || (present.count === 0 && present.cancels)) this.#onGone(caller)
  }
}
