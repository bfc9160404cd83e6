/**
 * The reader's side of the news of a shard. Decisions that are missing between two messages are read from the journal and the outbox, and messages
 * that arrive in the meantime wait, so that every decision is passed on once and in order.
 */
import type { Notification, Published, Shard } from '../engine/engine.ts'
import type { Journal } from '../engine/journal.ts'
import type { Limits } from '../engine/limits.ts'
import type { Machine } from '../engine/machine.ts'
import { numberBefore } from '../engine/notification-numbers.ts'
import { recover } from '../engine/recovery.ts'
import type { Log } from '../log/log.ts'
import { clusterLimits } from './limits.ts'
import type { News } from './messages.ts'
import type { Network } from './network.ts'

export type FollowedJournal = Pick<Journal<never>, 'read' | 'last' | 'newestSnapshot' | 'lastNotificationUpTo' | 'notificationsBetween'>

type Kinded = { readonly kind: string }

export type Following<State, Command extends Kinded, Event extends Kinded, Change> = {
  readonly network: Pick<Network, 'subscribe'>
  readonly subject: string
  readonly shard: Shard
  readonly journal: FollowedJournal
  /** Applies the events of a repair, to know what each has changed. */
  readonly machine: Machine<State, Command, Event, Change>
  readonly limits: Limits
  readonly publish: {
    readonly decisions: (decisions: readonly Published<Event, Change>[]) => void
    readonly notifications: (notifications: readonly Notification[]) => void
  }
  readonly log: Log
}

export type FollowedShard = {
  readonly position: number
  /** Every notification that is passed on from now has a higher number. */
  readonly startedAfter: number
  /** Whether anything of its owner has arrived lately. */
  readonly isServed: boolean
  /** Resolves when the decisions up to a number have been passed on. After a second without them it resolves too, because the journal has them. */
  reached(seq: number): Promise<void>
  close(): void
}

/** Resolves when it knows where the journal ends. */
export async function followShard<State, Command extends Kinded, Event extends Kinded, Change>(
  following: Following<State, Command, Event, Change>,
): Promise<FollowedShard> {
  const { network, subject, shard, journal } = following
  const follower = new Follower(following)
  const stop = network.subscribe(subject, (text) => follower.receive(JSON.parse(text) as News<Event, Change>))
  const { seq } = await journal.last(shard)
  follower.startFrom(seq, await journal.lastNotificationUpTo(shard, seq))
  return {
    get position() {
      return follower.position
    },
    get startedAfter() {
      return follower.startedAfter
    },
    get isServed() {
      return performance.now() - follower.receivedAt < clusterLimits.silentMs
    },
    reached: (wanted) => follower.reached(wanted),
    close() {
      stop()
      follower.close()
    },
  }
}

class Follower<State, Command extends Kinded, Event extends Kinded, Change> {
  readonly #following: Following<State, Command, Event, Change>
  #position: number | undefined
  #startedAfter = 0
  #waiting: News<Event, Change>[] = []
  #repairing: Promise<void> | undefined
  #again: NodeJS.Timeout | undefined
  #isClosed = false
  readonly #reached = new Set<{ readonly seq: number; readonly resolve: () => void }>()
  receivedAt = -Infinity

  constructor(following: Following<State, Command, Event, Change>) {
    this.#following = following
  }

  get position(): number {
    return this.#position ?? 0
  }

  get startedAfter(): number {
    return this.#startedAfter
  }

  startFrom(seq: number, lastNotification: number): void {
    this.#position = seq
    // The numbers of later decisions are above the owner's time, which reveals less about the activity of others than the last number.
    const news = this.#waiting.find((one) => one.after >= seq)
    this.#startedAfter = Math.max(lastNotification, news === undefined ? 0 : numberBefore(news.at))
    this.#takeWaiting()
  }

