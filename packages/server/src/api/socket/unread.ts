/**
 * The data of a conflating channel that readers have not been sent yet. Readers that lack the same data share one object, so that it is kept, merged,
 * encoded and joined once for all of them (decision 0052).
 */
import type { StreamChannel } from '../../calls/channel.ts'
import { textFrame } from './frame.ts'
import { streamText } from './notification.ts'

type NumberedFrame = { readonly seq: number; readonly bytes: Buffer }
/** Consecutive frames in one buffer. `first` and `last` are their numbers. */
export type Joined = { readonly first: number; readonly last: number; readonly bytes: Buffer }

/** By the object that the data describe, oldest first. */
type ByThing = ReadonlyMap<string, readonly object[]>
const noChanges: ByThing = new Map()

/**
 * Frames by the data object that they contain, because a source pushes one object to all its readers. The number of a frame is its time of writing,
 * which the frame contains anyway. A running number would count the frames of other desks (rulebook 8.6).
 */
export class StreamFrames {
  readonly #frames = new WeakMap<object, Map<string, NumberedFrame>>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Its number is above `after`, the number of the reader's previous frame. */
  frame(spelling: string, data: object, after: number): NumberedFrame {
    let byName = this.#frames.get(data)
    if (byName === undefined) this.#frames.set(data, (byName = new Map()))
    const known = byName.get(spelling)
    if (known !== undefined && known.seq > after) return known
    const now = this.#now()
    const seq = Math.max(after + 1, now)
    const frame = { seq, bytes: textFrame(streamText(spelling, data, seq, now)) }
    byName.set(spelling, frame)
    return frame
  }
}

/** A state shared by readers. It is immutable: a push moves a reader to another state. */
export class Unread {
  readonly #channel: StreamChannel
  readonly #kept: ByThing
  /** Data that arrived after those that are kept, newest first, as a list through the previous states. */
  readonly #before: Unread | undefined
  readonly #data: object | undefined
  readonly #since: number
  readonly #joined = new Map<string, Joined>()

  private constructor(channel: StreamChannel, kept: ByThing, before?: Unread, data?: object) {
    this.#channel = channel
    this.#kept = kept
    this.#before = before
    this.#data = data
    this.#since = before === undefined ? 0 : before.#since + 1
  }

  static nothing(channel: StreamChannel): Unread {
    return new Unread(channel, noChanges)
  }

  /** New data are merged from time to time, so that a reader needs only the memory for what it will be sent, and each push is one step. */
  with(data: object): Unread {
    const next = new Unread(this.#channel, this.#kept, this, data)
    const { keptApart = 1 } = this.#channel
    return next.#since <= Math.max(keptApart, this.#kept.size) ? next : new Unread(this.#channel, next.#merged())
  }

  joinedFor(spelling: string, after: number, frames: StreamFrames): Joined {
    const known = this.#joined.get(spelling)
    if (known !== undefined && known.first > after) return known
    const numbered: NumberedFrame[] = []
    for (const data of [...this.#merged().values()].flat()) numbered.push(frames.frame(spelling, data, numbered.at(-1)?.seq ?? after))
    const bytes = numbered.length === 1 ? numbered[0]!.bytes : Buffer.concat(numbered.map((one) => one.bytes))
    const joined = { first: numbered[0]!.seq, last: numbered.at(-1)!.seq, bytes }
    this.#joined.set(spelling, joined)
    return joined
  }

  #merged(): ByThing {
    const { merge, thingOf, keptApart = 1 } = this.#channel
    const things = new Map([...this.#kept].map(([thing, kept]) => [thing, [...kept]]))
    for (const data of this.#come()) {
      const thing = thingOf?.(data) ?? ''
      const unread = things.get(thing)
      if (unread === undefined || merge === undefined) things.set(thing, [data])
      else if (unread.push(data) > keptApart) things.set(thing, [unread.reduce(merge)])
    }
    return things
  }

  #come(): readonly object[] {
    const come: object[] = []
    for (let state: Unread = this; state.#before !== undefined; state = state.#before) come.push(state.#data!)
    return come.reverse()
  }
}

/** The states of the readers of one channel. A source pushes one object to all its readers in turn, and most of them are in the same state. */
export class UnreadStates {
  readonly nothing: Unread
  /** The last pushed object, and the transitions that it caused. */
  #data: object | undefined
  readonly #steps = new Map<Unread, Unread>()
  #from: Unread | undefined
  #to: Unread | undefined

  constructor(channel: StreamChannel) {
    this.nothing = Unread.nothing(channel)
  }

  after(unread: Unread, data: object): Unread {
    if (data !== this.#data) {
      this.#data = data
      this.#steps.clear()
    } else if (unread === this.#from) return this.#to!
    let to = this.#steps.get(unread)
    if (to === undefined) this.#steps.set(unread, (to = unread.with(data)))
    this.#from = unread
    this.#to = to
    return to
  }
}
