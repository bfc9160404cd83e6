/** The traffic of one desk that makes its most expensive calls as fast as it likes. Runs in a separate process. */
import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import { answer, messagesHere } from './child.ts'
import { signedHeaders, type Key } from './signed.ts'

export type Traffic = {
  readonly url: string
  readonly key: Key
  readonly perSecond: number
  readonly forMs: number
  /** REST calls, one after another. `{n}` is a running number of nine digits, for calls that a cache must not answer. */
  readonly calls: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }[]
  /** Channels that sockets subscribe to and leave again, if `calls` is empty. */
  readonly channels: readonly string[]
}
export type TrafficFigures = {
  readonly sentPerSecond: number
  /** Responses by status, or answered frames by `ok` and `refused`. */
  readonly answers: Readonly<Record<string, number>>
}

const SOCKETS = 5
const traffic = await messagesHere().next<Traffic>()
const { url, key, perSecond, forMs, calls, channels } = traffic
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const answers: Record<string, number> = {}
const count = (name: string): void => void (answers[name] = (answers[name] ?? 0) + 1)

function call(n: number): void {
  const { method, path: template, body: content } = calls[n % calls.length]!
  const path = template.replaceAll('{n}', String(n).padStart(9, '0'))
  const body = content === undefined ? '' : JSON.stringify(content)
  const headers = { ...signedHeaders(key, method, path, body), ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }) }
  const asked = request(`${url}${path}`, { method, agent, headers }, (response) => {
    count(String(response.statusCode))
    response.on('error', () => undefined).resume()
  })
  asked.on('error', () => undefined)
  asked.end(body)
}

async function openSocket(): Promise<WebSocket> {
  const path = '/v2/drfq/?cancel_on_disconnect=false'
  const socket = new WebSocket(url.replace('http', 'ws') + path, {
    headers: signedHeaders(key, 'GET', path, ''),
    perMessageDeflate: false,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve()).once('error', reject)
    socket.once('unexpected-response', (_, response) => reject(new Error(`the socket was refused: ${response.statusMessage}`)))
  })
  socket.on('error', () => undefined)
  socket.on('message', (bytes: Buffer) => {
    for (const line of bytes.toString().split('\n'))
      if (!line.includes('"notification"') && line.includes('"id"')) count(line.includes('"error"') ? 'refused' : 'ok')
  })
  socket.on('close', (code: number) => count(`closed ${code}`))
  return socket
}

const sockets = calls.length > 0 ? [] : await Promise.all(Array.from({ length: SOCKETS }, openSocket))

function frame(n: number): void {
  const socket = sockets[n % SOCKETS]!
  const turn = Math.floor(n / SOCKETS)
  const channel = channels[Math.floor(turn / 2) % channels.length]!
  const isLeaving = turn % 2 === 1
  const params = isLeaving ? { channel } : { channel, snapshot: true }
  if (socket.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ id: n + 1, jsonrpc: '2.0', method: isLeaving ? 'unsubscribe' : 'subscribe', params }))
}

const send = calls.length > 0 ? call : frame
const start = performance.now()
let sent = 0
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const elapsed = performance.now() - start
    for (const due = Math.floor((Math.min(elapsed, forMs) * perSecond) / 1000); sent < due; sent += 1) send(sent)
    if (elapsed < forMs) return
    clearInterval(timer)
    resolve()
  }, 1)
})
const figures: TrafficFigures = { sentPerSecond: (sent * 1000) / (performance.now() - start), answers }
answer(figures)
agent.destroy()
for (const socket of sockets) socket.terminate()
