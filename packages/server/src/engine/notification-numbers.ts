/**
 * The numbers under which readers get notifications (`seq_num` on the wire): the time of the decision, and its place among the decisions of the
 * same millisecond that were there for the same reader. The journal's own numbers would count what others do in secret (rulebook 8.6, 10.11,
 * decision 0711). All notifications of a decision for one reader have one number, and a reader's numbers grow.
 */
import type { Instant } from '@parley/core'
import type { Audience } from './engine.ts'

/** Numbers of one millisecond: with a time they make exact integers until the year 2109. */
const OF_A_MOMENT = 2_048
/** From one number of everybody's to the next, with room in between for those of one reader. */
const STRIDE = 32

/** Every number of a decision made at that time or before is at most this, and every number of a later millisecond above it. */
export const lastNumberAt = (at: number): number => at * OF_A_MOMENT + OF_A_MOMENT - 1

/** Every number of a decision made at that time or later is above it. */
export const numberBefore = (at: number): number => at * OF_A_MOMENT - 1

export const timeOfNumber = (number: number): Instant => Math.floor(number / OF_A_MOMENT) as Instant

export class NotificationNumbers {
  /** The last number that was everybody's. */
  #everybody: number
  /** Those of the newest millisecond that were for one audience. */
  readonly #own = new Map<Audience, number>()
  #highest: number
  #at = 0 as Instant
  /** Nobody knows any more whose the last number of that millisecond was. */
  readonly #begunAt: Instant

  /** `last` is the highest number that was ever given. */
  constructor(last: number) {
    this.#everybody = last
    this.#begunAt = timeOfNumber(last)
    this.#highest = last
  }

  get highest(): number {
    return this.#highest
  }

  /**
   * When the next decision can be made: from `now` on, the first millisecond that has a number left whoever reads of it, so that no number is
   * above the fence of its own time, and what one reader has had by itself moves no number of everybody's.
   */
  timeOfNext(now: Instant): Instant {
    const at = Math.max(now, timeOfNumber(this.#highest)) as Instant
    const next = this.#nextOfEverybody(at)
    const hasRoom = at > this.#begunAt && next <= lastNumberAt(at) && this.#highest + 1 < next
    return hasRoom ? at : ((at + 1) as Instant)
  }

  /** The number that each audience of a decision gets, which was made at `timeOfNext` or is for one audience alone. */
  of(at: Instant, audiences: readonly Audience[]): (audience: Audience) => number {
    if (at !== this.#at) {
      this.#at = at
      // A reader that has had more in a millisecond than it has numbers has taken some of the next.
      for (const [audience, number] of this.#own) if (number < at * OF_A_MOMENT) this.#own.delete(audience)
    }
    // A person also reads what is the desk's, so that a number of one of both alone would not grow.
    if (audiences.some((audience) => !audience.startsWith('desk:'))) {
      const number = this.#forEverybody(at)
      return () => number
    }
    const numbers = new Map<Audience, number>()
    for (const audience of audiences) if (!numbers.has(audience)) numbers.set(audience, this.#forOne(at, audience))
    return (audience) => numbers.get(audience)!
  }

  #nextOfEverybody(at: Instant): number {
    return Math.max(at * OF_A_MOMENT, this.#everybody) + STRIDE
  }

  #forEverybody(at: Instant): number {
    const number = this.#nextOfEverybody(at)
    this.#everybody = number
    this.#highest = Math.max(this.#highest, number)
    return number
  }

  #forOne(at: Instant, audience: Audience): number {
    const number = Math.max(at * OF_A_MOMENT, this.#everybody + 1, (this.#own.get(audience) ?? 0) + 1)
    this.#own.set(audience, number)
    this.#highest = Math.max(this.#highest, number)
    return number
  }
}
