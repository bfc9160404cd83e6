/**
 * The numbers under which readers get notifications (`seq_num` in the API): the time of the decision, and its place among the decisions of the same
 * millisecond for the same reader. The journal's own numbers would count the secret activity of others (rulebook 8.6, 10.11, decision 0711). All
 * notifications of a decision for one reader have the same number, and a reader's numbers increase.
 */
import type { Instant } from '@parley/core'
import type { Audience } from './engine.ts'

/** Numbers per millisecond. Combined with a time they remain exact integers until the year 2109. */
const OF_A_MOMENT = 2_048
/** The distance between two public numbers, which leaves room for numbers of a single reader. */
const STRIDE = 32

/** Every number of a decision made at that time or before is at most this, and every number of a later millisecond is above it. */
export const lastNumberAt = (at: number): number => at * OF_A_MOMENT + OF_A_MOMENT - 1

/** Every number of a decision made at that time or later is above it. */
export const numberBefore = (at: number): number => at * OF_A_MOMENT - 1

export const timeOfNumber = (number: number): Instant => Math.floor(number / OF_A_MOMENT) as Instant

export class NotificationNumbers {
  /** The last public number. */
  #everybody: number
  /** The last numbers of the newest millisecond for single audiences. */
  readonly #own = new Map<Audience, number>()
  #highest: number
  #at = 0 as Instant
  /** It is no longer known for whom the last number of that millisecond was. */
  readonly #begunAt: Instant

  /** `last` is the highest number ever given. */
  constructor(last: number) {
    this.#everybody = last
    this.#begunAt = timeOfNumber(last)
    this.#highest = last
  }

  get highest(): number {
    return this.#highest
  }

  /**
   * The time of the next decision: the first millisecond from `now` on that has a number left for any reader. So no number is above the fence of its
   * own time, and a single reader's numbers do not affect the public ones.
   */
  timeOfNext(now: Instant): Instant {
    const at = Math.max(now, timeOfNumber(this.#highest)) as Instant
    const next = this.#nextOfEverybody(at)
    const hasRoom = at > this.#begunAt && next <= lastNumberAt(at) && this.#highest + 1 < next
    return hasRoom ? at : ((at + 1) as Instant)
  }

  /** The number for each audience of a decision that was made at `timeOfNext` or is for one audience only. */
  of(at: Instant, audiences: readonly Audience[]): (audience: Audience) => number {
    if (at !== this.#at) {
      this.#at = at
      // A reader that needed more numbers than one millisecond has took some of the next.
      for (const [audience, number] of this.#own) if (number < at * OF_A_MOMENT) this.#own.delete(audience)
    }
    // A user also reads the desk's notifications, so a number for only one of the two might not increase.
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
