/**
 * Requests that a shard has decided under a caller's key, by name alone, the newest of a day. Older ones of the same day are in the journal's table,
 * which is asked once memory has had to leave some out: a key is good for its whole day, however many came after it.
 */
import type { Decided, Idempotency } from './engine.ts'
import { refuse, type Refusal } from '@parley/core'
import type { KnownRequest } from './journal.ts'
import { LeftOutKeys } from './left-out-keys.ts'
import type { Limits } from './limits.ts'

/** Asked already, and the answer is on its way. */
type InFlight<Event> = { readonly caller: Idempotency; readonly answer: Promise<Decided<Event> | Refusal> }

/** Unsure: not in memory, which does not have the whole day. */
export type RequestState<Event> =
  | { readonly kind: 'new' | 'unsure' | 'other content' | 'decided' }
  | ({ readonly kind: 'in flight' } & InFlight<Event>)

export const keyReused = refuse(
  'IdempotencyKeyReused',
  '9.4',
  'This Idempotency-Key was used before for another request; send this one under a key of its own.',
)

const idOf = ({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): string => `${scope}\n${key}`

export class RecentRequests<Event> {
  readonly #inFlight = new Map<string, InFlight<Event>>()
  /** When each was decided, oldest first. */
  readonly #decided = new Map<string, number>()
  readonly #limits: Limits
  readonly #leftOut: LeftOutKeys
  /** Of requests up to then nothing was loaded. */
  readonly #unknownUntil: number
  constructor(limits: Limits, known: readonly KnownRequest[] = []) {
    this.#limits = limits
    this.#leftOut = new LeftOutKeys(limits.answersKeptMs)
    this.#unknownUntil = known.length < limits.answersInMemory ? 0 : known[0]!.at
    for (const request of known) this.settle(request, request.at)
  }

  ask(caller: Idempotency, now: number): RequestState<Event> {
    const id = idOf(caller)
    const inFlight = this.#inFlight.get(id)
    if (inFlight !== undefined) return inFlight.caller.said === caller.said ? { kind: 'in flight', ...inFlight } : { kind: 'other content' }
    const at = this.#decided.get(id)
    const oldest = now - this.#limits.answersKeptMs
    if (at !== undefined) return { kind: at <= oldest ? 'new' : 'decided' }
    return { kind: this.#unknownUntil > oldest || this.#leftOut.mayHave(id) ? 'unsure' : 'new' }
  }

  /** Until it is settled or abandoned, the same request gets this answer. */
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
      const isOfToday = at > now - this.#limits.answersKeptMs
      if (this.#decided.size <= this.#limits.answersInMemory && isOfToday) return
      if (isOfToday) this.#leftOut.add(id, now)
      this.#decided.delete(id)
    }
  }
}
