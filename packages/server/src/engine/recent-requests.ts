/** Requests that a shard has decided under a caller's key, by name alone; the oldest are forgotten first. The decisions stand in the journal. */
import type { Decided, Idempotency } from './engine.ts'
import { refuse, type Refusal } from '@parley/core'
import type { Limits } from './limits.ts'

/** Asked already, and the answer is on its way. */
type InFlight<Event> = { readonly caller: Idempotency; readonly answer: Promise<Decided<Event> | Refusal> }

export type RequestState<Event> = { readonly kind: 'new' | 'other body' | 'decided' } | ({ readonly kind: 'in flight' } & InFlight<Event>)

export const keyReused = refuse(
  'IdempotencyKeyReused',
  '9.4',
  'This Idempotency-Key was used before with another body; send this body under a key of its own.',
)

const idOf = ({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): string => `${scope}\n${key}`

export class RecentRequests<Event> {
  readonly #inFlight = new Map<string, InFlight<Event>>()
  /** When each was decided, oldest first. */
  readonly #decided = new Map<string, number>()
  readonly #limits: Limits
  constructor(limits: Limits) {
    this.#limits = limits
  }

  ask(caller: Idempotency, now: number): RequestState<Event> {
    const id = idOf(caller)
    const inFlight = this.#inFlight.get(id)
    if (inFlight !== undefined)
      return inFlight.caller.bodyHash === caller.bodyHash ? { kind: 'in flight', ...inFlight } : { kind: 'other body' }
    const at = this.#decided.get(id)
    return { kind: at === undefined || at <= now - this.#limits.answersKeptMs ? 'new' : 'decided' }
  }

  begin(caller: Idempotency, answer: Promise<Decided<Event> | Refusal>): void {
    this.#inFlight.set(idOf(caller), { caller, answer })
  }

  /** The decision is durable. */
  settle(request: Pick<Idempotency, 'scope' | 'key'>, at: number): void {
    const id = idOf(request)
    this.#inFlight.delete(id)
    this.#decided.delete(id)
    this.#decided.set(id, at)
    this.#forget(at)
  }

  /** The decision was not written: the key is free again. */
  abandon(caller: Idempotency): void {
    this.#inFlight.delete(idOf(caller))
  }

  #forget(now: number): void {
    for (const [id, at] of this.#decided) {
      if (this.#decided.size <= this.#limits.answersKept && at > now - this.#limits.answersKeptMs) return
      this.#decided.delete(id)
    }
  }
}
