/**
 * A shard's state, and what has been decided since the last commit. Everything here is synchronous: each command sees a state with every earlier
 * decision, whether or not that has been written yet.
 */
import { isRefusal, type Instant, type Refusal } from '@parley/core'
import { OpenBatch, type Waiter } from './batch.ts'
import { canonicalJson, isStorable } from '../json/canonical-json.ts'
import type { Again, Decided, Idempotency, Present, Presented, Shard } from './engine.ts'
import { beginning, hashOf, type Chained } from './hash-chain.ts'
import type { Limits } from './limits.ts'
import type { Machine } from './machine.ts'
import { NotificationNumbers } from './notification-numbers.ts'
import type { Projector } from './projector.ts'
import { stateHash, type Recovered } from './recovery.ts'
import type { TakenSnapshot } from './snapshot-text.ts'

type Kinded = { readonly kind: string }
type Outcome<Event, Change> = { readonly decided: Decided<Event> | Refusal; readonly changes: readonly Change[] }
const nothing: readonly never[] = []
const same = (refusal: Refusal): Refusal => refusal

export type MemoryOptions<State, Command extends Kinded, Event extends Kinded, Change, Row> = {
  readonly shard: Shard
  readonly machine: Machine<State, Command, Event, Change>
  readonly projector: Pick<Projector<Event, Change, Row>, 'project'>
  readonly now: () => Instant
  readonly limits: Limits
}

export class ShardMemory<State, Command extends Kinded, Event extends Kinded, Change, Row> {
  readonly #options: MemoryOptions<State, Command, Event, Change, Row>
  #state: State
  #seq = 0
  #hash = beginning
  #at = 0 as Instant
  #numbers = new NotificationNumbers(0)
  /** In order. The last one is open. */
  #batches = [new OpenBatch<Event, Change, Row>()]
  #fault: unknown
  #stuckUntil = 0 as Instant
  epoch = 0

  constructor(options: MemoryOptions<State, Command, Event, Change, Row>) {
    this.#options = options
    this.#state = options.machine.initial()
  }

  /** The number of the newest decision, written or not. */
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

  wait(waiter: Waiter): void {
    this.#batch.waiters.push(waiter)
    if (this.#batch.waiters.length >= this.#options.limits.decisionsPerCommit) this.#batches.push(new OpenBatch())
  }

  get #batch(): OpenBatch<Event, Change, Row> {
    return this.#batches.at(-1)!
  }

  /** Set if memory has changed and the journal could not be written. Only reading the journal again helps. */
  get fault(): unknown {
    return this.#fault
  }

