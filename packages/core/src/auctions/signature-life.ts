/** The validity of a bid's signature at the contract, which does not depend on the state of the bid here (rulebook 19.16). */
import type { Instant } from '../ids.ts'
import type { Auction, PlacedBid } from './auction.ts'
import type { ContractWord } from './contract-words.ts'

/**
 * VALID: the contract would settle it now. BLOCKED: it would not, but the owner of the wallet can change that. VOID: it can never settle it again.
 */
export type SignatureLife = 'VALID' | 'BLOCKED' | 'VOID'

/** Errors that the owner of the wallet can remove: its tokens, its allowance and its delegate. */
const changeable: ReadonlySet<string> = new Set<ContractWord>(['UNAUTHORIZED', 'SIGNER_ALLOWANCE_LOW', 'SIGNER_BALANCE_LOW'])

/** `words` are the error codes of the contract's own check of the bid; undefined if its offer is sold or gone. */
export function signatureLife(words: readonly string[] | undefined): SignatureLife {
  if (words === undefined || words.some((word) => !changeable.has(word))) return 'VOID'
  return words.length === 0 ? 'VALID' : 'BLOCKED'
}

/** Whether the vault can have read the bid: it was open at the close. A bid that was cancelled before is known to no one else (rulebook 19.8). */
export const isKnownToVault = ({ endsAt }: Pick<Auction, 'endsAt'>, { state, closedAt }: PlacedBid, now: Instant): boolean =>
  now >= endsAt && !(state === 'CANCELED' && closedAt !== undefined && closedAt < endsAt)
