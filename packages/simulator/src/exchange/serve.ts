/** Runs a simulated venue on this machine: its HTTP side, its sockets and its timers. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { HttpSide } from './http.ts'
import { listen, stopListening } from './listen.ts'

const TICK_MS = 1_000

export type ServedVenue = {
  readonly http: HttpSide
  /** Whether there is a socket at this path; by default at every path. */
  isSocketPath?(path: string): boolean
  accept(socket: WebSocket, request: IncomingMessage): void
  step(elapsedMs: number): void
  /** Closes whatever else the venue has open. */
  close(): void
}

export type Served = {
  /** `127.0.0.1:<port>` */
  readonly address: string
  isQuiet(): boolean
  dropConnections(): void
  /** Steps at once by the time since the last step, and from then on at this interval. */
  pace(everyMs: number): void
  close(): Promise<void>
}

export async function serveVenue(venue: ServedVenue, { port = 0, tickMs = TICK_MS }: { port?: number; tickMs?: number }): Promise<Served> {
  const server = createServer(venue.http.listener)
  const sockets = openSockets(server, venue)
  let steppedAt = performance.now()
  const step = (elapsedMs: number): void => {
    steppedAt = performance.now()
    venue.step(elapsedMs)
  }
  const tick = (everyMs: number) => (everyMs === 0 ? undefined : setInterval(step, everyMs, everyMs))
  let timer = tick(tickMs)
  const close = async (): Promise<void> => {
    clearInterval(timer)
    venue.http.close()
    sockets.clients.forEach((socket) => socket.terminate())
    sockets.close()
    await stopListening(server)
    venue.close()
  }
  let closed: Promise<void> | undefined
  return {
    address: await listen(server, port),
    isQuiet: venue.http.isQuiet,
    dropConnections: () => {
      sockets.clients.forEach((socket) => socket.terminate())
      server.closeAllConnections()
    },
    pace: (everyMs) => {
      clearInterval(timer)
      step(Math.round(performance.now() - steppedAt))
      timer = tick(everyMs)
    },
    close: () => (closed ??= close()),
  }
}

function openSockets(server: Server, { isSocketPath, accept }: ServedVenue): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, raw, head) => {
    const path = (request.url ?? '').split('?')[0]!
    if (isSocketPath?.(path) === false) raw.destroy()
    else sockets.handleUpgrade(request, raw, head, (socket) => accept(socket, request))
  })
  return sockets
}
