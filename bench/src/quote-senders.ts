/** The other side of quote-to-taker: makers that sign and send quotes at a steady pace, and the sockets of everybody. A thread of its own. */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import WebSocket from 'ws'
import { signedHeaders } from './signed.ts'

export type QuoteLoad = {
  readonly url: string
  readonly quotesPerSecond: number
  readonly warmMs: number
  readonly measureMs: number
  /** One socket for each, as many as given. */
  readonly sockets: readonly { readonly accessKey: string; readonly isWatched: boolean }[]
  readonly quotes: readonly {
    readonly orderId: string
    readonly accessKey: string
    readonly secretKey: string
    readonly instrumentId: number
    readonly prices: readonly string[]
  }[]
  /** A socket server that answers what it is sent. */
  readonly echoUrl: string
}
export type QuoteFigures = {
  readonly latenciesMs: readonly number[]
  readonly echoMs: readonly number[]
  readonly sentPerSecond: number
  readonly refused: number
}

const load = workerData as QuoteLoad
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const SLICE_MS = 5

const sentAt = new Map<string, number>()
let latenciesMs: number[] = []
let refused = 0

function send(quote: QuoteLoad['quotes'][number], price: string): void {
  const path = `/v2/drfq/orders/${quote.orderId}/`
  const body = JSON.stringify({ quantity: '25', legs: [{ instrument_id: quote.instrumentId, price }] })
  const headers = { ...signedHeaders(quote, 'PUT', path, body), 'content-length': Buffer.byteLength(body) }
  sentAt.set(`${quote.orderId} ${price}`, performance.now())
  const call = request(`${load.url}${path}`, { method: 'PUT', agent, headers }, (answer) => {
    if (answer.statusCode !== 200) refused += 1
    answer.resume()
  })
  call.on('error', () => (refused += 1))
  call.end(body)
}

function heard(text: string): void {
  const now = performance.now()
  for (const frame of text.split('\n')) {
    const { params } = JSON.parse(frame) as { params?: { channel: string; data: { id: string; price: string } } }
    if (params?.channel !== 'rfq_orders') continue
    const key = `${params.data.id} ${params.data.price}`
    const start = sentAt.get(key)
    if (start === undefined) continue
    sentAt.delete(key)
    latenciesMs.push(now - start)
  }
}

function openSocket(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Calls `next` as often as the pace asks, in slices of a few milliseconds. */
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

async function quotes(): Promise<number> {
  const url = load.url.replace('http', 'ws')
  const sockets = await Promise.all(
    load.sockets.map(({ accessKey }) => openSocket(`${url}/v2/drfq/?api-key=${accessKey}&cancel_on_disconnect=false`)),
  )
  sockets.forEach((socket, n) => {
    if (load.sockets[n]!.isWatched) socket.on('message', (text: Buffer) => heard(text.toString()))
    for (const channel of ['rfq_orders', 'orders'])
      socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel } }))
  })
  const beats = setInterval(() => sockets.forEach((socket) => socket.send('{"id":2,"jsonrpc":"2.0","method":"heartbeat"}')), 4_000)
  let round = 0
  const next = () => {
    const quote = load.quotes[round % load.quotes.length]!
    send(quote, quote.prices[Math.floor(round / load.quotes.length) % quote.prices.length]!)
    round += 1
  }
  await quiet()
  await paced(load.warmMs, next)
  await quiet()
  sentAt.clear()
  latenciesMs = []
  refused = 0
  const start = performance.now()
  const sent = await paced(load.measureMs, next)
  const perSecond = (sent * 1000) / (performance.now() - start)
  await quiet()
  clearInterval(beats)
  for (const socket of sockets) socket.terminate()
  return perSecond
}

const echoMs = await echoes()
const sentPerSecond = await quotes()
agent.destroy()
parentPort!.postMessage({ latenciesMs, echoMs, sentPerSecond, refused } satisfies QuoteFigures)
