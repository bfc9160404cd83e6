/** What was answered to the callers' own keys, so that asking again changes nothing; oldest forgotten first. */
import type { Decided, Idempotency } from './engine.ts'
import { refuse, type Refusal } from '@parley/core'
import type { RememberedAnswer } from './journal.ts'
import type { Limits } from './limits.ts'

/** Asked already, and the answer is on its way. */
type InFlight<Event> = { readonly caller: Idempotency; readonly answer: Promise<Decided<Event> | Refusal> }

export type Known<Event> =
  | { readonly kind: 'new' }
  | { readonly kind: 'other body' }
  | ({ readonly kind: 'in flight' } & InFlight<Event>)
  | { readonly kind: 'answered'; readonly answer: RememberedAnswer }

export const keyReused = refuse(
  'IdempotencyKeyReused',
  '9.4',
  'This Idempotency-Key was used before with another body; send this body under a key of its own.',
)

const keyOf = ({ scope, key }: Idempotency): string => `${scope}\n${key}`

export class RememberedAnswers<Event> {
  readonly #inFlight = new Map<string, InFlight<Event>>()
  readonly #answered = new Map<string, RememberedAnswer>()
  readonly #limits: Limits
  constructor(limits: Limits) {
    this.#limits = limits
  }

  ask(caller: Idempotency, now: number): Known<Event> {
    const key = keyOf(caller)
    const inFlight = this.#inFlight.get(key)
    if (inFlight !== undefined)
      return inFlight.caller.bodyHash === caller.bodyHash ? { kind: 'in flight', ...inFlight } : { kind: 'other body' }
    const answer = this.#answered.get(key)
    if (answer === undefined || answer.at <= now - this.#limits.answersKeptMs) return { kind: 'new' }
    return answer.caller.bodyHash === caller.bodyHash ? { kind: 'answered', answer } : { kind: 'other body' }
  }

  begin(caller: Idempotency, answer: Promise<Decided<Event> | Refusal>): void {
    this.#inFlight.set(keyOf(caller), { caller, answer })
  }

  /** The decision is durable. */
  settle(answer: RememberedAnswer): void {
    const key = keyOf(answer.caller)
    this.#inFlight.delete(key)
    this.#answered.delete(key)
    this.#answered.set(key, answer)
    this.#forget(answer.at)
  }

  /** The decision was not written: the key is free again. */
  abandon(caller: Idempotency): void {
    this.#inFlight.delete(keyOf(caller))
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#answered) {
      if (this.#answered.size <= this.#limits.answersKept && at > now - this.#limits.answersKeptMs) return
      this.#answered.delete(key)
    }
  }
}
