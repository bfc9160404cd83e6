/**
 * Signed writes that were heard before. A signature proves its sender for 30 s; whoever has read one on its way could send it again as often
 * as he likes in that time. Each is therefore good once, unless it carries the idempotency key it came with, whose answer is kept.
 */
import { wireLimits } from '@parley/contracts'
import { httpLimits } from './limits.ts'

export type SignedWrite = {
  /** Base64, and proved to be right. */
  readonly signature: string
  readonly timestampMs: number
  readonly idempotencyKey: string | undefined
}

export type Replays = {
  /** `SEEN` was heard before; `TOO_OLD` may have been, and is no longer remembered. */
  hear(write: SignedWrite, now: number): 'NEW' | 'SEEN' | 'TOO_OLD'
  /** How many are remembered. */
  readonly size: () => number
}

const SECOND = 1000
const BYTES_KEPT = 16

/** `startedAt`: what was signed before is not known to be new, because nothing is remembered from then. */
export function createReplays(startedAt: number, most: number = httpLimits.signaturesRemembered): Replays {
  /** By the second in which they were signed; with the key they came with. */
  const seconds = new Map<number, Map<string, string | undefined>>()
  let floorMs = startedAt
  let size = 0

  const forget = (second: number) => {
    size -= seconds.get(second)?.size ?? 0
    seconds.delete(second)
    floorMs = Math.max(floorMs, (second + 1) * SECOND)
  }
  const forgetOld = (now: number) => {
    for (const second of seconds.keys()) if ((second + 1) * SECOND < now - wireLimits.signatureWindowMs) forget(second)
    // Too many at once: the window becomes shorter, and nothing in it is forgotten.
    if (size >= most) forget(Math.min(...seconds.keys()))
  }

  return {
    hear({ signature, timestampMs, idempotencyKey }, now) {
      const second = Math.floor(timestampMs / SECOND)
      const name = Buffer.from(signature, 'base64').subarray(0, BYTES_KEPT).toString('latin1')
      const known = seconds.get(second)
      if (known?.has(name)) return idempotencyKey !== undefined && known.get(name) === idempotencyKey ? 'NEW' : 'SEEN'
      forgetOld(now)
      if (timestampMs < floorMs) return 'TOO_OLD'
      const kept = seconds.get(second) ?? new Map<string, string | undefined>()
      seconds.set(second, kept.set(name, idempotencyKey))
      size += 1
      return 'NEW'
    },
    size: () => size,
  }
}
