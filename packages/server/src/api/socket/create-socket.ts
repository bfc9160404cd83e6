/** The socket side: handshakes at the address of each flow, one conversation for each socket, heartbeats, and an orderly shutdown. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { wireLimits, type BucketRate } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Access } from '../../accounts/access.ts'
import type { SocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import { clientAddress } from '../http/client-address.ts'
import { createRejectedCallsLog, handshakesWorthALine } from '../http/rejected-calls-log.ts'
import { bodyOf, fault, isFault, statusOf, type Fault } from '../../calls/fault.ts'
import type { Caller } from '../../calls/route.ts'
import type { Log } from '../../log/log.ts'
import { createRateLimit, type RateLimit } from '../../limits/token-bucket.ts'
import type { KeyPresence } from '../../protection/key-presence.ts'
import type { Channel, SocketStyle } from '../../calls/channel.ts'
import { Connection } from './connection.ts'
import { Conversation } from './conversation.ts'
import { Flusher } from './flusher.ts'
import { shake, type Proof, type Welcome } from './handshake.ts'
import type { NotificationSource } from '../../engine/engine.ts'
import { Hub } from './hub.ts'
import { socketLimits } from './limits.ts'
import { Presence } from './cancel-on-disconnect.ts'
import { Seats } from './seats.ts'
import { createSnapshotSemaphores } from './snapshot-semaphores.ts'

export type SocketOptions = {
  readonly access: Access
  readonly tickets: SocketTickets
  /** By address without the trailing slash, such as `/v2/drfq`. Each flow has its own channels. */
  readonly endpoints: Readonly<Record<string, readonly Channel[]>>
  /** For addresses with a style of their own. */
  readonly styles?: Readonly<Record<string, SocketStyle>>
  readonly source: NotificationSource
  /** For addresses with their own notifications. */
  readonly sources?: Readonly<Record<string, NotificationSource>>
  /** Called when the last socket of a key is gone and one of its sockets had requested cancel-on-disconnect. */
  readonly onKeyGone: (caller: Caller) => void
  /** Called with the desks that have a socket open, whenever one opens or closes. */
  readonly onConnectedDesks?: ((desks: ReadonlySet<DeskId>) => void) | undefined
  /** Remembers these keys across restarts. Without it, a key that disappears while the server is down is not noticed. */
  readonly keys?: Pick<KeyPresence, 'arrived' | 'turnedBack' | 'sweep'>
  readonly framesPerSocket: BucketRate
  readonly framesPerDesk: BucketRate
  readonly trustProxy: boolean
  /** The configured address at which users open the product. Without it, the host that a page was loaded from counts. */
  readonly publicUrl?: string | undefined
  readonly allowedOrigins?: readonly string[] | undefined
  readonly tokensInAddresses?: 'ACCEPTED' | 'REFUSED' | undefined
  readonly now: () => number
  readonly log: Log
}

export type SocketSide = {
  count(): number
  /** Bytes that are not sent yet: of all sockets, and of the slowest one. */
  backlog(): { readonly all: number; readonly slowest: number }
  /** Whether a key or session (`Caller.via`) has a socket. */
  isHere(via: string): boolean
  /** Checks again which callers may stay connected. Runs every second. */
  sweep(now: number): void
  /** Closes silent sockets. Runs four times a second. */
  closeSilent(now: number): void
  /** Closes every socket with this reason, and accepts no more. */
  close(why?: 'ServerStopping' | 'TakenOver'): Promise<void>
}

export const createSocket = (server: Server, options: SocketOptions): SocketSide => new SocketServer(server, options)

type Visit = { readonly request: IncomingMessage; readonly raw: Duplex; readonly head: Buffer; readonly welcome: Welcome }

