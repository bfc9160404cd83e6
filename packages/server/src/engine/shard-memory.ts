/**
 * A shard's state and what has been decided since the last commit. Everything here happens at once: each command meets a state that
 * holds every decision before it, whether or not that has been written yet.
 */
import { isRefusal, type Instant } from '@parley/core'
import { OpenBatch, type Answer, type Waiter } from './batch.ts'
import { canonicalJson, isStorable } from './canonical-json.ts'
import type { Decided, Idempotency, Shard } from './engine.ts'
import { beginning, hashOf } from './hash-chain.ts'
import type { Limits } from './limits.ts'
import type { Machine } from './machine.ts'
import type { Projector } from './projector.ts'
import { stateHash, type Recovered } from './recovery.ts'
import type { TakenSnapshot } from './snapshot-text.ts'

type Kinded = { readonly kind: string }

export type MemoryOptions<State, Command extends Kinded, Event extends Kinded, Row> = {
  readonly shard: Shard
  readonly machine: Machine<State, Command, Event>
  readonly projector: Pick<Projector<State, Event, Row>, 'project'>
  readonly now: () => Instant
  readonly limits: Limits
}

export class ShardMemory<State, Command extends Kinded, Event extends Kinded, Row> {
  readonly #options: MemoryOptions<State, Command, Event, Row>
  #state: State
  #seq = 0
  #hash = beginning
  #at = 0 as Instant
  /** In order; the last one is open. */
  #batches = [new OpenBatch<Event, Row>()]
  #fault: unknown
  #stuckUntil = 0 as Instant
  epoch = 0

  constructor(options: MemoryOptions<State, Command, Event, Row>) {
    this.#options = options
    this.#state = options.machine.initial()
  }

  /** Of the newest decision, written or not. */
  get seq(): number {
    return this.#seq
  }

  /** Decisions that wait for a commit. */
  get waiting(): number {
    return this.#batches.reduce((sum, { waiters }) => sum + waiters.length, 0)
  }

  get isIdle(): boolean {
    return this.#batches.every(({ isEmpty }) => isEmpty)
  }

  wait(waiter: Waiter<Event>): void {
    this.#batch.waiters.push(waiter)
    if (this.#batch.waiters.length >= this.#options.limits.decisionsPerCommit) this.#batches.push(new OpenBatch())
  }

  get #batch(): OpenBatch<Event, Row> {
    return this.#batches.at(-1)!
  }

  /** Set where memory has changed and the journal could not be told of it: only reading the journal back helps. */
  get fault(): unknown {
    return this.#fault
  }

  get stateHash(): string {
    return stateHash(this.#options.machine, this.#state)
  }

  replaceBy(recovered: Recovered<State>): void {
    this.#state = recovered.state
    this.#seq = recovered.seq
    this.#hash = recovered.hash
    this.#at = recovered.at
    this.#batches = [new OpenBatch()]
    this.#fault = undefined
  }

  takeBatch(): OpenBatch<Event, Row> {
    const batch = this.#batches.shift()!
    if (this.#batches.length === 0) this.#batches.push(new OpenBatch())
    return batch
  }

  takeAll(): readonly OpenBatch<Event, Row>[] {
    const batches = this.#batches
    this.#batches = [new OpenBatch()]
    return batches
  }

  snapshot(): TakenSnapshot {
    return { seq: this.#seq, at: this.#at, hash: this.#hash, saved: this.#options.machine.snapshot(this.#state) }
  }

  /** What was due before this moment has happened before this moment, whether or not the timer was in time. */
  submit(command: Command, caller: Idempotency | undefined): Answer<Event> {
    const now = this.#clock()
    this.#carryOutDeadlines(now)
    return this.#decide(command, now, caller)
  }

  read<Value>(look: (state: State, now: Instant) => Value): { readonly at: Instant; readonly seq: number; readonly value: Value } {
    const at = this.#clock()
    this.#carryOutDeadlines(at)
    return { at, seq: this.#seq, value: look(this.#state, at) }
  }

  carryOutDeadlines(): void {
    this.#carryOutDeadlines(this.#clock())
  }

  nextDeadline(): Instant | undefined {
    const next = this.#options.machine.nextDeadline(this.#state)
    return next === undefined ? undefined : (Math.max(next, this.#stuckUntil) as Instant)
  }

  /** The journal's time never goes back, whatever the machine's clock does. */
  #clock(): Instant {
    this.#at = Math.max(this.#at, this.#options.now()) as Instant
    return this.#at
  }

  #carryOutDeadlines(now: Instant): void {
    const { machine, limits } = this.#options
    if (now < this.#stuckUntil) return
    for (let i = 0; i < limits.deadlinesAtOnce; i++) {
      const command = machine.due(this.#state, now)
      if (command === undefined) return
      const answer = this.#decide(command, now, undefined)
      // A deadline that changes nothing would be due for ever; that is a bug of the rules, and must not stop the market.
      if (isRefusal(answer) || answer.events.length === 0) {
        this.#stuckUntil = (now + limits.stuckDeadlineMs) as Instant
        return
      }
    }
  }

  #decide(command: Command, now: Instant, caller: Idempotency | undefined): Answer<Event> {
    const { machine, shard } = this.#options
    const decision = machine.decide(this.#state, command, now)
    const firstSeq = this.#seq + 1
    if (isRefusal(decision)) {
      if (caller !== undefined) this.#batch.answers.push({ caller, at: now, firstSeq, lastSeq: this.#seq, refusal: decision })
      return decision
    }
    // What can fail without having changed anything comes first.
    const events = decision.map((event) => storable(canonicalJson(event)))
    const actor = storable('actor' in command ? canonicalJson(command.actor ?? null) : 'null')
    for (let i = 0; i < events.length; i++) this.#append(command.kind, actor, events[i]!, now, i === 0 ? caller : undefined)
    const decided: Decided<Event> = { shard, seq: this.#seq, at: now, events: decision }
    if (decision.length > 0) this.#apply(decided)
    if (caller !== undefined) this.#batch.answers.push({ caller, at: now, firstSeq, lastSeq: this.#seq, refusal: undefined })
    return decided
  }

  #append(command: string, actor: string, event: string, at: Instant, caller: Idempotency | undefined): void {
    const row = { seq: this.#seq + 1, epoch: this.epoch, at, command, actor, event, caller }
    const hash = hashOf(this.#hash, row)
    this.#batch.entries.push({ ...row, hashBefore: this.#hash, hash })
    this.#seq = row.seq
    this.#hash = hash
  }

  #apply(decided: Decided<Event>): void {
    try {
      for (const event of decided.events) this.#state = this.#options.machine.evolve(this.#state, event)
      const { rows, notes } = this.#options.projector.project(decided, this.#state)
      for (const row of rows) this.#batch.rows.push(row)
      notes.forEach((note, place) => {
        const text = storable(JSON.stringify(note.data))
        this.#batch.notes.push({ ...note, seq: decided.seq, place, data: text })
        this.#batch.told.push({ ...note, shard: decided.shard, seq: decided.seq, text })
      })
    } catch (error) {
      this.#fault = error
      throw error
    }
  }
}

function storable(json: string): string {
  if (!isStorable(json)) throw new Error('the text holds a character that cannot be stored')
  return json
}
