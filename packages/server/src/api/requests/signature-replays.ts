/**
 * Signed writes that came before. A signature proves its sender for 30 s; whoever has read one on its way could send it again as often
 * as he likes in that time. Each is therefore good once, unless it carries the idempotency key it came with, whose answer is kept.
 */
import { wireLimits } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import { requestLimits } from './limits.ts'

export type SignedWrite = {
  readonly desk: DeskId
  /** Base64, and proved to be right. */
  readonly signature: string
  readonly timestampMs: number
  readonly idempotencyKey: string | undefined
}

export type Replays = {
  /** `AGAIN` comes with the key it came with; `SEEN` came before; `TOO_OLD` may have, and is no longer remembered. */
  admit(write: SignedWrite, now: number): 'NEW' | 'AGAIN' | 'SEEN' | 'TOO_OLD'
  /** Its sender was answered that it had no effect: from now on it is `SEEN`, whatever key it carries. */
  spend(write: SignedWrite): void
  /** How many are remembered. */
  readonly size: () => number
}

const SECOND = 1000
const BYTES_KEPT = 16

/**
 * `floorOf`: what a desk signed before is not known to be new, because nothing is remembered from then. Each desk has a memory of its own, so
 * that one which floods shortens nobody's window but its own.
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
  /** By the second in which they were signed; with the key they may come again with. */
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
