/** An authenticator app: RFC 6238 codes, computed independently of the product. */
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

export type Authenticator = {
  /** The current code, or the code of a number of steps later. */
  readonly code: (stepsAhead?: number) => string
}

/** The secret in the otpauth address of a QR code. */
export function authenticatorFor(configUrl: string): Authenticator {
  const secret = fromBase32(new URL(configUrl).searchParams.get('secret') ?? '')
  return {
    code: (stepsAhead = 0) => {
      const counter = Buffer.alloc(8)
      counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsAhead))
      const digest = createHmac('sha1', secret).update(counter).digest()
      const offset = digest.at(-1)! & 0xf
      return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
    },
  }
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((digit) => ALPHABET.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? [])
}
