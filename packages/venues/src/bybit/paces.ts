/** The venue's rate limits, which it counts over any one or five seconds, and our pace below them. */
import { createPacer, type Asking, type Pace } from '../adapter/pacing.ts'

export const PACES = {
  /** 50 a second for each key and path. */
  ofKeyAndPath: { cost: 1, pool: 10, refillPerSecond: 36, kept: { fromReads: 3, fromOrders: 0 } },
  /** 600 in five seconds for our address. A key that has used up its share leaves the rest to the others. */
  ofAddress: {
    ...{ cost: 1, pool: 100, refillPerSecond: 90, kept: { fromReads: 30, fromOrders: 0 } },
    share: { pool: 15, refillPerSecond: 45, left: 20 },
  },
} as const satisfies Readonly<Record<string, Pace>>

const MAX_PACERS = 5_000

export interface BybitPacer {
  /** Resolves when a call to this path may be sent, with this key or without one, or with the milliseconds after which it can be tried again. */
  turn(key: string | undefined, path: string, asking?: Pick<Asking, 'urgency'>): Promise<number | undefined>
}

export function createBybitPacer(now: () => number): BybitPacer {
  const pacers = new Map<string, ReturnType<typeof create>>()
  const create = () => createPacer(PACES, now)
  const address = create()
  return {
    turn: async (key, path, asking = {}) => {
      if (key === undefined) return address.turn('ofAddress', asking)
      const name = JSON.stringify([key, path])
      const pacer = pacers.get(name) ?? create()
      pacers.delete(name)
      pacers.set(name, pacer)
      if (pacers.size > MAX_PACERS) pacers.delete(pacers.keys().next().value!)
      return (await pacer.turn('ofKeyAndPath', asking)) ?? address.turn('ofAddress', { ...asking, owner: key })
    },
  }
}
