/** A socket that is opened again after each loss, with what has to be said on it each time. */
import { Reconnection } from '../adapter/reconnection.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { VenueHealth } from '../port/venue-port.ts'
import { openSocket, type SocketOptions, type VenueSocket } from './socket.ts'

export type LineOptions = SocketOptions & { readonly random: () => number; readonly log: VenueLog }

export type LineListener = {
  /** After each opening, before the line counts as connected: signs in and subscribes. A rejection closes the socket and tries again. */
  prepare(socket: VenueSocket): Promise<void>
  onEvent(channel: string, data: unknown): void
  onHealth(health: VenueHealth): void
}

export class Line {
  readonly #options: LineOptions
  readonly #listener: LineListener
  readonly #reconnection: Reconnection
  #socket: VenueSocket | undefined

  constructor(options: LineOptions, listener: LineListener) {
    this.#options = options
    this.#listener = listener
    this.#reconnection = new Reconnection({ ...options, onHealth: (health) => listener.onHealth(health), open: () => void this.open() })
  }

  get reconnection(): Reconnection {
    return this.#reconnection
  }

  /** The socket that is open now. */
  get socket(): VenueSocket | undefined {
    return this.#socket
  }

  /** Resolves after the first attempt, whatever came of it. */
  async open(): Promise<void> {
    const reconnection = this.#reconnection
    let socket: VenueSocket | undefined
    try {
      socket = await openSocket(this.#options, {
        onEvent: (channel, data) => this.#listener.onEvent(channel, data),
        onMessage: reconnection.received,
        onRoundTrip: reconnection.answered,
        onClosed: () => this.#lost(socket),
      })
      if (reconnection.isClosed) return socket.close()
      this.#socket = socket
      await this.#listener.prepare(socket)
      if (this.#socket === socket && !reconnection.isClosed) reconnection.connected()
    } catch (error) {
      if (reconnection.isClosed) return socket?.close()
      this.#options.log('the venue could not be reached', { reason: String(error) })
      if (socket === undefined) reconnection.openLater()
      else socket.close()
    }
  }

  /** Breaks the connection, so that everything is said anew. */
  reopen(): void {
    this.#socket?.close()
  }

  close(): void {
    this.#reconnection.close()
    this.#socket?.close()
  }

  #lost(socket: VenueSocket | undefined): void {
    if (this.#socket === socket) this.#socket = undefined
    if (this.#reconnection.isClosed) return
    this.#reconnection.lost()
    this.#reconnection.openLater()
  }
}
