/** One socket on one conflating channel: its reader is sent what it lacks when there is room for it. */
import type { Connection, Latest } from './connection.ts'
import type { StreamFrames, Unread, UnreadStates } from './unread.ts'

export class StreamSubscription implements Latest {
  readonly #connection: Connection
  readonly #spelling: string
  readonly #states: UnreadStates
  readonly #frames: StreamFrames
  #unread: Unread
  /** The number of the last frame that was sent. */
  #seq = 0
  #isAcknowledged = false
  #isEnded = false
  #end: (() => void) | undefined

  constructor(connection: Connection, spelling: string, states: UnreadStates, frames: StreamFrames) {
    this.#connection = connection
    this.#spelling = spelling
    this.#states = states
    this.#frames = frames
    this.#unread = states.nothing
  }

  readonly push = (data: object): void => {
    if (this.#isEnded) return
    const before = this.#unread
    this.#unread = this.#states.after(before, data)
    // If something was already unread, it has already been offered.
    if (this.#isAcknowledged && before === this.#states.nothing) this.#connection.offer(this)
  }

  /** The reader knows that it is subscribed, so what was pushed in the meantime may follow. */
  acknowledged(end: () => void): void {
    if (this.#isEnded) {
      end()
      return
    }
    this.#end = end
    this.#isAcknowledged = true
    if (this.#unread !== this.#states.nothing) this.#connection.offer(this)
  }

  takeFrame(): Buffer | undefined {
    if (this.#unread === this.#states.nothing) return undefined
    const { last, bytes } = this.#unread.joinedFor(this.#spelling, this.#seq, this.#frames)
    this.#unread = this.#states.nothing
    this.#seq = last
    return bytes
  }

  end(): void {
    this.#isEnded = true
    this.#unread = this.#states.nothing
    this.#connection.withdraw(this)
    this.#end?.()
    this.#end = undefined
  }
}
