/** The socket side: handshakes at the address of each flow, one conversation for each, heartbeats, and an orderly end. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { wireLimits, type BucketRate } from '@parley/contracts'
import { WebSocketServer, type RawData } from 'ws'
import type { Access } from '../account/access.ts'
import type { SocketTickets } from '../account/sign-in/socket-tickets.ts'
import { clientAddress } from '../http/client-address.ts'
import { bodyOf, fault, isFault, statusOf, type Fault } from '../http/fault.ts'
import type { Caller } from '../http/route.ts'
import type { Log } from '../log.ts'
import { createRateLimit } from '../protection/rate-limit.ts'
import type { KeyPresence } from '../protection/key-presence.ts'
import type { Channel } from './channel.ts'
import { Connection } from './connection.ts'
import { Conversation } from './conversation.ts'
import { Flusher } from './flusher.ts'
import { shake, type Welcome } from './handshake.ts'
import { Hub, type NoteSource } from './hub.ts'
import { socketLimits } from './limits.ts'
import { Presence } from './presence.ts'

export type SocketOptions = {
  readonly access: Access
  readonly tickets: SocketTickets
  /** By address without its last slash, `/v2/drfq`: each flow has its own words. */
  readonly doors: Readonly<Record<string, readonly Channel[]>>
  readonly source: NoteSource
  /** The last socket of a key is gone, and one of them had asked to cancel then. */
  readonly onKeyGone: (caller: Caller) => void
  /** Remembers over a restart who had asked so; without it, who goes together with the server is not noticed. */
  readonly keys?: Pick<KeyPresence, 'arrived' | 'turnedBack' | 'sweep'>
  readonly framesPerSocket: BucketRate
  readonly trustProxy: boolean
  readonly now: () => number
  readonly log: Log
}

export type SocketSide = {
  count(): number
  /** Whether a key or session (`Caller.via`) has a socket. */
  isHere(via: string): boolean
  /** Looks again at who may be here; done every second. */
  sweep(now: number): void
  /** Closes who has not been heard; done four times a second. */
  closeSilent(now: number): void
  close(): Promise<void>
}

export function createSocket(server: Server, options: SocketOptions): SocketSide {
  const { access, now } = options
  const hubs = new Map(Object.entries(options.doors).map(([path, channels]) => [path, new Hub(channels, options.source)]))
  const hubOf = (request: IncomingMessage) => hubs.get((request.url ?? '').split('?')[0]!.replace(/\/$/, ''))
  const flusher = new Flusher()
  const presence = new Presence(options.onKeyGone)
  const open = new Map<Connection, { readonly conversation: Conversation; readonly address: string }>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: wireLimits.frameBytes, perMessageDeflate: false, clientTracking: true })
  sockets.on('wsClientError', ({ message }, raw) => decline(raw, fault('InvalidRequest', `${message}.`)))
  let isStopping = false

  const upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy())
    const welcome = isStopping ? fault('Unavailable', 'The server is stopping.') : admit(request)
    if (isFault(welcome)) return decline(raw, welcome)
    const enter = () => letIn(request, raw, head, welcome)
    if (!welcome.cancelOnDisconnect || options.keys === undefined) return enter()
    options.keys.arrived(welcome.caller).then(enter, (error: unknown) => {
      options.log.error({ error }, 'A socket could not be written down')
      decline(raw, fault('Unavailable', 'The server cannot take sockets now.', { retryAfterMs: 1000 }))
    })
  }
  const letIn = (request: IncomingMessage, raw: Duplex, head: Buffer, welcome: Welcome) => {
    if (isStopping) return decline(raw, fault('Unavailable', 'The server is stopping.'))
    // Gone before it was here: that is no going away.
    if (raw.destroyed && !presence.isHere(welcome.caller.via)) return options.keys?.turnedBack(welcome.caller)
    sockets.handleUpgrade(request, raw, head, (ws) => {
      const connection = new Connection(ws, raw, welcome.caller, flusher, now())
      const rate = createRateLimit(options.framesPerSocket)
      const conversation = new Conversation({ hub: hubOf(request)!, connection, from: welcome.from, rate, log: options.log })
      open.set(connection, { conversation, address: clientAddress(request, options) })
      presence.opened(welcome.caller, welcome.cancelOnDisconnect)
      ws.on('message', (data: RawData) => conversation.hear(bytesOf(data), now()))
      ws.on('error', () => ws.terminate())
      ws.on('close', () => {
        conversation.end()
        open.delete(connection)
        // A server that stops is not a client that went away.
        if (!isStopping) presence.closed(welcome.caller)
      })
    })
  }
  const admit = (request: IncomingMessage): Welcome | Fault => {
    if (hubOf(request) === undefined)
      return fault(
        'MethodNotFound',
        `There is no socket at this address; there are ${[...hubs.keys()].map((path) => `${path}/`).join(', ')}.`,
      )
    const knock = { address: clientAddress(request, options), now: now() }
    const welcome = shake(request, options, knock, options.source.positions())
    if (isFault(welcome)) return welcome
    if (open.size >= socketLimits.sockets || presence.isFull(welcome.caller))
      return fault('RateLimited', `A key has at most ${wireLimits.socketsPerKey} sockets.`, { retryAfterMs: 1000 })
    return welcome
  }
  /** A key expires, or is no longer accepted from where it calls; a person may do less than before. */
  const lookAgain = (at: number) => {
    for (const [connection, { address }] of open) {
      const caller = access.asNow(connection.caller, address, at)
      if (caller === undefined) connection.close('KeyRevoked')
      else {
        const isOther = caller.kind === 'session' && caller.role !== connection.caller.role
        connection.caller = caller
        if (isOther) connection.close('RoleChanged')
      }
    }
  }
  const sweep = (at: number) => {
    lookAgain(at)
    options.keys?.sweep(at, presence.isHere)
  }
  const closeSilent = (at: number) => {
    const heardLast = at - wireLimits.heartbeatWithinMs - socketLimits.heartbeatGraceMs
    const silent = [...open.keys()].filter(({ heardAt }) => heardAt < heardLast)
    // Who may no longer be here is told that, and not that it was silent.
    if (silent.length > 0) lookAgain(at)
    for (const connection of silent) connection.close('HeartbeatMissing')
  }
  const stopHearing = access.onGone((via) => {
    for (const connection of open.keys()) if (connection.caller.via === via) connection.close('KeyRevoked')
  })
  const stopLooking = access.onChange(() => lookAgain(now()))
  const sweeping = setInterval(() => sweep(now()), socketLimits.sweepMs)
  // After what has arrived is read: while this process was busy, heartbeats waited for it.
  const listening = setInterval(() => setImmediate(() => closeSilent(now())), socketLimits.silentSweepMs)
  server.on('upgrade', upgrade)

  return {
    count: () => open.size,
    isHere: presence.isHere,
    sweep,
    closeSilent,
    async close() {
      isStopping = true
      clearInterval(sweeping)
      clearInterval(listening)
      stopHearing()
      stopLooking()
      for (const hub of hubs.values()) hub.close()
      const gone = [...sockets.clients].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())))
      for (const connection of open.keys()) connection.close('ServerStopping')
      await Promise.all(gone)
      server.off('upgrade', upgrade)
    },
  }
}

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function decline(raw: Duplex, wrong: Fault): void {
  const status = statusOf(wrong)
  const body = JSON.stringify(bodyOf(wrong))
  const retry = wrong.retryAfterMs === undefined ? '' : `retry-after: ${Math.ceil(wrong.retryAfterMs / 1000)}\r\n`
  const head = `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${retry}connection: close\r\n\r\n`
  raw.end(head + body)
}
