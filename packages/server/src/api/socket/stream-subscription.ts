/** One socket on one conflating channel: keeps only what its reader has not been sent yet. */
import type { StreamChannel } from '../../calls/channel.ts'
import type { Connection, Latest } from './connection.ts'
import { textFrame } from './frame.ts'
import { streamText } from './notification.ts'

type NumberedFrame = { readonly seq: number; readonly bytes: Buffer }

/**
 * Frames by the object they hold, because a source pushes one object to all its readers. The number of a frame is the time at which it was written,
 * which stands in it anyway: a running number would count the frames of other desks (rulebook 8.6).
 */
export class StreamFrames {
  readonly #frames = new WeakMap<object, Map<string, NumberedFrame>>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Its number is above `after`, which is that of the reader's frame before it. */
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

export class StreamSubscription implements Latest {
  readonly #connection: Connection
  readonly #spelling: string
  readonly #channel: StreamChannel
  readonly #frames: StreamFrames
  #pending: object | undefined
  /** The number of the frame sent last. */
  #seq = 0
  #isAcknowledged = false
  #isEnded = false
  #end: (() => void) | undefined

  constructor(connection: Connection, spelling: string, channel: StreamChannel, frames: StreamFrames) {
    this.#connection = connection
    this.#spelling = spelling
    this.#channel = channel
    this.#frames = frames
  }

  readonly push = (data: object): void => {
    if (this.#isEnded) return
    this.#pending = this.#pending === undefined || this.#channel.merge === undefined ? data : this.#channel.merge(this.#pending, data)
    if (this.#isAcknowledged) this.#connection.offer(this)
  }

  /** The reader knows that it is subscribed: what was pushed meanwhile may follow. */
  acknowledged(end: () => void): void {
    if (this.#isEnded) {
      end()
      return
    }
    this.#end = end
    this.#isAcknowledged = true
    if (this.#pending !== undefined) this.#connection.offer(this)
  }

  takeFrame(): Buffer | undefined {
    const data = this.#pending
    this.#pending = undefined
    if (data === undefined) return undefined
    const { seq, bytes } = this.#frames.frame(this.#spelling, data, this.#seq)
    this.#seq = seq
    return bytes
  }

  end(): void {
    this.#isEnded = true
    this.#pending = undefined
    this.#connection.withdraw(this)
    this.#end?.()
    this.#end = undefined
  }
}
