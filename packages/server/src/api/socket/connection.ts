/** The outgoing side of one socket: ordered frames, joined into one write, with a limit on unread bytes. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '../../calls/route.ts'
import type { Flusher } from './flusher.ts'
import { closings, socketLimits, type Closing } from './limits.ts'

/** The newest state of a conflating channel, encoded when there is room for it. */
export interface Latest {
  takeFrame(): Buffer | undefined
}

/** The last frames that were joined, with the result, because neighbouring sockets usually get the same ones. */
let lastFrames: readonly Buffer[] = []
let lastJoined = Buffer.alloc(0)

function join(frames: readonly Buffer[]): Buffer {
  if (frames.length === 1) return frames[0]!
  if (frames.length !== lastFrames.length || !frames.every((frame, index) => frame === lastFrames[index])) {
    lastFrames = frames
    lastJoined = Buffer.concat(frames)
  }
  return lastJoined
}

export class Connection {
  /** The current caller. Rights can change while the socket is open, but not the desk or the user. */
  caller: Caller
  aliveAt: number
  readonly #ws: WebSocket
  readonly #raw: Duplex
  readonly #flusher: Flusher
  #frames: Buffer[] = []
  #frameBytes = 0
  readonly #latest = new Set<Latest>()
  #isWaitingForDrain = false
  #isClosing = false

  constructor(ws: WebSocket, raw: Duplex, caller: Caller, flusher: Flusher, now: number) {
    this.#ws = ws
    this.#raw = raw
    this.caller = caller
    this.#flusher = flusher
    this.aliveAt = now
  }

  /** Bytes that the client has not taken yet. */
  get backlog(): number {
    return this.#raw.writableLength + this.#frameBytes
  }

  /** Lossless and in order. A consumer that does not read is closed with the reason. */
  send(frame: Buffer): void {
    if (this.#isClosing) return
    this.#frames.push(frame)
    this.#frameBytes += frame.length
    if (this.#frameBytes > socketLimits.bufferedBytes) this.close('ConsumerTooSlow')
    else if (this.#frames.length === 1) this.#flusher.mark(this)
  }

  /** Conflating: encoded at the next write with room for it, perhaps with newer data by then. */
  offer(latest: Latest): void {
    if (this.#isClosing) return
    this.#latest.add(latest)
    if (!this.#isWaitingForDrain) this.#flusher.mark(this)
  }

  withdraw(latest: Latest): void {
    this.#latest.delete(latest)
  }

  flush(): void {
    if (this.#isClosing || this.#ws.readyState !== this.#ws.OPEN) return
    this.#takeLatest()
    if (this.#frames.length === 0) return
    if (this.#raw.writableLength + this.#frameBytes > socketLimits.bufferedBytes) return this.close('ConsumerTooSlow')
    const frames = this.#frames
    this.#frames = []
    this.#frameBytes = 0
    this.#raw.write(join(frames))
  }

  close(why: Closing): void {
    if (this.#isClosing) return
    this.#isClosing = true
    if (why !== 'ConsumerTooSlow' && this.#frames.length > 0) this.#raw.write(join(this.#frames))
    this.#frames = []
    this.#latest.clear()
    this.#ws.close(closings[why], why)
    const patienceMs = why === 'ConsumerTooSlow' ? socketLimits.slowCloseMs : socketLimits.closeMs
    setTimeout(() => this.#ws.terminate(), patienceMs).unref()
  }

  #takeLatest(): void {
    if (this.#latest.size === 0) return
    if (this.#raw.writableLength + this.#frameBytes > socketLimits.streamBufferedBytes) {
      this.#waitForDrain()
      return
    }
    for (const latest of this.#latest) {
      const frame = latest.takeFrame()
      if (frame === undefined) continue
      this.#frames.push(frame)
      this.#frameBytes += frame.length
    }
    this.#latest.clear()
  }

  #waitForDrain(): void {
    if (this.#isWaitingForDrain) return
    this.#isWaitingForDrain = true
    this.#raw.once('drain', () => {
      this.#isWaitingForDrain = false
      this.#flusher.mark(this)
    })
  }
}
