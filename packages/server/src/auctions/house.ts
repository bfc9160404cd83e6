/** The house in which auctions are held: one decision after the other, each durable before it is answered and before it is published. */
import {
  evolveAuction,
  isRefusal,
  nextMoment,
  refuse,
  passTime,
  type Auction,
  type AuctionEvent,
  type AuctionId,
  type Instant,
  type Refusal,
} from '@parley/core'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import { auctionLimits as limits } from './limits.ts'
import { messagesOf } from './messages.ts'
import type { AuctionNotifications } from './notifications.ts'
import type { Depth } from './present.ts'
import type { AuctionStore, Written } from './store.ts'

type Decision = readonly AuctionEvent[] | Refusal
export type Decide = (auction: Auction, now: Instant) => Decision

export type House = {
  /** As it is now; undefined where there is none of that number. */
  find(id: number): Promise<Auction | undefined>
  /** Those that are not over, in the order of their numbers. */
  live(): readonly Auction[]
  /** The auction after the decision, or the refusal. */
  decide(id: number, decide: Decide): Promise<Auction | Refusal>
  /**
   * The same of a bidder. Nothing is said with it that everybody reads, and the timer stays as it is: a start that is said a moment sooner would
   * tell that somebody bids (rulebook 19.8).
   */
  decideInSecret(id: number, decide: Decide): Promise<Auction | Refusal>
  open(decide: (id: AuctionId, now: Instant) => Promise<Decision> | Decision): Promise<Auction | Refusal>
  close(): Promise<void>
}

export type HouseParts = {
  readonly store: AuctionStore
  readonly notifications: AuctionNotifications
  readonly depth: () => Depth
  readonly clock: Clock
  readonly log: Log
}

export const noAuction = refuse('NotFound', '19.1', 'There is no auction of this number.', 'id')

export async function openHouse(parts: HouseParts): Promise<House> {
  const { store } = parts
  const newest = await store.newest()
  const live = await store.live()
  for (const auction of live)
    if (!(await store.isWhole(auction)))
      parts.log.error({ auction: auction.id }, 'An auction is not what its events come to: somebody has changed the database')
  const house = new OpenHouse(parts, live, { event: newest.event, auction: newest.auction })
  await house.passTheTime()
  return house
}

class OpenHouse implements House {
  readonly #parts: HouseParts
  /** Undefined where a write failed, and nobody knows before it is read again. */
  readonly #live: Map<number, Auction | undefined>
  #last: { event: number; auction: number }
  #turn: Promise<unknown> = Promise.resolve()
  #cancelTimer: () => void = () => undefined
  #isClosed = false
  #untidy = 0

  constructor(parts: HouseParts, live: readonly Auction[], last: { event: number; auction: number }) {
    this.#parts = parts
    this.#live = new Map(live.map((auction) => [auction.id, auction]))
    this.#last = last
  }

  async find(id: number): Promise<Auction | undefined> {
    return this.#live.get(id) ?? this.#parts.store.auction(id)
  }

