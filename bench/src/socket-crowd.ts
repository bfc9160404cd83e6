/** A thread of raw sockets of one gateway. It reports when they are subscribed, and for each event when half of them and all of them have it. */
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export type Crowd = {
  readonly port: number
  /** Their sockets are divided over these keys. */
  readonly accessKeys: readonly string[]
  readonly path: string
  readonly channel: string
  readonly sockets: number
  /** Occurs once in each notification that counts, and in nothing else. */
  readonly mark: string
}
/** Milliseconds of the machine's clock. */
export type CrowdReport = 'subscribed' | { readonly event: number; readonly half: number; readonly all: number }

const AT_ONCE = 50
const { port, accessKeys, path, channel, sockets, mark } = workerData as Crowd
const bytes = Buffer.from(mark)
const open: Socket[] = []
let isCounting = false
let [arrived, event, half] = [0, 0, 0]

const now = (): number => performance.timeOrigin + performance.now()
const report = (one: CrowdReport): void => parentPort!.postMessage(one)

function count(chunk: Buffer): void {
  if (!isCounting) return
  for (let at = chunk.indexOf(bytes); at >= 0; at = chunk.indexOf(bytes, at + bytes.length)) {
    arrived += 1
    if (arrived === Math.ceil(sockets / 2)) half = now()
    if (arrived < sockets) continue
    report({ event, half, all: now() })
    arrived = 0
    event += 1
  }
}

function openOne(place: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    open.push(socket)
    socket.setNoDelay(true)
    socket.on('error', reject)
    const address = `${path}?api-key=${accessKeys[place % accessKeys.length]!}&cancel_on_disconnect=false`
    socket.write(
      `GET ${address} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    )
    let text = ''
    let isOpen = false
    const shaking = (chunk: Buffer): void => {
      text += chunk.toString('latin1')
      if (!isOpen && text.includes('\r\n\r\n')) {
        if (!text.startsWith('HTTP/1.1 101')) return reject(new Error(text.slice(0, text.indexOf('\r\n'))))
        isOpen = true
        socket.write(masked(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel } })))
      }
      if (!text.includes('"id":1')) return
      if (text.includes('"error"')) return reject(new Error(text.slice(text.indexOf('{'))))
      socket.off('data', shaking).on('data', count)
      resolve()
    }
    socket.on('data', shaking)
  })
}

function masked(text: string): Buffer {
  const body = Buffer.from(text)
  if (body.length > 125) throw new Error('texts here must be at most 125 bytes')
  return Buffer.concat([Buffer.of(0x81, 0x80 | body.length, 0, 0, 0, 0), body])
}

parentPort!.on('message', (word: 'count' | 'close') => {
  if (word === 'count') {
    isCounting = true
    return
  }
  for (const socket of open) socket.destroy()
  process.exit()
})
for (let done = 0; done < sockets; done += AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sockets - done) }, (_, place) => openOne(done + place)))
report('subscribed')
