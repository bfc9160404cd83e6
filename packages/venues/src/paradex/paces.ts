/** The venue's rate limits and our pace below them. Limits per address count the accounts of all desks together. */
import { createPacer, type Asking, type Pace } from '../adapter/pacing.ts'
import { MAX_ACCOUNTS } from './limits.ts'

export const PACES = {
  /** 1500 a minute for our address, over all calls. An account with more than its share leaves the rest to the others. */
  ofAddress: {
    ...{ cost: 1, pool: 300, refillPerSecond: 20, kept: { fromReads: 100, fromOrders: 40 } },
    share: { pool: 50, refillPerSecond: 10, left: 60 },
  },
  /** 600 a minute for our address. */
  auth: { cost: 1, pool: 100, refillPerSecond: 8 },
  /** 600 a minute and 120 a second for each account. */
  read: { cost: 1, pool: 100, refillPerSecond: 8, kept: { fromReads: 30, fromOrders: 10 } },
  /** 17,250 a minute and 800 a second for each account. */
  order: { cost: 1, pool: 400, refillPerSecond: 250, kept: { fromReads: 0, fromOrders: 100 } },
} as const satisfies Readonly<Record<string, Pace>>

export type Weight = 'public' | 'auth' | 'read' | 'order'

export type ParadexAsking = Omit<Asking, 'owner'> & {
  /** The account whose token is sent. */
  readonly account?: string
}

export interface ParadexPacer {
  /** Resolves when a call of this weight may be sent, or with the milliseconds after which it can be tried again. */
  turn(weight: Weight, asking?: ParadexAsking): Promise<number | undefined>
}

export function createParadexPacer(now: () => number): ParadexPacer {
  const create = () => createPacer(PACES, now)
  const address = create()
  const accounts = new Map<string, ReturnType<typeof create>>()
  const pacerOf = (account: string): ReturnType<typeof create> => {
    const pacer = accounts.get(account) ?? create()
    accounts.delete(account)
    accounts.set(account, pacer)
    if (accounts.size > MAX_ACCOUNTS) accounts.delete(accounts.keys().next().value!)
    return pacer
  }
  return {
    turn: async (weight, { account, ...asking } = {}) => {
      const owned = account === undefined ? asking : { ...asking, owner: account }
      const own =
        (weight === 'read' || weight === 'order') && account !== undefined ? await pacerOf(account).turn(weight, owned) : undefined
      const late = weight === 'auth' ? await address.turn('auth', asking) : own
      return late ?? address.turn('ofAddress', owned)
    },
  }
}