  live(): readonly Auction[] {
    return [...this.#live.values()].filter((auction) => auction !== undefined)
  }

  decide(id: number, decide: Decide): Promise<Auction | Refusal> {
    return this.#serially(async () => {
      const before = await this.find(id)
      if (before === undefined) return noAuction
      const now = this.#now()
      // The marks of time come first, so that nobody decides in an auction that has ended unsaid.
      const timely = await this.#carryOut(before, passedUntil(before, now), now)
      const decided = decide(timely, now)
      return isRefusal(decided) ? decided : this.#follow(await this.#carryOut(timely, decided, now), now)
    })
  }

  decideInSecret(id: number, decide: Decide): Promise<Auction | Refusal> {
    return this.#serially(async () => {
      const before = await this.find(id)
      if (before === undefined) return noAuction
      const now = this.#now()
      const decided = decide(before, now)
      return isRefusal(decided) ? decided : this.#write(before, decided, now)
    })
  }

  open(decide: (id: AuctionId, now: Instant) => Promise<Decision> | Decision): Promise<Auction | Refusal> {
    return this.#serially(async () => {
      const now = this.#now()
      const id = (this.#last.auction + 1) as AuctionId
      const decided = await decide(id, now)
      if (isRefusal(decided)) return decided
      const opened = decided.reduce<Auction | undefined>(evolveAuction, undefined)!
      return this.#carryOut(undefined, [...decided, ...passedUntil(opened, now)], now)
    })
  }

  /** Says the starts, the ends and the outcomes that are due, and wakes at the next. */
  async passTheTime(): Promise<void> {
    await this.#serially(async () => {
      const now = this.#now()
      for (const id of [...this.#live.keys()]) {
        const auction = await this.find(id)
        if (auction !== undefined) await this.#carryOut(auction, passedUntil(auction, now), now)
      }
    }).catch((error: unknown) => this.#parts.log.error({ error }, 'The times of auctions could not be said; trying again'))
    this.#wakeAtNext()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer()
    await this.#turn
  }

  #now(): Instant {
    return this.#parts.clock.now() as Instant
  }

  /** Something has settled: the auction may be over by it. */
  async #follow(auction: Auction, now: Instant): Promise<Auction> {
    return this.#carryOut(auction, passedUntil(auction, now), now)
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  async #carryOut(before: Auction | undefined, events: readonly AuctionEvent[], at: Instant): Promise<Auction> {
    const auction = await this.#write(before, events, at)
    if (events.length > 0) this.#wakeAtNext()
    return auction
  }

  async #write(before: Auction | undefined, events: readonly AuctionEvent[], at: Instant): Promise<Auction> {
    if (events.length === 0) return before!
    const { store, notifications, depth } = this.#parts
    const auction = events.reduce<Auction | undefined>(evolveAuction, before)!
    const id = this.#last.event + 1
    const messages = notifications.number(messagesOf({ before, after: auction, events, at }, depth()), id, at)
    const written: Written = { id, at, before, auction, events, messages }
    try {
      await store.write(written)
    } catch (error) {
      // Whether it was written is not known: the next decision counts on from what is there.
      this.#live.set(auction.id, undefined)
      this.#last = await store.newest()
      throw error
    }
    this.#last = { event: id + events.length - 1, auction: Math.max(this.#last.auction, auction.id) }
    this.#keep(auction)
    notifications.publish(messages, id)
    await this.#tidyNow(messages.length)
    return auction
  }

  #keep(auction: Auction): void {
    if (nextMoment(auction) === undefined) this.#live.delete(auction.id)
    else this.#live.set(auction.id, auction)
  }

  #wakeAtNext(): void {
    this.#cancelTimer()
    if (this.#isClosed) return
    const now = this.#now()
    const moments = [...this.#live.values()].flatMap((auction) => {
      if (auction === undefined) return [now + limits.againMs]
      const moment = nextMoment(auction)
      // An hour that is over while a trade is pending says nothing more by itself: the chain does.
      return moment !== undefined && (moment > now || passTime(auction, now).length > 0) ? [moment] : []
    })
    if (moments.length === 0) return
    const wait = Math.max(Math.min(...moments) - now, 1)
    this.#cancelTimer = this.#parts.clock.after(Math.min(wait, FURTHEST_MS), () => void this.passTheTime())
  }

  async #tidyNow(written: number): Promise<void> {
    this.#untidy += written
    if (this.#untidy < limits.tidyEvery) return
    this.#untidy = 0
    await this.#parts.store.tidy(this.#now() - limits.messagesKeptMs, this.#last.event)
  }
}

/** A Node timer holds at most 2^31 ms. */
const FURTHEST_MS = 2 ** 31 - 1

/** Everything that `passTime` says one after the other. */
function passedUntil(auction: Auction, now: Instant): readonly AuctionEvent[] {
  const events = passTime(auction, now)
  return events.length === 0 ? [] : [...events, ...passedUntil(events.reduce<Auction | undefined>(evolveAuction, auction)!, now)]
}
