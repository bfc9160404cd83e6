/**
 * The only writer of a shard. Decisions made while a transaction is in flight go into the next one (group commit). No decision, not even a refusal,
 * is announced before everything it depends on is durable.
 */
import type { Instant } from '@parley/core'
import type { Log } from '../log/log.ts'
import type { OpenBatch } from './batch.ts'
import type { Again, Idempotency, Notification, Present, Published, Seen, ShardName } from './engine.ts'
import { EngineUnavailable, reasonOf, ShardFenced, unavailableSentence, type Life, type UnavailableReason } from './engine-unavailable.ts'
import { Housekeeping } from './housekeeping.ts'
import { firstAnswer } from './first-answer.ts'
import type { Journal } from './journal.ts'
import { recover } from './recovery.ts'
import { keyReused, RecentRequests } from './recent-requests.ts'
import { ShardMemory, type MemoryOptions } from './shard-memory.ts'
import { numberBefore } from './notification-numbers.ts'
import type { Timers } from './timers.ts'

type Kinded = { readonly kind: string }

export type WriterOptions<State, Command extends Kinded, Event extends Kinded, Change, Row> = MemoryOptions<
  State,
  Command,
  Event,
  Change,
  Row
> & {
  readonly journal: Journal<Row>
  readonly timers: Timers
  readonly log: Log
  /** Called when another server has taken over the shard. */
  readonly onFenced?: ((shard: ShardName) => void) | undefined
  readonly publish: {
    readonly notifications: (notifications: readonly Notification[]) => void
    readonly decisions: (decisions: readonly Published<Event, Change>[]) => void
  }
}

export class ShardWriter<State, Command extends Kinded, Event extends Kinded, Change, Row> {
  readonly #options: WriterOptions<State, Command, Event, Change, Row>
  readonly #memory: ShardMemory<State, Command, Event, Change, Row>
  readonly #housekeeping: Housekeeping
  #life: Life = 'starting'
  #requests: RecentRequests<Event>
  #committedSeq = 0
  #startedAfter = 0
  #writing: Promise<void> | undefined
  #flushAsked = false
  #alarm: { readonly at: Instant; readonly cancel: () => void } | undefined

  constructor(options: WriterOptions<State, Command, Event, Change, Row>) {
    this.#options = options
    this.#memory = new ShardMemory(options)
    this.#housekeeping = new Housekeeping(options)
    this.#requests = new RecentRequests(options.limits)
  }

  /** The last durable sequence number. */
  get position(): number {
    return this.#committedSeq
  }

  /** Between the numbers of the notifications before the start and those after it. */
  get startedAfter(): number {
    return this.#startedAfter
  }

  get stateHash(): string {
    return this.#memory.stateHash
  }

  /** Why the shard takes no commands at the moment. */
  get problem(): string | undefined {
    const reason = this.#life !== 'serving' ? reasonOf[this.#life] : this.#memory.fault === undefined ? undefined : 'Starting'
    return reason && `${unavailableSentence(this.#options.shard.name, reason)}.`
  }

  async start(): Promise<void> {
    this.#memory.epoch = await this.#options.journal.takeOver(this.#options.shard)
    await this.#load()
    this.#life = 'serving'
    this.#wake()
  }

