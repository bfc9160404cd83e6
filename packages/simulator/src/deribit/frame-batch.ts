/**
 * What one connection is told in one step, a thousand frames at worst, laid one behind the other as they travel. Sent one by one, each would
 * cost a header, a copy and a place in the write of its own, and all of them would live until the last is written.
 */
import type { Duplex } from 'node:stream'

export interface FrameBatch {
  add(text: string): void
  /** Everything that was added, as one write. */
  send(): void
}

const CHUNK_BYTES = 64 * 1024
/** RFC 6455: a whole text as a server sends it, unmasked, its length in the second byte or in 2 or 8 bytes after it. */
const WHOLE_TEXT = 0x81
const SHORT = 125
const MEDIUM = 0xffff

export function createFrameBatch(raw: Duplex): FrameBatch {
  let full: Buffer[] = []
  let chunk = Buffer.alloc(0)
  /** Of the chunk: what is before it has been sent, and what is behind it is free. */
  let begin = 0
  let end = 0

  const makeRoom = (bytes: number): void => {
    if (end + bytes <= chunk.length) return
    if (end > begin) full.push(chunk.subarray(begin, end))
    chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes))
    begin = end = 0
  }
  return {
    add: (text) => {
      const length = Buffer.byteLength(text)
      const header = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10
      makeRoom(header + length)
      chunk[end] = WHOLE_TEXT
      chunk[end + 1] = header === 2 ? length : header === 4 ? 126 : 127
      if (header === 4) chunk.writeUInt16BE(length, end + 2)
      if (header === 10) chunk.writeBigUInt64BE(BigInt(length), end + 2)
      chunk.write(text, end + header)
      end += header + length
    },
    send: () => {
      if (end === begin && full.length === 0) return
      raw.cork()
      for (const one of full) raw.write(one)
      if (end > begin) raw.write(chunk.subarray(begin, end))
      raw.uncork()
      full = []
      begin = end
    },
  }
}
