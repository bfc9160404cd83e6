/**
 * Matches trades in the venue's record to blocks, as far as this process has seen. The record knows no nonce and no counterparty, so
 * blocks with equal legs at the same time, twins, look alike in it: while a twin is open, only the venue's answer to its nonce tells.
 */
import { BLOCK_WINDOW_MS, MAX_REMEMBERED_BLOCKS } from './limits.ts'

/** The part of a block that the record shows, and the nonce that it does not. */
export type Claimant = { readonly nonce: string; readonly legs: string; readonly at: number }

export interface Claims {
  /** An execution is about to be sent; answers whether one was sent before and is still open. */
  sent(claimant: Claimant): 'FIRST' | 'AGAIN'
  /** Nothing will come of it any more. */
  dropped(nonce: string): void
  settled(nonce: string, venueTradeId: string): void
  mayTake(nonce: string, venueTradeId: string): boolean
  /** The trade among these, oldest first, that is this block's: one, none, or not known yet. */
  choose(claimant: Claimant, free: readonly string[], isOver: (at: number) => boolean): string | 'NONE' | 'UNCLEAR'
}

export function createClaims(): Claims {
  const owners = new Map<string, string>()
  const open = new Map<string, Claimant>()
  /** Blocks under way that a trade within this one's window could belong to as well. */
  const twinsOf = ({ nonce, legs, at }: Claimant): readonly Claimant[] =>
    [...open.values()].filter((other) => other.nonce !== nonce && other.legs === legs && Math.abs(other.at - at) <= 2 * BLOCK_WINDOW_MS)
  return {
    sent: (claimant) => {
      const attempt = open.has(claimant.nonce) ? 'AGAIN' : 'FIRST'
      remember(open, claimant.nonce, claimant)
      return attempt
    },
    dropped: (nonce) => void open.delete(nonce),
    settled: (nonce, venueTradeId) => {
      open.delete(nonce)
      remember(owners, venueTradeId, nonce)
    },
    mayTake: (nonce, venueTradeId) => (owners.get(venueTradeId) ?? nonce) === nonce,
    choose: (claimant, free, isOver) => {
      const own = free.find((id) => owners.get(id) === claimant.nonce)
      const twins = twinsOf(claimant)
      if (own !== undefined || free.length === 0) return own ?? 'NONE'
      if (twins.length === 0) return free[0]!
      // When nothing can be added any more, and there is a trade for each of them, all of them were executed.
      const isEnough = free.length > twins.length && [claimant, ...twins].every(({ at }) => isOver(at))
      return isEnough ? free[0]! : 'UNCLEAR'
    },
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= MAX_REMEMBERED_BLOCKS) map.delete(map.keys().next().value!)
  map.set(key, value)
}
