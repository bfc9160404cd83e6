/**
 * A network with faults below the socket: between a client and the server it delays, duplicates and reorders frames, and cuts connections, even in
 * the middle of a frame. The handshake passes unchanged; frames are lost only when a connection is cut.
 */
import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '../random.ts'

export type Behaviour = {
  /** The fraction of frames that are held for up to `delayMs`, with everything behind them. */
  readonly delayed: number
  readonly delayMs: number
  /** Fractions of the server's frames. */
  readonly doubled: number
  readonly swapped: number
  /** The fraction of frames after which the connection is cut, half of the time within the frame. */
  readonly cut: number
}
export const wellBehaved: Behaviour = { delayed: 0, delayMs: 0, doubled: 0, swapped: 0, cut: 0 }

export type Network = {
  readonly url: string
  behaviour: Behaviour
  readonly counts: { frames: number; doubled: number; swapped: number; cuts: number }
  cutAll(): void
  close(): Promise<void>
}

export async function openNetwork(target: string, random: Random): Promise<Network> {
  const { port, hostname } = new URL(target)
  const open = new Set<() => void>()
  const network = { behaviour: wellBehaved, counts: { frames: 0, doubled: 0, swapped: 0, cuts: 0 } }
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const cut = (): void => {
      open.delete(cut)
      client.destroy()
      upstream.destroy()
    }
    open.add(cut)
    for (const end of [client, upstream]) end.on('error', cut).on('close', cut)
    carry(upstream, client, network, random, cut)
    carry(client, upstream, { ...network, get behaviour() { return { ...network.behaviour, doubled: 0, swapped: 0 } } }, random, cut) // prettier-ignore
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  const cutAll = (): void => {
    network.counts.cuts += open.size
    for (const cut of [...open]) cut()
  }
  return Object.assign(network, {
    url: `http://127.0.0.1:${address.port}`,
    cutAll,
    close: () => {
      cutAll()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

type State = Pick<Network, 'behaviour' | 'counts'>

/** One direction: whole frames in order, unless a frame is swapped with its neighbour. */
function carry(from: Socket, to: Socket, state: State, random: Random, cut: () => void): void {
  let bytes = Buffer.alloc(0)
  let isOpen = false
  let held: Buffer | undefined
  let last = Promise.resolve()
  const write = (frame: Buffer): void => void (to.writable && to.write(frame))
  const pass = async (frame: Buffer): Promise<void> => {
    const { delayed, delayMs, doubled, swapped, cut: cuts } = state.behaviour
    state.counts.frames += 1
    if (random() < delayed) await new Promise((resolve) => setTimeout(resolve, random() * delayMs))
    if (random() < cuts) {
      state.counts.cuts += 1
      if (random() < 0.5) write(frame.subarray(0, Math.ceil(frame.length / 2)))
      // Written bytes have to be sent before the end.
      return void setImmediate(cut)
    }
    const before = held
    held = undefined
    if (before === undefined && random() < swapped && (frame[0]! & 0x0f) === 1) {
      state.counts.swapped += 1
      held = frame
      // There may be no further frame for a long time.
      setTimeout(() => held === frame && ((held = undefined), write(frame)), 50)
      return
    }
    write(frame)
    if (before !== undefined) write(before)
    if (random() >= doubled || (frame[0]! & 0x0f) !== 1) return
    state.counts.doubled += 1
    write(frame)
  }
  from.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    if (!isOpen) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end === -1) return
      isOpen = true
      write(bytes.subarray(0, end + 4))
      bytes = bytes.subarray(end + 4)
    }
    for (let length = frameLength(bytes); length !== undefined && length <= bytes.length; length = frameLength(bytes)) {
      const frame = Buffer.from(bytes.subarray(0, length))
      bytes = bytes.subarray(length)
      last = last.then(() => pass(frame))
    }
  })
}

/** The length of the first frame; undefined while its header is incomplete. */
function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined
  const mask = (bytes[1]! & 0x80) === 0 ? 0 : 4
  const short = bytes[1]! & 0x7f
  if (short < 126) return 2 + mask + short
  if (short === 126) return bytes.length < 4 ? undefined : 4 + mask + bytes.readUInt16BE(2)
  return bytes.length < 10 ? undefined : 10 + mask + Number(bytes.readBigUInt64BE(2))
}