  get stateHash(): string {
    return stateHash(this.#options.machine, this.#state)
  }

  /** Numbers continue above `startedAfter`, even if the clock is set back at that moment. Higher ones were given if a commit has failed. */
  replaceBy(recovered: Recovered<State>, startedAfter: number): void {
    this.#numbers = new NotificationNumbers(Math.max(this.#numbers.highest, startedAfter))
    this.#state = recovered.state
    this.#seq = recovered.seq
    this.#hash = recovered.hash
    this.#at = recovered.at
    this.#batches = [new OpenBatch()]
    this.#fault = undefined
  }

  takeBatch(): OpenBatch<Event, Change, Row> {
    const batch = this.#batches.shift()!
    if (this.#batches.length === 0) this.#batches.push(new OpenBatch())
    return batch
  }

  takeAll(): readonly OpenBatch<Event, Change, Row>[] {
    const batches = this.#batches
    this.#batches = [new OpenBatch()]
    return batches
  }

  snapshot(): TakenSnapshot {
    return { seq: this.#seq, at: this.#at, hash: this.#hash, saved: this.#options.machine.snapshot(this.#state) }
  }

  /** Everything due before this moment is processed first, whether or not the timer was in time, unless the command is secret. */
  submit<View>(
    command: Command,
    caller: Idempotency | undefined,
    present: Present<Event, State, Change, View> | undefined,
  ): Again<Event, View> {
    const isSecret = this.#options.machine.isSecret?.(command) ?? false
    const now = isSecret ? this.#clock() : this.#carryOutDeadlines()
    const outcome = this.#decide(command, now, caller)
    const { decided } = outcome
    const answer = present === undefined ? decided : this.#presented(outcome, present)
    if (caller !== undefined) this.#rememberRequest(caller, now, decided, answer)
    return answer
  }

  read<Value>(look: (state: State, now: Instant) => Value): { readonly at: Instant; readonly seq: number; readonly value: Value } {
    const at = this.#carryOutDeadlines()
    return { at, seq: this.#seq, value: look(this.#state, at) }
  }

  carryOutDeadlines(): void {
    this.#carryOutDeadlines()
  }

  nextDeadline(): Instant | undefined {
    const next = this.#options.machine.nextDeadline(this.#state)
    return next === undefined ? undefined : (Math.max(next, this.#stuckUntil) as Instant)
  }

  /** The journal's time never goes back, whatever the machine's clock does, and always has a number left for the next decision. */
  #clock(): Instant {
    this.#at = Math.max(this.#at, this.#numbers.timeOfNext(this.#options.now())) as Instant
    return this.#at
  }

  /** Each deadline gets its own time, because hundreds may be due at once. Returns the time of the next decision. */
  #carryOutDeadlines(): Instant {
    const { machine, limits } = this.#options
    for (let i = 0; ; i++) {
      const now = this.#clock()
      if (i === limits.deadlinesAtOnce || now < this.#stuckUntil) return now
      const command = machine.due(this.#state, now)
      if (command === undefined) return now
      const { decided } = this.#decide(command, now, undefined)
      // A deadline that changes nothing would be due forever. That is a bug of the rules, and must not stop the market.
      if (isRefusal(decided) || decided.events.length === 0) this.#stuckUntil = (now + limits.stuckDeadlineMs) as Instant
    }
  }

  #decide(command: Command, now: Instant, caller: Idempotency | undefined): Outcome<Event, Change> {
    const { machine, shard } = this.#options
    const decision = machine.decide(this.#state, command, now)
    const firstSeq = this.#seq + 1
    if (isRefusal(decision)) return { decided: decision, changes: nothing }
    // Steps that can fail come first, before anything has changed.
    const events = decision.map((event) => storable(canonicalJson(event)))
    const actor = storable('actor' in command ? canonicalJson(command.actor ?? null) : 'null')
    const row = { decision: firstSeq, epoch: this.epoch, at: now, command: command.kind, actor }
    for (let i = 0; i < events.length; i++) this.#append({ ...row, event: events[i]!, caller: i === 0 ? caller : undefined })
    const decided: Decided<Event> = { shard, decision: firstSeq, seq: this.#seq, at: now, events: decision }
    return { decided, changes: decision.length === 0 ? nothing : this.#apply(decided) }
  }

  /** Called right after the decision, so that the response shows the state that results from the decision. */
  #presented<View>(
    { decided, changes }: Outcome<Event, Change>,
    { view, refusal = same }: Present<Event, State, Change, View>,
  ): Presented<Event, View> | Refusal {
    try {
      return isRefusal(decided) ? refusal(decided) : { ...decided, answer: view(decided, this.#state, changes) }
    } catch (error) {
      this.#fault = error
      throw error
    }
  }

  #rememberRequest(caller: Idempotency, at: Instant, decided: Decided<Event> | Refusal, answer: Again<Event, unknown>): void {
    const [firstSeq, lastSeq] = isRefusal(decided) ? [this.#seq + 1, this.#seq] : [decided.decision, decided.seq]
    const outcome = isRefusal(answer)
      ? { refusal: answer, given: undefined }
      : { refusal: undefined, given: 'answer' in answer ? (JSON.stringify(answer.answer) ?? null) : undefined }
    this.#batch.requests.push({ caller, at, firstSeq, lastSeq, ...outcome })
  }

  #append(written: Omit<Chained, 'seq'>): void {
    const row = { seq: this.#seq + 1, ...written }
    const hash = hashOf(this.#hash, row)
    this.#batch.entries.push({ ...row, hashBefore: this.#hash, hash })
    this.#seq = row.seq
    this.#hash = hash
  }

  #apply(decided: Decided<Event>): readonly Change[] {
    try {
      const changes = decided.events.map((event) => this.#options.machine.evolve(this.#state, event))
      const published = { ...decided, changes }
      this.#batch.decisions.push(published)
      const { rows, notifications } = this.#options.projector.project(published)
      for (const row of rows) this.#batch.rows.push(row)
      const { at, seq: decision, shard } = decided
      const numberFor = this.#numbers.of(
        at,
        notifications.map(({ audience }) => audience),
      )
      notifications.forEach((notification, place) => {
        const text = storable(JSON.stringify(notification.data))
        const seq = numberFor(notification.audience)
        this.#batch.notifications.push({ ...notification, decision, seq, place, data: text })
        this.#batch.published.push({ ...notification, shard, decision, seq, text })
      })
      return changes
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
