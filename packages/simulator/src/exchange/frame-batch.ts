/**
 * The frames of one connection in one step, up to a thousand, concatenated as they are sent. Sent one by one, each would need its own header, copy
 * and write, and all of them would stay in memory until the last is written.
 */
import type { Duplex } from 'node:stream'

export interface FrameBatch {
  add(text: string): void
  /** Everything that was added, in one write. */
  send(): void
}

const CHUNK_BYTES = 64 * 1024
/** Written chunks that wait for the next step: a full step of every ticker fits. */
const CHUNKS_KEPT = 16
/** RFC 6455: a complete text frame from a server, unmasked, with its length in the second byte or in the 2 or 8 bytes after it. */
const WHOLE_TEXT = 0x81
const SHORT = 125
const MEDIUM = 0xffff

export function createFrameBatch(raw: Duplex): FrameBatch {
  const free: Buffer[] = []
  let chunk: Buffer | undefined
  let filled = 0
  let parts: { readonly chunk: Buffer; readonly filled: number }[] = []

  const roomFor = (bytes: number): Buffer => {
    if (chunk !== undefined && filled + bytes <= chunk.length) return chunk
    if (chunk !== undefined) parts.push({ chunk, filled })
    filled = 0
    return (chunk = (bytes <= CHUNK_BYTES ? free.pop() : undefined) ?? Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes)))
  }
  const giveBack = (used: Buffer): void => {
    if (free.length < CHUNKS_KEPT && used.length === CHUNK_BYTES) free.push(used)
  }
  return {
    add: (text) => {
      const length = Buffer.byteLength(text)
      const header = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10
      const room = roomFor(header + length)
      room[filled] = WHOLE_TEXT
      room[filled + 1] = header === 2 ? length : header === 4 ? 126 : 127
      if (header === 4) room.writeUInt16BE(length, filled + 2)
      if (header === 10) room.writeBigUInt64BE(BigInt(length), filled + 2)
      room.write(text, filled + header)
      filled += header + length
    },
    send: () => {
      if (chunk === undefined) return
      raw.cork()
      for (const part of [...parts, { chunk, filled }]) raw.write(part.chunk.subarray(0, part.filled), () => giveBack(part.chunk))
      raw.uncork()
      parts = []
      chunk = undefined
      filled = 0
    },
  }
}
