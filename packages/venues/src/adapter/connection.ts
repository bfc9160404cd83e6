/** A connection to a venue that reopens after each loss and is prepared (signed in, subscribed) each time. */
import type { VenueHealth } from '../port/venue-port.ts'
import { Reconnection } from './reconnection.ts'
import type { VenueLog } from './venue-log.ts'

/** A socket, or several that open and close together. */
export interface Closable {
  close(): void
}

export type ConnectionEvents = { onMessage(): void; onRoundTrip(ms: number): void; onClosed(): void }

export type ConnectionOptions<Socket extends Closable> = {
  readonly now: () => number
  readonly random: () => number
  readonly log: VenueLog
  /** Rejects when the socket does not open. */
  open(events: ConnectionEvents): Promise<Socket>
  /** Signs in and subscribes after each opening. A rejection closes the socket, and another one is opened. */
  prepare(socket: Socket): Promise<void>
  onHealth(health: VenueHealth): void
}

export class Connection<Socket extends Closable> {
  readonly #options: ConnectionOptions<Socket>
  readonly reconnection: Reconnection
  #socket: Socket | undefined
  #opening: Promise<Socket> | undefined
  /** Set by the first `open`. Until then, a lost socket is not reopened. */
  #isKept = false

  constructor(options: ConnectionOptions<Socket>) {
    this.#options = options
    this.reconnection = new Reconnection({ ...options, onHealth: (health) => options.onHealth(health), open: () => void this.open() })
  }

  /** The currently open socket. */
  get socket(): Socket | undefined {
    return this.#socket
  }

  /** Opens and prepares a socket, and repeats this after each loss. Resolves after the first attempt, even if that failed. */
  async open(): Promise<void> {
    this.#isKept = true
    let socket: Socket | undefined
    try {
      socket = await this.ensure()
      await this.#options.prepare(socket)
      if (this.#socket === socket) this.reconnection.connected()
    } catch (error) {
      if (this.reconnection.isClosed) return
      this.#options.log('the venue could not be reached', { reason: String(error) })
      if (socket === undefined) return this.reconnection.openLater()
      socket.close()
      this.#lost(socket)
    }
  }

  /** The socket, opened if there is none: one socket for all concurrent calls. */
  ensure(): Promise<Socket> {
    if (this.reconnection.isClosed) return Promise.reject(new Error('the venue adapter is closed'))
    if (this.#socket !== undefined) return Promise.resolve(this.#socket)
    this.#opening ??= this.#openSocket().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Drops the connection, so that the next one is prepared from the start. */
  reopen(): void {
    this.#socket?.close()
  }

  close(): void {
    this.reconnection.close()
    this.#socket?.close()
    this.#socket = undefined
  }

  async #openSocket(): Promise<Socket> {
    const socket = await this.#options.open({
      onMessage: this.reconnection.received,
      onRoundTrip: this.reconnection.answered,
      onClosed: () => this.#lost(socket),
    })
    if (this.reconnection.isClosed) {
      socket.close()
      throw new Error('the venue adapter is closed')
    }
    this.#socket = socket
    return socket
  }

  /** Only the first report counts: an abandoned socket may still report that it closed. */
  #lost(socket: Socket): void {
    if (this.#socket !== socket) return
    this.#socket = undefined
    this.reconnection.lost()
    if (this.#isKept) this.reconnection.openLater()
  }
}
