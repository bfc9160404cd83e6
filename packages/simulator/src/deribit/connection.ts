/** One websocket: reads frames, applies faults, runs the heartbeat, and disconnects clients that are too slow or send too many requests. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createCredits } from './credits.ts'
import type { Fault, Faults } from '../exchange/faults.ts'
import type { VenueClock } from '../exchange/venue-clock.ts'
import type { VenueFeed } from './feed.ts'
import { createFrameBatch } from '../exchange/frame-batch.ts'
import { createHeartbeat } from './heartbeat.ts'
import { MAX_FRAME_BYTES, MAX_UNSENT_BYTES } from './limits.ts'
import { carryOut, type Connection, type Methods, type World } from './methods.ts'
import { formatError, formatNotification, formatResult, parseRequest, toVenueError, VenueError, type Request } from './protocol.ts'

export type OpenConnection = Connection & {
  send(frame: string): void
  /** Collects the other messages of the same step. */
  add(frame: string): void
  /** Sends everything that has been collected, in one write. */
  sendAdded(): void
}

export type ConnectionContext = {
  readonly world: World
  readonly methods: Methods
  readonly faults: Faults
  readonly feed: VenueFeed
  readonly clock: VenueClock
  /** Delayed calls that are still to be carried out. */
  readonly late: Set<NodeJS.Timeout>
  onCalled(method: string): void
  onClosed(connection: OpenConnection): void
  onForgotten(channels: readonly string[]): void
}

export class VenueConnection implements OpenConnection {
  readonly id: number
  grant: Connection['grant'] = undefined
  readonly channels = new Set<string>()
  readonly #socket: WebSocket
  readonly #context: ConnectionContext
  readonly #credits: ReturnType<typeof createCredits>
  readonly #heartbeat: ReturnType<typeof createHeartbeat>
  readonly #batch: ReturnType<typeof createFrameBatch>
  /** Frames to send after the current response. */
  #afterAnswer: string[] = []

  constructor(id: number, socket: WebSocket, raw: Duplex, context: ConnectionContext) {
    this.id = id
    this.#socket = socket
    this.#context = context
    this.#credits = createCredits(context.world.now)
    this.#heartbeat = createHeartbeat(socket)
    this.#batch = createFrameBatch(raw)
    socket.on('message', (data) => this.#receive(data.toString()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#end())
  }

  readonly setHeartbeat: Connection['setHeartbeat'] = (intervalS) => this.#heartbeat.set(intervalS)
  readonly forget: Connection['forget'] = (channels) => this.#context.onForgotten(channels)

  sendFirst(channels: readonly string[]): void {
    this.#afterAnswer = channels.flatMap((channel) => this.#context.feed.first(channel) ?? [])
  }

  close(): void {
    this.#socket.close()
  }

  send(frame: string): void {
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return this.#cutOff()
    this.#socket.send(frame)
  }

  add(frame: string): void {
    this.#batch.add(frame)
  }

  sendAdded(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return this.#cutOff()
    this.#batch.send()
  }

  #receive(text: string): void {
    const { methods, onCalled } = this.#context
    this.#heartbeat.received()
    if (Buffer.byteLength(text) > MAX_FRAME_BYTES) return this.#refuse(new VenueError(-32600, 'request entity too large'))
    const request = parseRequest(text)
    if (request instanceof VenueError) return this.#refuse(request)
    if (request.method === 'public/test') this.#heartbeat.tested()
    if (methods(request.method) !== undefined) onCalled(request.method)
    this.#answer(request)
  }

  /** An unreadable request is refused without its id and without a time. */
  #refuse(error: VenueError): void {
    this.send(formatError(undefined, error, { usIn: 0, usOut: 0 }))
  }

  #answer(request: Request): void {
    const { faults, late, world, clock } = this.#context
    const usIn = world.now() * 1000
    const fault = faults.draw(request.method)
    if (fault?.kind === 'DISCONNECT_BEFORE') return this.#socket.terminate()
    if (fault?.kind === 'DELAY') {
      // Carried out even if the caller has gone by then: the worst case of a slow venue.
      const timer = setTimeout(() => {
        late.delete(timer)
        this.#deliver(request, this.#perform(request, usIn), undefined)
      }, fault.delayMs)
      late.add(timer)
      return
    }
    if (fault?.kind === 'REJECT') {
      const refused = new VenueError(fault.code, fault.message, fault.data)
      return this.#deliver(request, formatError(request.id, refused, { usIn, usOut: usIn + 150 }), fault)
    }
    const perform = (): string => this.#perform(request, world.now() * 1000)
    this.#deliver(request, fault?.kind === 'WRONG_CLOCK' ? clock.whileAhead(fault.aheadMs, perform) : perform(), fault)
  }

  #perform(request: Request, usIn: number): string {
    const { methods, world } = this.#context
    const timing = () => ({ usIn, usOut: world.now() * 1000 + 150 })
    const method = methods(request.method)
    try {
      if (method === undefined) throw new VenueError(-32601, 'Method not found')
      if (!this.#credits.take(method.credits)) {
        setImmediate(() => this.#socket.terminate())
        throw new VenueError(10028, 'too_many_requests', null)
      }
      return formatResult(request.id, carryOut(method, { params: request.params, connection: this }, world), timing())
    } catch (error) {
      return formatError(request.id, toVenueError(error), timing())
    }
  }

  #deliver(request: Request, frame: string, fault: Fault | undefined): void {
    const first = this.#afterAnswer
    this.#afterAnswer = []
    if (fault?.kind === 'DISCONNECT_AFTER') return this.#socket.terminate()
    if (fault?.kind === 'LOSE_ANSWER' || request.method === 'private/logout') return
    this.send(frame)
    if (fault?.kind === 'ANSWER_TWICE') this.send(frame)
    for (const notification of first) this.send(notification)
  }

  #cutOff(): void {
    this.#socket.send(formatNotification('platform_state', { notice: 'connection_too_slow' }))
    this.#socket.terminate()
  }

  #end(): void {
    this.#heartbeat.set(undefined)
    const left = [...this.channels]
    this.channels.clear()
    this.#context.onForgotten(left)
    this.#context.onClosed(this)
  }
}
