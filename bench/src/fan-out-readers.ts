/** A thread of raw TCP clients that only count frames, so that the server is what is measured. */
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export type Readers = {
  readonly port: number
  readonly clients: number
  readonly path: string
  readonly subscribe: string
  readonly counter: SharedArrayBuffer
}

const { port, clients, path, subscribe, counter } = workerData as Readers
const counted = new Int32Array(counter)
const sockets: Socket[] = []

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    )
    let head = ''
    const shaking = (bytes: Buffer) => {
      head += bytes.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(head.slice(0, end)))
      socket.off('data', shaking)
      const count = createCounter()
      socket.on('data', (piece) => void Atomics.add(counted, 0, count(piece)))
      const rest = Buffer.from(head.slice(end + 4), 'latin1')
      if (rest.length > 0) Atomics.add(counted, 0, count(rest))
      if (subscribe !== '') socket.write(maskedFrame(subscribe))
      resolve()
    }
    socket.on('data', shaking)
  })
}

/** Frames of the server in a stream of bytes, wherever it is cut. */
function createCounter(): (piece: Buffer) => number {
  let skip = 0
  let rest: Buffer = Buffer.alloc(0)
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let at = skip
    let frames = 0
    for (;;) {
      if (at + 4 > bytes.length) break
      const short = bytes[at + 1]! & 0x7f
      const size = short < 126 ? 2 + short : 4 + bytes.readUInt16BE(at + 2)
      frames += 1
      at += size
    }
    skip = Math.max(0, at - bytes.length)
    rest = at < bytes.length ? bytes.subarray(at) : Buffer.alloc(0)
    return frames
  }
}

function maskedFrame(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.of(0x81, 0x80 | body.length, 0, 0, 0, 0), body])
}

for (let opened = 0; opened < clients; opened += 50) await Promise.all(Array.from({ length: Math.min(50, clients - opened) }, open))
parentPort!.postMessage('open')
parentPort!.once('message', () => {
  for (const socket of sockets) socket.destroy()
  process.exit()
})
