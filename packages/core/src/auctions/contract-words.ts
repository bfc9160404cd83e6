/** Why the swap contract would reject a bid: its own error codes, in the order in which it checks (rulebook 19.6). */
import { contractPrice } from './amounts.ts'
import { isSameAddress } from './auction.ts'
import type { Address, BidFields } from './bid-signature.ts'

export type ContractWord =
  | 'SIGNATURE_INVALID'
  | 'UNAUTHORIZED'
  | 'NONCE_ALREADY_USED'
  | 'BID_EXCEED_AVAILABLE_SIZE'
  | 'BID_TOO_SMALL'
  | 'PRICE_TOO_LOW'
  | 'SIGNER_ALLOWANCE_LOW'
  | 'SIGNER_BALANCE_LOW'

/** The state of a bid's wallet and offer on the chain, as read just before. */
export type ChainReading = {
  /** Undefined if the signature is invalid. */
  readonly signatory: Address | undefined
  readonly delegate: Address | undefined
  readonly isNonceUsed: boolean
  readonly availableSize: bigint
  readonly leastSize: bigint
  readonly leastPrice: bigint
  readonly allowance: bigint
  readonly balance: bigint
}

/** The first error code, or undefined if the contract would settle the bid. */
export function contractWord(bid: BidFields, chain: ChainReading): ContractWord | undefined {
  if (chain.signatory === undefined) return 'SIGNATURE_INVALID'
  if (!maySign(bid.signerWallet, chain.signatory, chain.delegate)) return 'UNAUTHORIZED'
  if (chain.isNonceUsed) return 'NONCE_ALREADY_USED'
  if (bid.buyAmount > chain.availableSize) return 'BID_EXCEED_AVAILABLE_SIZE'
  if (bid.buyAmount === 0n || bid.buyAmount < chain.leastSize) return 'BID_TOO_SMALL'
  if (contractPrice(bid.sellAmount, bid.buyAmount) < chain.leastPrice) return 'PRICE_TOO_LOW'
  if (chain.allowance < bid.sellAmount) return 'SIGNER_ALLOWANCE_LOW'
  return chain.balance < bid.sellAmount ? 'SIGNER_BALANCE_LOW' : undefined
}

const maySign = (wallet: Address, signatory: Address, delegate: Address | undefined): boolean =>
  isSameAddress(wallet, signatory) || (delegate !== undefined && isSameAddress(delegate, signatory))

/** The way for a bidder to fix it. */
export function displayContractWord(word: ContractWord): string {
  switch (word) {
    case 'SIGNATURE_INVALID':
      return 'The signature must be 65 bytes, r, s and v, over the typed data returned by pricing. v must be 27 or 28, or 0 or 1.'
    case 'UNAUTHORIZED':
      return 'The bid must be signed by the wallet itself, or by the delegate that it has authorised at the contract.'
    case 'NONCE_ALREADY_USED':
      return 'A signer can use each nonce only once. Request a new one from pricing.'
    case 'BID_EXCEED_AVAILABLE_SIZE':
      return 'The offer has less than this quantity left.'
    case 'BID_TOO_SMALL':
      return 'The bid must be at least the minimum size of the offer.'
    case 'PRICE_TOO_LOW':
      return 'The price must be at least the minimum price of the offer.'
    case 'SIGNER_ALLOWANCE_LOW':
      return 'Increase the allowance of the swap contract to at least the amount that the bid pays.'
    case 'SIGNER_BALANCE_LOW':
      return 'The wallet must hold at least the amount that the bid pays.'
  }
}
