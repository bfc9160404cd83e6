/** One websocket: reads frames, lets faults happen, keeps the heartbeat, and cuts off whoever is too slow or asks too much. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createCredits } from './credits.ts'
import type { Fault, Faults } from './faults.ts'
import type { Feed } from './feed.ts'
import { createFrameBatch } from './frame-batch.ts'
import { createHeartbeat } from './heartbeat.ts'
import { MAX_FRAME_BYTES, MAX_UNSENT_BYTES } from './limits.ts'
import { carryOut, type Connection, type Methods, type World } from './methods.ts'
import { formatError, formatNotification, formatResult, parseRequest, toVenueError, VenueError, type Request } from './protocol.ts'

export type OpenConnection = Connection & {
  send(frame: string): void
  /** Waits for what else there is in the same step. */
  add(frame: string): void
  /** All that waits, as one write. */
  sendAdded(): void
}

type Around = {
  readonly world: World
  readonly methods: Methods
  readonly faults: Faults
  readonly feed: Feed
  onCalled(method: string): void
  onClosed(connection: OpenConnection): void
  onForgotten(channels: readonly string[]): void
}

export function openConnection(
  id: number,
  socket: WebSocket,
  raw: Duplex,
  { world, methods, faults, feed, onCalled, onClosed, onForgotten }: Around,
): OpenConnection {
  const credits = createCredits(world.now)
  const heartbeat = createHeartbeat(socket)
  const batch = createFrameBatch(raw)
  let afterAnswer: string[] = []

  const cutOff = (): void => {
    socket.send(formatNotification('platform_state', { notice: 'connection_too_slow' }))
    socket.terminate()
  }

  const connection: OpenConnection = {
    id,
    grant: undefined,
    channels: new Set(),
    setHeartbeat: heartbeat.set,
    sendFirst: (channels) => {
      afterAnswer = channels.flatMap((channel) => feed.first(channel) ?? [])
    },
    forget: onForgotten,
    close: () => socket.close(),
    send: (frame) => {
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) return cutOff()
      socket.send(frame)
    },
    add: batch.add,
    sendAdded: () => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) return cutOff()
      batch.send()
    },
  }

  const perform = (request: Request, usIn: number): string => {
    const timing = () => ({ usIn, usOut: world.now() * 1000 + 150 })
    const method = methods(request.method)
    try {
      if (method === undefined) throw new VenueError(-32601, 'Method not found')
      if (!credits.take(method.credits)) {
        setImmediate(() => socket.terminate())
        throw new VenueError(10028, 'too_many_requests', null)
      }
      return formatResult(request.id, carryOut(method, { params: request.params, connection }, world), timing())
    } catch (error) {
      return formatError(request.id, toVenueError(error), timing())
    }
  }

  const answer = (request: Request): void => {
    const usIn = world.now() * 1000
    const fault = faults.draw(request.method)
    if (fault?.kind === 'DISCONNECT_BEFORE') return socket.terminate()
    if (fault?.kind === 'DELAY') {
      // Carried out even if the asker has gone by then: the worst that a slow venue does.
      setTimeout(() => deliver(request, perform(request, usIn), undefined), fault.delayMs)
      return
    }
    if (fault?.kind === 'REJECT')
      return deliver(
        request,
        formatError(request.id, new VenueError(fault.code, fault.message, fault.data), { usIn, usOut: usIn + 150 }),
        fault,
      )
    deliver(request, perform(request, usIn), fault)
  }

  const deliver = (request: Request, frame: string, fault: Fault | undefined): void => {
    const first = afterAnswer
    afterAnswer = []
    if (fault?.kind === 'DISCONNECT_AFTER') return socket.terminate()
    if (fault?.kind === 'LOSE_ANSWER' || request.method === 'private/logout') return
    connection.send(frame)
    if (fault?.kind === 'ANSWER_TWICE') connection.send(frame)
    first.forEach((notification) => connection.send(notification))
  }

  socket.on('message', (data) => {
    heartbeat.heard()
    const text = data.toString()
    if (Buffer.byteLength(text) > MAX_FRAME_BYTES)
      return connection.send(formatError(undefined, new VenueError(-32600, 'request entity too large'), { usIn: 0, usOut: 0 }))
    const request = parseRequest(text)
    if (request instanceof VenueError) return connection.send(formatError(undefined, request, { usIn: 0, usOut: 0 }))
    if (request.method === 'public/test') heartbeat.tested()
    if (methods(request.method) !== undefined) onCalled(request.method)
    answer(request)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    heartbeat.set(undefined)
    const left = [...connection.channels]
    connection.channels.clear()
    onForgotten(left)
    onClosed(connection)
  })
  return connection
}
