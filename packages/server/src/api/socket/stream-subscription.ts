/** One socket on one conflating channel: keeps only what its reader has not been sent yet. */
import type { StreamChannel } from '../../calls/channel.ts'
import type { Connection, Latest } from './connection.ts'
import { textFrame } from './frame.ts'
import { streamText } from './notification.ts'

/** Frames by the object they hold, because a source pushes one object to all its readers; with the channel's running number. */
export class StreamFrames {
  readonly #frames = new WeakMap<object, Map<string, Buffer>>()
  readonly #numbers = new WeakMap<object, number>()
  #number = 0

  frame(spelling: string, data: object): Buffer {
    let byName = this.#frames.get(data)
    if (byName === undefined) this.#frames.set(data, (byName = new Map()))
    let frame = byName.get(spelling)
    if (frame === undefined) byName.set(spelling, (frame = textFrame(streamText(spelling, data, this.#numberOf(data)))))
    return frame
  }

  #numberOf(data: object): number {
    const known = this.#numbers.get(data)
    if (known !== undefined) return known
    this.#number += 1
    this.#numbers.set(data, this.#number)
    return this.#number
  }
}

export class StreamSubscription implements Latest {
  readonly #connection: Connection
  readonly #spelling: string
  readonly #channel: StreamChannel
  readonly #frames: StreamFrames
  #pending: object | undefined
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
    return data === undefined ? undefined : this.#frames.frame(this.#spelling, data)
  }

  end(): void {
    this.#isEnded = true
    this.#pending = undefined
    this.#connection.withdraw(this)
    this.#end?.()
    this.#end = undefined
  }
}
