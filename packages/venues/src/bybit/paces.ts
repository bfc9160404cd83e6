/** The venue's rate limits, which it counts over any one or five seconds, and our pace below them. */
import { createPacer, type Pace } from '../adapter/pacing.ts'

export const PACES = {
  /** 50 a second for each key and path. */
  ofKeyAndPath: { cost: 1, pool: 10, refillPerSecond: 36 },
  /** 600 in five seconds for our address. */
  ofAddress: { cost: 1, pool: 100, refillPerSecond: 90 },
} as const satisfies Readonly<Record<string, Pace>>

const MAX_PACERS = 5_000

export interface BybitPacer {
  /** Resolves when a call to this path may be sent, with this key or without one. */
  turn(key: string | undefined, path: string): Promise<void>
}

export function createBybitPacer(now: () => number): BybitPacer {
  const pacers = new Map<string, ReturnType<typeof create>>()
  const create = () => createPacer(PACES, now)
  const address = create()
  return {
    turn: async (key, path) => {
      if (key !== undefined) {
        const name = JSON.stringify([key, path])
        const pacer = pacers.get(name) ?? create()
        pacers.delete(name)
        pacers.set(name, pacer)
        if (pacers.size > MAX_PACERS) pacers.delete(pacers.keys().next().value!)
        await pacer.turn('ofKeyAndPath')
      }
      await address.turn('ofAddress')
    },
  }
}
