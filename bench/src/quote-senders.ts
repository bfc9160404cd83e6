/**
 * The clients of the quote-to-taker benchmark: makers that sign and send quotes at a steady pace, and the sockets of all desks. Runs in a separate
 * process.
 */
import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import { answer, messagesHere } from './child.ts'
import { post, signedHeaders } from './signed.ts'
import { createStandingQuotes, type GoneFigures, type LoadedQuote } from './standing-quotes.ts'
import { watchThread, type Interval } from './wait-intervals.ts'

export type QuoteLoad = {
  readonly url: string
  readonly quotesPerSecond: number
  readonly warmMs: number
  readonly measureMs: number
  /** One socket for each given key. */
  readonly sockets: readonly {
    readonly accessKey: string
    readonly secretKey: string
    readonly isWatched: boolean
    /** From the warm-up on: KILLED is disconnected and returns, FROZEN stops reading and sending, SLOW reads only at intervals. */
    readonly trouble?: 'KILLED' | 'FROZEN' | 'SLOW'
    readonly cancelsOnDisconnect: boolean
  }[]
  readonly quotes: readonly LoadedQuote[]
  /** A socket server that echoes messages. */
  readonly echoUrl: string
}
export type QuoteFigures = GoneFigures & {
  readonly latenciesMs: readonly number[]
  /** The same, as the intervals in which each quote was in transit. */
  readonly onTheirWay: readonly Interval[]
  /** Intervals in which this process did something else. */
  readonly sendersBusy: readonly Interval[]
  readonly echoMs: readonly number[]
  readonly sentPerSecond: number
  readonly refused: number
  /** Sockets that the server closed: `1013 reason` and the number of them. */
  readonly closes: Readonly<Record<string, number>>
  readonly killed: number
  /** How often a maker was disconnected whose quotes are cancelled with its socket. */
  readonly makersCut: number
}

const load = await messagesHere().next<QuoteLoad>()
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
/** Makers are independent of each other: their quotes do not arrive in groups of ten. */
const SLICE_MS = 1
const KILL_EVERY_MS = 200
/** A slow reader reads for this long, and then pauses for the same time. */
const SLOW_MS = 700

const sentAt = new Map<string, number>()
let latenciesMs: number[] = []
let onTheirWay: Interval[] = []
let refused = 0
let killed = 0
let makersCut = 0
const standing = createStandingQuotes(load.quotes)
const closes: Record<string, number> = {}

function send(place: number, orderId: string, price: string): void {
  const quote = load.quotes[place]!
  const path = `/v2/drfq/orders/${orderId}/`
  const body = JSON.stringify({ quantity: '25', legs: [{ instrument_id: quote.instrumentId, price }] })
  const headers = { ...signedHeaders(quote, 'PUT', path, body), 'content-length': Buffer.byteLength(body) }
  sentAt.set(`${orderId} ${price}`, performance.now())
  // If a maker is disconnected with a replacement in transit, that finds nothing to replace.
  const refuse = () => void (standing.orderAt(place) === orderId && (refused += 1))
  const call = request(`${load.url}${path}`, { method: 'PUT', agent, headers }, (answer) => {
    if (answer.statusCode !== 200) refuse()
    answer.resume()
  })
  call.on('error', refuse)
  call.end(body)
}

function received(text: string): void {
  const now = performance.now()
  for (const frame of text.split('\n')) {
    const { params } = JSON.parse(frame) as { params?: { channel: string; event: string; data: { id: string; price: string } } }
    if (params?.channel !== 'rfq_orders') continue
    if (params.event === 'REMOVED') standing.isGone(params.data.id)
    const key = `${params.data.id} ${params.data.price}`
    const start = sentAt.get(key)
    if (start === undefined) continue
    sentAt.delete(key)
    latenciesMs.push(now - start)
    onTheirWay.push({ from: performance.timeOrigin + start, to: performance.timeOrigin + now })
  }
}

function openSocket(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Calls `next` at the required pace, in slices of a millisecond. */
function paced(forMs: number, next: (n: number) => void): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    let done = 0
    const timer = setInterval(() => {
      const elapsed = performance.now() - start
      const due = Math.floor((Math.min(elapsed, forMs) * load.quotesPerSecond) / 1000)
      while (done < due) next(done++)
      if (elapsed < forMs) return
      clearInterval(timer)
      resolve(done)
    }, SLICE_MS)
  })
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 1_500))

async function echoes(): Promise<number[]> {
  const sockets = await Promise.all(load.sockets.map(() => openSocket(load.echoUrl)))
  let times: number[] = []
  for (const socket of sockets) socket.on('message', (text: Buffer) => times.push(performance.now() - Number(text.toString().slice(0, 20))))
  const padding = ' '.repeat(400)
  const say = (n: number) => sockets[n % sockets.length]!.send(String(performance.now()).padEnd(20) + padding)
  await paced(load.warmMs, say)
  await quiet()
  times = []
  await paced(load.measureMs, say)
  await quiet()
  for (const socket of sockets) socket.terminate()
  return times
}

