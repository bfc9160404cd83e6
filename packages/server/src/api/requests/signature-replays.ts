/**
 * Detects signed writes that were already received. A signature identifies its sender for 30 s, and an attacker who intercepted one could send it
 * again during that time. So each signature is valid once, unless it carries its original idempotency key, whose response is stored.
 */
import { wireLimits } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import { requestLimits } from './limits.ts'

export type SignedWrite = {
  readonly desk: DeskId
  /** Base64, already verified. */
  readonly signature: string
  readonly timestampMs: number
  readonly idempotencyKey: string | undefined
}

export type Replays = {
  /** `AGAIN`: repeated with its original key. `SEEN`: already received. `TOO_OLD`: may have been received, but is no longer remembered. */
  admit(write: SignedWrite, now: number): 'NEW' | 'AGAIN' | 'SEEN' | 'TOO_OLD'
  /** Its sender got the response that it had no effect. From now on it is `SEEN`, whatever key it carries. */
  spend(write: SignedWrite): void
  /** The number of remembered signatures. */
  readonly size: () => number
}

const SECOND = 1000
const BYTES_KEPT = 16

/**
 * `floorOf`: writes that a desk signed before this time cannot be recognised as new, because nothing is remembered from then. Each desk has its own
 * memory, so that a desk that floods the server shortens only its own window.
 */
export function createReplays(floorOf: (desk: DeskId) => number, most: number = requestLimits.signaturesRemembered): Replays {
  const memories = new Map<DeskId, Memory>()
  const memoryOf = (desk: DeskId): Memory => {
    const known = memories.get(desk) ?? createMemory(floorOf(desk), most)
    memories.set(desk, known)
    return known
  }
  return {
    admit: (write, now) => memoryOf(write.desk).admit(write, now),
    spend: (write) => memoryOf(write.desk).spend(write),
    size: () => [...memories.values()].reduce((sum, { size }) => sum + size(), 0),
  }
}

type Memory = Pick<Replays, 'admit' | 'spend' | 'size'>

function createMemory(startedAt: number, most: number): Memory {
  /** By the second in which they were signed, with the key under which they may be repeated. */
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
    // Too many at once: the window becomes shorter, but nothing inside it is forgotten.
    if (size >= most) forget(Math.min(...seconds.keys()))
  }

  return {
    admit(write, now) {
      const { timestampMs, idempotencyKey } = write
      const [second, name] = [secondOf(write), nameOf(write)]
      const known = seconds.get(second)
      if (known?.has(name)) return idempotencyKey !== undefined && known.get(name) === idempotencyKey ? 'AGAIN' : 'SEEN'
      forgetOld(now)
      if (timestampMs < floorMs) return 'TOO_OLD'
      const kept = seconds.get(second) ?? new Map<string, string | undefined>()
      seconds.set(second, kept.set(name, idempotencyKey))
      size += 1
      return 'NEW'
    },
    spend(write) {
      const known = seconds.get(secondOf(write))
      if (known?.has(nameOf(write))) known.set(nameOf(write), undefined)
    },
    size: () => size,
  }
}

const secondOf = ({ timestampMs }: SignedWrite): number => Math.floor(timestampMs / SECOND)
/** The same for every spelling of its base64. */
export const nameOf = ({ signature }: SignedWrite): string => Buffer.from(signature, 'base64').subarray(0, BYTES_KEPT).toString('latin1')
