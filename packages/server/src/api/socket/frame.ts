/** Text frames of RFC 6455 as sent by a server: unmasked, unfragmented, with a header of 2, 4 or 10 bytes. Encoded once, written to many sockets. */
const TEXT_AND_FINAL = 0x81
const SHORT = 125
const MEDIUM = 0xffff

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = headerBytes(length)
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = TEXT_AND_FINAL
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}

export function headerBytes(length: number): 2 | 4 | 10 {
  if (length <= SHORT) return 2
  return length <= MEDIUM ? 4 : 10
}