class SocketServer implements SocketSide {
  readonly #server: Server
  readonly #options: SocketOptions
  /** By address. */
  readonly #hubs: ReadonlyMap<string, Hub>
  readonly #flusher = new Flusher()
  readonly #presence: Presence
  readonly #seats = new Seats()
  readonly #snapshots = createSnapshotSemaphores()
  readonly #deskFrames: RateLimit
  readonly #logDeclined: ReturnType<typeof createRejectedCallsLog>
  readonly #open = new Map<Connection, { readonly conversation: Conversation; readonly address: string; readonly proof: Proof }>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: wireLimits.frameBytes,
    perMessageDeflate: false,
    clientTracking: true,
  })
  /** Everything that must end with the server. */
  readonly #watching: readonly (() => void)[]
  #isStopping = false

  constructor(server: Server, options: SocketOptions) {
    this.#server = server
    this.#options = options
    const { endpoints, source, sources = {} } = options
    this.#hubs = new Map(Object.entries(endpoints).map(([path, channels]) => [path, new Hub(channels, sources[path] ?? source)]))
    this.#presence = new Presence(options.onKeyGone)
    this.#deskFrames = createRateLimit(options.framesPerDesk)
    this.#logDeclined = createRejectedCallsLog(options.log, { sentence: 'A handshake was rejected', kinds: handshakesWorthALine })
    this.#sockets.on('wsClientError', ({ message }, raw) => decline(raw, fault('InvalidRequest', `${message}.`)))
    const sweeping = setInterval(() => this.sweep(options.now()), socketLimits.sweepMs)
    // Runs after arrived frames are read, because heartbeats may have waited while this process was busy.
    const listening = setInterval(() => setImmediate(() => this.closeSilent(options.now())), socketLimits.silentSweepMs)
    this.#watching = [
      () => clearInterval(sweeping),
      () => clearInterval(listening),
      options.access.onGone((via) => this.#closeOf(via)),
      options.access.onChange(() => this.#lookAgain(options.now())),
    ]
    server.on('upgrade', this.#upgrade)
  }

  count(): number {
    return this.#open.size
  }

  backlog(): { readonly all: number; readonly slowest: number } {
    const each = [...this.#open.keys()].map(({ backlog }) => backlog)
    return { all: each.reduce((sum, bytes) => sum + bytes, 0), slowest: each.reduce((most, bytes) => Math.max(most, bytes), 0) }
  }

  isHere = (via: string): boolean => this.#presence.isHere(via)

  sweep(at: number): void {
    this.#lookAgain(at)
    this.#options.keys?.sweep(at, this.#presence.isHere)
  }

  closeSilent(at: number): void {
    const aliveSince = at - wireLimits.heartbeatWithinMs - socketLimits.heartbeatGraceMs
    const silent = [...this.#open.keys()].filter(({ aliveAt }) => aliveAt < aliveSince)
    // A caller that is no longer admitted gets that as the reason, instead of silence.
    if (silent.length > 0) this.#lookAgain(at)
    for (const connection of silent) connection.close('HeartbeatMissing')
  }

  async close(why: 'ServerStopping' | 'TakenOver' = 'ServerStopping'): Promise<void> {
    this.#isStopping = true
    for (const end of this.#watching) end()
    for (const hub of this.#hubs.values()) hub.close()
    const gone = [...this.#sockets.clients].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())))
    for (const connection of this.#open.keys()) connection.close(why)
    await Promise.all(gone)
    // Until the process ends, a client that tries again gets the reason.
    if (why === 'ServerStopping') this.#server.off('upgrade', this.#upgrade)
  }

  readonly #upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    raw.on('error', () => raw.destroy())
    const ticket = ticketIn(request)
    const arriving = ticket === undefined ? undefined : this.#options.tickets.arriving(ticket)
    if (arriving === undefined) this.#welcome(request, raw, head)
    else void arriving.then(() => (raw.destroyed ? undefined : this.#welcome(request, raw, head)))
  }

  #welcome(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    const { keys, log } = this.#options
    const welcome = this.#isStopping ? fault('Unavailable', 'The server is stopping.') : this.#admit(request)
    if (isFault(welcome)) return this.#turnAway(request, raw, welcome)
    // Its place is free once the connection is gone, for whatever reason.
    raw.once('close', () => this.#seats.leave(seatOf(welcome)))
    const enter = () => this.#enter({ request, raw, head, welcome })
    if (!welcome.cancelOnDisconnect || keys === undefined) return enter()
    keys.arrived(welcome.caller).then(enter, (error: unknown) => {
      log.error({ error }, 'Could not store a socket')
      decline(raw, fault('Unavailable', 'The server cannot accept sockets at the moment.', { retryAfterMs: 1000 }))
    })
  }

  #turnAway(request: IncomingMessage, raw: Duplex, wrong: Fault): void {
    // Only the path, because the query contains keys and tickets.
    const call = `GET ${(request.url ?? '').split('?')[0]!.slice(0, socketLimits.loggedPathCharacters)}`
    this.#logDeclined(wrong, { call, address: clientAddress(request, this.#options), requestId: undefined, now: this.#options.now() })
    decline(raw, wrong)
  }

  #hubOf(request: IncomingMessage): Hub | undefined {
    return this.#hubs.get(addressOf(request))
  }

  #admit(request: IncomingMessage): Welcome | Fault {
    const { now } = this.#options
    const hub = this.#hubOf(request)
    if (hub === undefined) {
      const addresses = [...this.#hubs.keys()].map((path) => `${path}/`).join(', ')
      return fault('MethodNotFound', `No socket at this address. Available: ${addresses}.`)
    }
    const context = { address: clientAddress(request, this.#options), now: now() }
    const welcome = shake(request, this.#options, context, hub.source.positions())
    if (isFault(welcome)) return welcome
    return this.#seats.take(seatOf(welcome)) ?? welcome
  }

  #enter({ request, raw, head, welcome }: Visit): void {
    const { keys, now } = this.#options
    if (this.#isStopping) return decline(raw, fault('Unavailable', 'The server is stopping.'))
    // It closed before it was open, so this is not a disconnection.
    if (raw.destroyed && !this.isHere(welcome.caller.via)) return welcome.cancelOnDisconnect ? keys?.turnedBack(welcome.caller) : undefined
    this.#sockets.handleUpgrade(request, raw, head, (ws) => {
      this.#serve(ws, request, new Connection(ws, raw, welcome.caller, this.#flusher, now()), welcome)
    })
  }

  #serve(ws: WebSocket, request: IncomingMessage, connection: Connection, welcome: Welcome): void {
    const { caller, from, cancelOnDisconnect, proof } = welcome
    const { framesPerSocket, log, styles = {}, now } = this.#options
    const rate = createRateLimit(framesPerSocket)
    const conversation = new Conversation({
      hub: this.#hubOf(request)!,
      connection,
      from,
      takeFrame: (at) => rate.take('frames', at) ?? this.#deskFrames.take(seatOf(welcome).desk, at),
      snapshots: this.#snapshots,
      style: styles[addressOf(request)] ?? USUAL_STYLE,
      log,
    })
    this.#open.set(connection, { conversation, address: clientAddress(request, this.#options), proof })
    this.#reportDesks()
    this.#presence.opened(caller, proof, cancelOnDisconnect)
    ws.on('message', (data: RawData) => conversation.receive(bytesOf(data), now()))
    ws.on('error', () => ws.terminate())
    ws.on('close', () => {
      conversation.end()
      this.#open.delete(connection)
      this.#reportDesks()
      // A server that stops is not a client that went away.
      if (!this.#isStopping) this.#presence.closed(caller, proof)
    })
  }

  #reportDesks(): void {
    this.#options.onConnectedDesks?.(new Set([...this.#open.keys()].map(({ caller }) => caller.desk)))
  }

  #closeOf(via: string): void {
    for (const connection of this.#open.keys()) if (connection.caller.via === via) connection.close('KeyRevoked')
  }

  /** By now a key may have expired, its address may be disallowed or its name may no longer be enough, and a user may have lost rights. */
  #lookAgain(at: number): void {
    const { access } = this.#options
    for (const [connection, { address, proof }] of this.#open) {
      const caller = access.asNow(connection.caller, address, at)
      if (caller === undefined || (proof === 'NAMED' && !access.isCompatible(caller.via))) connection.close('KeyRevoked')
      else {
        const before = connection.caller
        connection.caller = caller
        if (caller.kind === 'session' && caller.role !== before.role) connection.close('RoleChanged')
        else if (caller.alsoOffered?.join() !== before.alsoOffered?.join()) connection.close('VenuesChanged')
      }
    }
  }
}

/**
 * Named and proved sockets have separate limits, so that someone who has read the name of a key in an address cannot use up the places of proved
 * sockets.
 */
function seatOf({ caller: { via, desk }, proof }: Welcome): { readonly via: string; readonly desk: string } {
  return proof === 'PROVED' ? { via, desk } : { via: `${via} by name`, desk: `${desk} by name` }
}

/** It needs no decoding. */
const ticketIn = ({ url = '' }: IncomingMessage): string | undefined => /[?&]ticket=([^&]+)/.exec(url)?.[1]

const USUAL_STYLE: SocketStyle = { answersWith: 'LIST' }

/** Without the query and the trailing slash. */
const addressOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0]!.replace(/\/$/, '')

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data

function decline(raw: Duplex, wrong: Fault): void {
  const status = statusOf(wrong)
  const body = JSON.stringify(bodyOf(wrong))
  const retry = wrong.retryAfterMs === undefined ? '' : `retry-after: ${Math.ceil(wrong.retryAfterMs / 1000)}\r\n`
  // Many clients show only the status line of a refused handshake.
  const reason = wrong.message.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, socketLimits.reasonCharacters)
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${retry}connection: close\r\n\r\n`
  raw.end(head + body)
}
