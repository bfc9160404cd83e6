/**
 * Requests of the last day that a shard has decided under a caller's key, by name only. The newest stay in memory. If some do not fit into memory,
 * older ones are looked up in the journal's table: a key is valid for its whole day, however many came after it.
 */
import { refuse } from '@parley/core'
import type { Again, Idempotency } from './engine.ts'
import type { KnownRequest } from './journal.ts'
import { OmittedKeys } from './omitted-keys.ts'
import type { Limits } from './limits.ts'

/** Already received, and the response is pending. */
type InFlight<Event, View> = { readonly caller: Idempotency; readonly answer: Promise<Again<Event, View>> }

/** Unsure: not in memory, which does not contain the whole day. */
export type RequestState<Event, View> =
  | { readonly kind: 'new' | 'unsure' | 'other content' | 'decided' }
  | ({ readonly kind: 'in flight' } & InFlight<Event, View>)

export const keyReused = refuse(
  'IdempotencyKeyReused',
  '9.4',
  'This Idempotency-Key was already used for a different request. Send this request with a new key.',
)

const idOf = ({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): string => `${scope}\n${key}`

export class RecentRequests<Event> {
  readonly #inFlight = new Map<string, InFlight<Event, unknown>>()
  /** When each was decided, oldest first. */
  readonly #decided = new Map<string, number>()
  readonly #limits: Limits
  readonly #omitted: OmittedKeys
  /** Nothing was loaded for requests up to this time. */
  readonly #unknownUntil: number
  constructor(limits: Limits, known: readonly KnownRequest[] = []) {
    this.#limits = limits
    this.#omitted = new OmittedKeys(limits.answersKeptMs)
    this.#unknownUntil = known.length < limits.answersInMemory ? 0 : known[0]!.at
    for (const request of known) this.settle(request, request.at)
  }

  /** The content under a key includes its call, so the response to the same content has the type of the same call. */
  ask<View>(caller: Idempotency, now: number): RequestState<Event, View> {
    const id = idOf(caller)
    const inFlight = this.#inFlight.get(id)
    if (inFlight !== undefined && inFlight.caller.requestHash !== caller.requestHash) return { kind: 'other content' }
    if (inFlight !== undefined) return { kind: 'in flight', ...(inFlight as InFlight<Event, View>) }
    const at = this.#decided.get(id)
    const oldest = now - this.#limits.answersKeptMs
    if (at !== undefined) return { kind: at <= oldest ? 'new' : 'decided' }
    return { kind: this.#unknownUntil > oldest || this.#omitted.mayHave(id) ? 'unsure' : 'new' }
  }

  /** Until it is settled or abandoned, the same request gets this response. */
  begin(caller: Idempotency, answer: Promise<Again<Event, unknown>>): void {
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

  /** The decision was not written, so the key is free again. */
  abandon(caller: Idempotency): void {
    this.#inFlight.delete(idOf(caller))
  }

  #forget(now: number): void {
    for (const [id, at] of this.#decided) {
      const isOfToday = at > now - this.#limits.answersKeptMs
      if (this.#decided.size <= this.#limits.answersInMemory && isOfToday) return
      if (isOfToday) this.#omitted.add(id, now)
      this.#decided.delete(id)
    }
  }
}
