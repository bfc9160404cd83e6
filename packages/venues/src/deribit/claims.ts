/**
 * Matches trades in the venue's record to blocks that this process has sent. The record has no nonce and no counterparty, so blocks with equal legs
 * at the same time (twins) look alike in it. While a twin is open, only the venue's response to its nonce distinguishes them.
 */
import { BLOCK_WINDOW_MS, MAX_REMEMBERED_BLOCKS } from './limits.ts'

/** The fields of a block that the record shows, and the nonce, which it does not show. */
export type Claimant = { readonly nonce: string; readonly legs: string; readonly at: number }

export interface Claims {
  /** Called before an execution is sent. Returns whether an earlier one was sent and is still open. */
  sent(claimant: Claimant): 'FIRST' | 'AGAIN'
  /** The block can no longer be executed. */
  dropped(nonce: string): void
  settled(nonce: string, venueTradeId: string): void
  mayTake(nonce: string, venueTradeId: string): boolean
  /** Finds this block's trade among these, which are sorted oldest first: one, none, or not yet known. */
  choose(claimant: Claimant, free: readonly string[], isOver: (at: number) => boolean): string | 'NONE' | 'UNCLEAR'
}

export function createClaims(): Claims {
  const owners = new Map<string, string>()
  const open = new Map<string, Claimant>()
  /** Open blocks that a trade within this block's window could also belong to. */
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
      // If no more trades can be added and there is one for each of these blocks, all of them were executed.
      const isEnough = free.length > twins.length && [claimant, ...twins].every(({ at }) => isOver(at))
      return isEnough ? free[0]! : 'UNCLEAR'
    },
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= MAX_REMEMBERED_BLOCKS) map.delete(map.keys().next().value!)
  map.set(key, value)
}