  receive(news: News<Event, Change>): void {
    this.receivedAt = performance.now()
    if (this.#waiting.length >= clusterLimits.heldNews) this.#waiting = []
    this.#waiting.push(news)
    if (this.#position !== undefined && this.#repairing === undefined) this.#takeWaiting()
  }

  reached(seq: number): Promise<void> {
    if (this.position >= seq || this.#isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(soon)
        clearTimeout(late)
        this.#reached.delete(waiter)
        resolve()
      }
      const waiter = { seq, resolve: done }
      // The owner publishes a decision before its answer, so its news are lost, and the journal has them. Messages that have arrived are read first.
      const soon = setTimeout(() => setImmediate(() => this.#reached.has(waiter) && this.#repair()), clusterLimits.newsWithinMs)
      const late = setTimeout(done, clusterLimits.answerMs)
      this.#reached.add(waiter)
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    for (const { resolve } of this.#reached) resolve()
  }

  #takeWaiting(): void {
    for (let news = this.#waiting.shift(); news !== undefined; news = this.#waiting.shift()) {
      if (news.seq <= this.position) continue
      if (news.after !== this.position) {
        this.#waiting.unshift(news)
        return this.#repair()
      }
      this.#apply(news)
    }
  }

  #apply({ seq, decisions, notifications }: News<Event, Change>): void {
    const { shard } = this.#following
    this.#pass(
      seq,
      decisions.map(({ changes, ...decision }) => ({ shard, ...decision, changes: changes.map(changeIn) }) as Published<Event, Change>),
      notifications.map((one) => ({ ...one, shard, data: JSON.parse(one.text!) as object })),
    )
  }

  #pass(seq: number, decisions: readonly Published<Event, Change>[], notifications: readonly Notification[]): void {
    const { publish } = this.#following
    // Before its readers are called, as in the owner's process.
    this.#position = seq
    if (decisions.length > 0) publish.decisions(decisions)
    if (notifications.length > 0) publish.notifications(notifications)
    for (const waiter of this.#reached) if (waiter.seq <= seq) waiter.resolve()
  }

  #repair(): void {
    const { log, shard } = this.#following
    if (this.#repairing !== undefined || this.#isClosed) return
    this.#repairing = this.#readMissing().then(
      () => {
        this.#repairing = undefined
        this.#takeWaiting()
      },
      (error: unknown) => {
        this.#repairing = undefined
        log.warn({ error, shard: shard.name }, 'Could not read missing decisions from the journal; trying again')
        if (!this.#isClosed) this.#again = setTimeout(() => this.#repair(), clusterLimits.repairAgainMs)
      },
    )
  }

  /** Everything up to the end of the journal. */
  async #readMissing(): Promise<void> {
    const { journal, shard, machine, limits } = this.#following
    const from = this.position
    const { seq: end } = await journal.last(shard)
    if (end <= from) return
    const before = await recover(journal, shard, machine, limits, from)
    const rows = await journal.notificationsBetween(shard.group, from, end)
    const decisions = await readDecisions(this.#following, { state: before.state, from, end })
    const notifications = rows.map(({ place: _, data: text, ...one }) => ({ ...one, shard, data: JSON.parse(text) as object, text }))
    if (!this.#isClosed) this.#pass(end, decisions, notifications)
  }
}

/** An event that changes nothing has no change, and JSON has no undefined. */
const changeIn = <Change>(change: Change): Change => change ?? (undefined as Change)

type Replayed<State> = { readonly state: State; readonly from: number; readonly end: number }

async function readDecisions<State, Command extends Kinded, Event extends Kinded, Change>(
  { journal, shard, machine, limits }: Following<State, Command, Event, Change>,
  { state, from, end }: Replayed<State>,
): Promise<readonly Published<Event, Change>[]> {
  const decisions: { decision: number; seq: number; at: Published<Event, Change>['at']; events: Event[]; changes: Change[] }[] = []
  for (let after = from; after < end;) {
    const entries = await journal.read(shard, after, Math.min(limits.rowsPerRead, end - after))
    if (entries.length === 0) throw new Error(`the journal of ${shard.name} ends before row ${end}`)
    for (const { seq, decision, at, event: text } of entries) {
      let open = decisions.at(-1)
      if (open?.decision !== decision)
        decisions.push((open = { decision, seq, at: at as (typeof decisions)[0]['at'], events: [], changes: [] }))
      const event = JSON.parse(text) as Event
      open.seq = seq
      open.events.push(event)
      open.changes.push(machine.evolve(state, event))
      after = seq
    }
  }
  return decisions.map((decision) => ({ shard, ...decision }))
}