const pathOf = ({ cancelsOnDisconnect }: QuoteLoad['sockets'][number]): string => `/v2/drfq/?cancel_on_disconnect=${cancelsOnDisconnect}`

async function openDeskSocket(desk: QuoteLoad['sockets'][number]): Promise<WebSocket> {
  const { isWatched, trouble } = desk
  const socket = await openSocket(load.url.replace('http', 'ws') + pathOf(desk), signedHeaders(desk, 'GET', pathOf(desk), ''))
  socket.on('error', () => undefined)
  socket.on('close', (code: number, reason: Buffer) => {
    if (code === 1006) return
    const name = `${code} ${reason.toString()}`
    closes[name] = (closes[name] ?? 0) + 1
  })
  // A disturbed reader reads late or never, so its times show nothing about the server.
  if (isWatched && trouble === undefined) socket.on('message', (text: Buffer) => received(text.toString()))
  for (const channel of ['rfq_orders', 'orders'])
    socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel } }))
  return socket
}

/** Reconnects: a maker does so once all its takers have read that its quotes are gone, and quotes again. */
async function cutOff(n: number, sockets: WebSocket[]): Promise<void> {
  const desk = load.sockets[n]!
  sockets[n]!.terminate()
  if (desk.cancelsOnDisconnect) {
    makersCut += 1
    await standing.cut(n)
  } else killed += 1
  sockets[n] = await openDeskSocket(desk)
  for (const place of standing.placesOf(n)) await quoteAnew(place)
}

/** Returns the function that ends it and lets all sockets read again, so that they learn how they were closed. */
function makeTrouble(sockets: WebSocket[]): () => void {
  const of = (trouble: string) => sockets.flatMap((_, n) => (load.sockets[n]!.trouble === trouble ? [n] : []))
  for (const n of of('FROZEN')) sockets[n]!.pause()
  const slow = of('SLOW')
  for (const n of slow) sockets[n]!.pause()
  let isReading = false
  const readSometimes = setInterval(() => {
    isReading = !isReading
    for (const n of slow) if (sockets[n]!.readyState === WebSocket.OPEN) sockets[n]![isReading ? 'resume' : 'pause']()
  }, SLOW_MS)
  const doomed = of('KILLED')
  let next = 0
  const away = new Set<number>()
  const killNext = async (): Promise<void> => {
    const n = doomed[next++ % doomed.length]!
    if (away.has(n)) return
    away.add(n)
    await cutOff(n, sockets).finally(() => away.delete(n))
  }
  const killing = setInterval(() => doomed.length > 0 && void killNext().catch(() => undefined), KILL_EVERY_MS)
  return () => {
    clearInterval(readSometimes)
    clearInterval(killing)
    for (const socket of sockets) socket.resume()
  }
}

async function quoteAnew(place: number): Promise<void> {
  const { rfqId, instrumentId, prices, ...key } = load.quotes[place]!
  const legs = [{ instrument_id: instrumentId, price: prices.at(-1) }]
  const { id } = await post<{ id: string }>(load.url, key, '/v2/drfq/orders/', { rfq_id: rfqId, side: 'SELL', quantity: '25', legs })
  standing.stand(place, id)
}

async function quotes(): Promise<number> {
  const sockets = await Promise.all(load.sockets.map(openDeskSocket))
  const beat = (socket: WebSocket, n: number): void => {
    if (load.sockets[n]!.trouble !== 'FROZEN' && socket.readyState === WebSocket.OPEN)
      socket.send('{"id":2,"jsonrpc":"2.0","method":"heartbeat"}')
  }
  const beats = setInterval(() => sockets.forEach(beat), 4_000)
  const { length } = load.quotes
  let round = 0
  const next = () => {
    // Skips the quotes of disconnected makers; most quotes are open.
    while (standing.orderAt(round % length) === undefined) round += 1
    const place = round % length
    const { prices } = load.quotes[place]!
    send(place, standing.orderAt(place)!, prices[Math.floor(round / length) % prices.length]!)
    round += 1
  }
  await quiet()
  const endTrouble = makeTrouble(sockets)
  await paced(load.warmMs, next)
  await quiet()
  sentAt.clear()
  latenciesMs = []
  onTheirWay = []
  refused = 0
  killed = 0
  makersCut = 0
  standing.forget()
  const start = performance.now()
  const sent = await paced(load.measureMs, next)
  const perSecond = (sent * 1000) / (performance.now() - start)
  endTrouble()
  await quiet()
  clearInterval(beats)
  for (const socket of sockets) socket.terminate()
  return perSecond
}

const echoMs = await echoes()
const endWatch = watchThread()
const sentPerSecond = await quotes()
const { collected, busy } = endWatch()
agent.destroy()
const figures: QuoteFigures = {
  latenciesMs,
  onTheirWay,
  sendersBusy: [...collected, ...busy],
  echoMs,
  sentPerSecond,
  refused,
  closes,
  killed,
  makersCut,
  ...standing.figures(),
}
answer(figures)