  submit<View>(command: Command, caller?: Idempotency, present?: Present<Event, State, Change, View>): Promise<Again<Event, View>> {
    if (this.#life !== 'serving') return Promise.reject(this.#unavailable(reasonOf[this.#life]))
    if (this.#memory.fault !== undefined) return Promise.reject(this.#unavailable('Starting'))
    const known = caller === undefined ? undefined : this.#known<View>(caller)
    if (known === 'unsure') return this.#submitUnlessDecided(command, caller!, present)
    if (known !== undefined) return known
    if (this.#memory.waiting >= this.#options.limits.waitingDecisions) return Promise.reject(this.#unavailable('Overloaded'))
    return this.#decideAndWait(command, caller, present)
  }

  /** The first response under the key. Undefined if the key is new: immediately, or once the journal has been read. */
  again<View>(caller: Idempotency): Promise<Again<Event, View> | undefined> | undefined {
    const known = this.#known<View>(caller)
    return known === 'unsure' ? this.#findRequest(caller) : known
  }

  #known<View>(caller: Idempotency): Promise<Again<Event, View>> | 'unsure' | undefined {
    const known = this.#requests.ask<View>(caller, this.#options.now())
    switch (known.kind) {
      case 'new':
        return undefined
      case 'unsure':
        return 'unsure'
      case 'other content':
        return Promise.resolve(keyReused)
      case 'in flight':
        return known.answer
      case 'decided':
        return this.#readRequest(caller)
    }
  }

  hasDecided(caller: Idempotency): boolean {
    const { kind } = this.#requests.ask(caller, this.#options.now())
    return kind !== 'new' && kind !== 'unsure'
  }

  /** Waits its turn like a command that changes nothing, so that everything read is durable and the shard is still ours. */
  read<Value>(look: (state: State, now: Instant) => Value): Promise<Seen<Value>> {
    if (this.#life !== 'serving') return Promise.reject(this.#unavailable(reasonOf[this.#life]))
    if (this.#memory.fault !== undefined) return Promise.reject(this.#unavailable('Starting'))
    const { shard } = this.#options
    return new Promise((resolve, reject) => {
      const { seq, value } = this.#memory.read(look)
      this.#memory.wait({ caller: undefined, resolve: () => resolve({ shard, seq, value }), reject })
      this.#arm()
      this.#askFlush()
    })
  }

  /** Called if another server has the shard. A commit in flight learns it from the journal. */
  fence(): void {
    if (this.#life === 'serving' || this.#life === 'starting') this.#loseShard()
  }

  /** Writes what has been decided, and a snapshot. */
  async stop(): Promise<void> {
    if (this.#life === 'serving' || this.#life === 'starting') this.#life = 'stopping'
    this.#alarm?.cancel()
    while (this.#writing !== undefined || this.#hasWork()) await this.#flush()
    if (this.#life === 'stopping' && this.#committedSeq === this.#memory.seq)
      await this.#housekeeping.finish(this.#committedSeq, () => this.#memory.snapshot())
  }

  #decideAndWait<View>(
    command: Command,
    caller: Idempotency | undefined,
    present: Present<Event, State, Change, View> | undefined,
  ): Promise<Again<Event, View>> {
    const { promise, resolve, reject } = Promise.withResolvers<Again<Event, View>>()
    try {
      const answer = this.#memory.submit(command, caller, present)
      if (caller !== undefined) this.#requests.begin(caller, promise)
      this.#memory.wait({ caller, resolve: () => resolve(answer), reject })
      this.#arm()
    } catch (error) {
      this.#options.log.error({ shard: this.#options.shard.name, command: command.kind, error }, 'A command failed unexpectedly')
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    this.#askFlush()
    return promise
  }

  #hasWork(): boolean {
    return this.#life !== 'fenced' && (!this.#memory.isIdle || this.#memory.fault !== undefined)
  }

  /** At the end of this turn of the event loop, so that everything that arrived in it shares one commit. */
  #askFlush(): void {
    if (this.#flushAsked || this.#writing !== undefined) return
    this.#flushAsked = true
    setImmediate(() => {
      this.#flushAsked = false
      void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    if (this.#writing === undefined && this.#hasWork()) this.#writing = this.#writeAll()
    await this.#writing
  }

  /**
   * Called only if there is work. Responses of one transaction are sent while the next is in flight, so commands that follow immediately are decided
   * while the database writes. It ends in the step that finds no work left, so that no command is missed.
   */
  async #writeAll(): Promise<void> {
    let written: OpenBatch<Event, Change, Row> | undefined
    while (written !== undefined || this.#hasWork()) {
      if (this.#memory.fault === undefined && this.#hasWork()) written = await this.#write(this.#memory.takeBatch(), written)
      else if (written !== undefined) {
        this.#announce(written)
        written = undefined
      } else await this.#readBack(this.#memory.takeBatch(), this.#memory.fault)
    }
    this.#writing = undefined
  }

  /** Announces the previous batch as soon as this one is in flight, and answers this batch when it is durable. */
  async #write(
    batch: OpenBatch<Event, Change, Row>,
    before: OpenBatch<Event, Change, Row> | undefined,
  ): Promise<OpenBatch<Event, Change, Row> | undefined> {
    let toAnnounce = before
    const announceBefore = () => {
      if (toAnnounce !== undefined) this.#announce(toAnnounce)
      toAnnounce = undefined
    }
    try {
      // Also without anything to write, because an answer that changes nothing is valid only while the shard is ours.
      await this.#options.journal.append(this.#options.shard, this.#memory.epoch, batch, announceBefore)
      announceBefore()
      return batch
    } catch (error) {
      announceBefore()
      await this.#readBack(batch, error)
      return undefined
    }
  }

  #announce(batch: OpenBatch<Event, Change, Row>): void {
    this.#committedSeq = batch.entries.at(-1)?.seq ?? this.#committedSeq
    for (const { caller, at } of batch.requests) this.#requests.settle(caller, at)
    for (const { resolve } of batch.waiters) resolve()
    const { notifications, decisions } = this.#options.publish
    if (batch.decisions.length > 0) decisions(batch.decisions)
    if (batch.published.length > 0) notifications(batch.published)
    if (this.#memory.fault === undefined)
      this.#housekeeping.afterCommit(this.#committedSeq, this.#memory.seq, () => this.#memory.snapshot())
  }

  /** Either the commit failed, or only its answer was lost. The journal has the answer. Nothing is acknowledged before it is read. */
  async #readBack(batch: OpenBatch<Event, Change, Row>, cause: unknown): Promise<void> {
    const { log, limits, shard } = this.#options
    if (cause instanceof ShardFenced) return this.#loseShard(batch)
    log.warn({ shard: shard.name, error: cause }, 'A commit failed; reloading from the journal')
    for (let pause: number = limits.recoveryPauseMs; ; pause = Math.min(pause * 2, limits.recoveryPauseMostMs)) {
      try {
        return await this.#agreeWithJournal(batch, cause)
      } catch (error) {
        if (this.#life === 'serving') this.#life = 'starting'
        log.error({ shard: shard.name, error }, 'The journal cannot be read; trying again')
        if (this.#life === 'stopping') return this.#loseShard(batch)
        await this.#pause(pause)
      }
    }
  }

  async #agreeWithJournal(batch: OpenBatch<Event, Change, Row>, cause: unknown): Promise<void> {
    const { journal, shard } = this.#options
    // A new epoch waits for the old transaction to end, so that the next read is conclusive.
    const epoch = await journal.renew(shard, this.#memory.epoch)
    if (epoch === undefined) return this.#loseShard(batch)
    this.#memory.epoch = epoch
    const last = await journal.last(shard)
    const written = batch.entries.at(-1)
    if (written !== undefined && written.hash === last.hash) this.#announce(batch)
    else {
      if (this.#life === 'serving') this.#life = 'starting'
      this.#fail(batch, 'CommitFailed', cause)
      this.#failAll('CommitFailed', cause)
      await this.#load()
    }
    if (this.#life !== 'starting') return
    this.#life = 'serving'
    this.#wake()
  }

  #pause(ms: number): Promise<void> {
    const { timers, now } = this.#options
    return new Promise((resolve) => void timers.wakeAt((now() + ms) as Instant, resolve))
  }

  #loseShard(batch?: OpenBatch<Event, Change, Row>): void {
    const { log, shard, onFenced } = this.#options
    const reason = this.#life === 'stopping' ? 'Stopping' : 'Fenced'
    const isNew = this.#life !== 'fenced'
    this.#life = 'fenced'
    this.#alarm?.cancel()
    if (batch !== undefined) this.#fail(batch, reason)
    this.#failAll(reason)
    if (!isNew) return
    const about = { shard: shard.name, epoch: this.#memory.epoch }
    if (reason === 'Stopping') return log.error(about, 'The shard stopped without an answer from its journal')
    log.error(about, 'Another server has taken over the shard; this one has stopped writing to it')
    onFenced?.(shard.name)
  }

  #fail(batch: OpenBatch<Event, Change, Row>, reason: UnavailableReason, cause?: unknown): void {
    const error = this.#unavailable(reason, cause)
    for (const { caller, reject } of batch.waiters) {
      if (caller !== undefined) this.#requests.abandon(caller)
      reject(error)
    }
  }

  #failAll(reason: UnavailableReason, cause?: unknown): void {
    for (const batch of this.#memory.takeAll()) this.#fail(batch, reason, cause)
  }

  async #load(): Promise<void> {
    const { journal, shard, machine, limits, now } = this.#options
    const [recovered, lastNotification] = await Promise.all([recover(journal, shard, machine, limits), journal.lastNotification(shard)])
    const requests = await journal.requests(shard, now() - limits.answersKeptMs, limits.answersInMemory)
    this.#startedAfter = Math.max(lastNotification, numberBefore(now()))
    this.#memory.replaceBy(recovered, this.#startedAfter)
    this.#committedSeq = recovered.seq
    this.#housekeeping.startFrom(recovered.snapshotSeq, recovered.seq)
    this.#requests = new RecentRequests(limits, requests)
  }

  #wake(): void {
    this.#alarm?.cancel()
    this.#alarm = undefined
    if (this.#life !== 'serving') return
    try {
      this.#memory.carryOutDeadlines()
      this.#arm()
    } catch (error) {
      this.#options.log.error({ shard: this.#options.shard.name, error }, 'A deadline failed unexpectedly')
      this.#armAt((this.#options.now() + this.#options.limits.stuckDeadlineMs) as Instant)
    }
    if (this.#hasWork()) this.#askFlush()
  }

  #arm(): void {
    const next = this.#memory.nextDeadline()
    if (next === this.#alarm?.at) return
    this.#alarm?.cancel()
    this.#alarm = undefined
    if (next !== undefined) this.#armAt(next)
  }

  #armAt(at: Instant): void {
    this.#alarm = { at, cancel: this.#options.timers.wakeAt(at, () => this.#wake()) }
  }

  /** The original decision. Its events are read from the journal. */
  async #readRequest<View>(caller: Idempotency): Promise<Again<Event, View>> {
    const answer = await this.#findRequest<View>(caller)
    if (answer === undefined) throw new Error(`${this.#options.shard.name} has decided a request that is not in its journal`)
    return answer
  }

  #findRequest<View>(caller: Idempotency): Promise<Again<Event, View> | undefined> {
    const { journal, shard, now, limits } = this.#options
    return this.#read(() => firstAnswer<Event, View>(journal, shard, caller, now() - limits.answersKeptMs))
  }

  /** Checks the journal first. Identical requests in the meantime wait for the same response. */
  #submitUnlessDecided<View>(
    command: Command,
    caller: Idempotency,
    present: Present<Event, State, Change, View> | undefined,
  ): Promise<Again<Event, View>> {
    const found = async (): Promise<Again<Event, View>> => {
      try {
        const first = await this.#findRequest<View>(caller)
        if (first !== undefined) return first
      } finally {
        this.#requests.abandon(caller)
      }
      if (this.#life !== 'serving') throw this.#unavailable(reasonOf[this.#life])
      return this.#decideAndWait(command, caller, present)
    }
    const answer = found()
    this.#requests.begin(caller, answer)
    return answer
  }

  #read<Value>(look: () => Promise<Value>): Promise<Value> {
    return look().catch((error: unknown) => {
      throw this.#unavailable('Starting', error)
    })
  }

  #unavailable(reason: UnavailableReason, cause?: unknown): EngineUnavailable {
    return new EngineUnavailable(this.#options.shard.name, reason, this.#options.limits.retryAfterMs, cause)
  }
}
