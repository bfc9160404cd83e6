/** A thread of raw TCP clients that only count frames, so that only the server is measured. */
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export type Readers = {
  readonly port: number
  readonly clients: number
  readonly path: string
  /** Sent after the handshake, as text or as the bytes of another protocol. */
  readonly subscribe: string
  /** The response to it, after which counting begins. Without one, frames are counted from the handshake on. */
  readonly subscribed?: string
  /** The bytes of one message, because a frame may contain many. */
  readonly messageBytes?: number
  readonly counter: SharedArrayBuffer
}

const { port, clients, path, subscribe, subscribed, messageBytes, counter } = workerData as Readers
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
      const rest = Buffer.from(head.slice(end + 4), 'latin1')
      if (subscribe !== '') socket.write(maskedFrame(subscribe))
      if (subscribed === undefined) countFrom(socket, rest)
      else awaitAnswer(socket, subscribed, () => resolve(countFrom(socket, Buffer.alloc(0))))
      if (subscribed === undefined) resolve()
    }
    socket.on('data', shaking)
  })
}

function countFrom(socket: Socket, rest: Buffer): void {
  const count = createCounter()
  socket.on('data', (piece) => void Atomics.add(counted, 0, count(piece)))
  if (rest.length > 0) Atomics.add(counted, 0, count(rest))
}

function awaitAnswer(socket: Socket, answer: string, then: () => void): void {
  let text = ''
  const listening = (bytes: Buffer) => {
    text += bytes.toString('latin1')
    if (!text.includes(answer)) return
    socket.off('data', listening)
    then()
  }
  socket.on('data', listening)
}

/** Counts the server's frames in a stream of arbitrary chunks, or messages, which are found by their bytes within the frames. */
function createCounter(): (piece: Buffer) => number {
  let skip = 0
  let rest: Buffer = Buffer.alloc(0)
  let inside = 0
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let at = skip
    let frames = 0
    while (at + 10 <= bytes.length || (at + 4 <= bytes.length && (bytes[at + 1]! & 0x7f) < 127)) {
      const [header, length] = sizeAt(bytes, at)
      frames += 1
      inside += length
      at += header + length
    }
    skip = Math.max(0, at - bytes.length)
    rest = at < bytes.length ? bytes.subarray(at) : Buffer.alloc(0)
    if (messageBytes === undefined) return frames
    const messages = Math.floor(inside / messageBytes)
    inside -= messages * messageBytes
    return messages
  }
}

function sizeAt(bytes: Buffer, at: number): readonly [header: number, length: number] {
  const short = bytes[at + 1]! & 0x7f
  if (short < 126) return [2, short]
  return short === 126 ? [4, bytes.readUInt16BE(at + 2)] : [10, Number(bytes.readBigUInt64BE(at + 2))]
}

function maskedFrame(text: string): Buffer {
  const body = Buffer.from(text)
  if (body.length > 125) throw new Error('texts here must be at most 125 bytes')
  return Buffer.concat([Buffer.of(0x81, 0x80 | body.length, 0, 0, 0, 0), body])
}

for (let opened = 0; opened < clients; opened += 50) await Promise.all(Array.from({ length: Math.min(50, clients - opened) }, open))
parentPort!.postMessage('open')
parentPort!.once('message', () => {
  for (const socket of sockets) socket.destroy()
  process.exit()
})
