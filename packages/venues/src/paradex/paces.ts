/** The venue's rate limits and our pace below them. Limits per address count the accounts of all desks together. */
import { createPacer, type Pace } from '../adapter/pacing.ts'
import { MAX_ACCOUNTS } from './limits.ts'

export const PACES = {
  /** 1500 a minute for our address, over all calls. */
  ofAddress: { cost: 1, pool: 300, refillPerSecond: 20 },
  /** 600 a minute for our address. */
  auth: { cost: 1, pool: 100, refillPerSecond: 8 },
  /** 600 a minute and 120 a second for each account. */
  read: { cost: 1, pool: 100, refillPerSecond: 8 },
  /** 17,250 a minute and 800 a second for each account. */
  order: { cost: 1, pool: 400, refillPerSecond: 250 },
} as const satisfies Readonly<Record<string, Pace>>

export type Weight = 'public' | 'auth' | 'read' | 'order'

export interface ParadexPacer {
  /** Resolves when a call of this weight may be sent, with this account's token or without one. */
  turn(weight: Weight, account?: string): Promise<void>
}

export function createParadexPacer(now: () => number): ParadexPacer {
  const create = () => createPacer(PACES, now)
  const address = create()
  const accounts = new Map<string, ReturnType<typeof create>>()
  return {
    turn: async (weight, account) => {
      if (weight === 'auth') await address.turn('auth')
      if ((weight === 'read' || weight === 'order') && account !== undefined) {
        const pacer = accounts.get(account) ?? create()
        accounts.delete(account)
        accounts.set(account, pacer)
        if (accounts.size > MAX_ACCOUNTS) accounts.delete(accounts.keys().next().value!)
        await pacer.turn(weight)
      }
      await address.turn('ofAddress')
    },
  }
}
