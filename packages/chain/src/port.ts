/**
 * A chain on which vaults sell options: one swap contract, what can be read from it, and the events that it publishes. The chain contains no market
 * rules. Errors of its contract are passed on unchanged. Amounts are in a token's smallest units.
 */

import type { Address, BidFields, SwapDomain } from '@parley/core'

export type { Address }
/** Part of what a signature covers (EIP-712). */
export type Domain = SwapDomain
/** The 32-byte hash of a transaction or a block. */
export type Hash = `0x${string}`
/** 65 bytes: r, s, v. */
export type Signature = `0x${string}`

/** REFUSED is an answer of the chain or its contract. UNREACHABLE gives no information about the call: try again. */
export type ChainAnswer<T> =
  | { readonly outcome: 'DONE'; readonly value: T }
  | { readonly outcome: 'REFUSED'; readonly reason: string }
  | { readonly outcome: 'UNREACHABLE'; readonly reason: string }

/** Bidding tokens paid, and option tokens received with 8 decimals. */
export type Bid = BidFields
export type SignedBid = Bid & { readonly signature: Signature }

export type OfferTerms = {
  readonly oToken: Address
  readonly biddingToken: Address
  /** In units of the bidding token for one whole option token. */
  readonly minPrice: bigint
  readonly minBidSize: bigint
  readonly totalSize: bigint
}
export type Offer = OfferTerms & { readonly seller: Address; readonly availableSize: bigint }

export type OptionToken = {
  readonly underlying: Address
  readonly collateral: Address
  /** In USD. */
  readonly strike: { readonly value: bigint; readonly decimals: 8 }
  readonly expirySeconds: bigint
  readonly kind: 'CALL' | 'PUT'
  readonly decimals: number
  readonly symbol: string
}
export type Token = { readonly symbol: string; readonly decimals: number }

/** One bid that the contract has settled. */
export type Swap = {
  readonly swapId: bigint
  readonly nonce: bigint
  readonly signerWallet: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly referrer: Address
  readonly feeAmount: bigint
}

/** The position of something in the chain. A reorganisation can remove it. */
export type Mined = { readonly transaction: Hash; readonly block: bigint; readonly blockHash: Hash }

/**
 * REPLACED: another transaction of the same sender has used its nonce, so that it can no longer be mined. This is known only of transactions that
 * were seen while they were pending. UNKNOWN: the chain does not know it, or has forgotten it.
 */
export type TransactionState =
  | { readonly state: 'PENDING' }
  | {
      readonly state: 'MINED'
      readonly block: bigint
      readonly confirmations: number
      readonly swaps: readonly Swap[]
      /** The ids of the offers that it created. */
      readonly offers: readonly bigint[]
    }
  | { readonly state: 'REVERTED'; readonly block: bigint; readonly confirmations: number; readonly reason: string }
  | { readonly state: 'REPLACED' }
  | { readonly state: 'UNKNOWN' }

export interface ChainListener {
  onSwap(swap: Swap, mined: Mined): void
  /** Nothing of the offer is left. */
  onSettled(swapId: bigint, mined: Mined): void
  /** Everything reported from this block on is no longer valid. The events that replace it follow. */
  onReorganised(fromBlock: bigint): void
  /** The newest block that has been read. The number of confirmations has grown, even if there were no events. */
  onBlock(block: bigint): void
}

export interface Chain {
  readonly chainId: bigint
  /** The contract that settles. */
  readonly swap: Address
  /** UNREACHABLE, or REFUSED if the endpoint is for a chain other than `chainId`. */
  domain(): Promise<ChainAnswer<Domain>>
  /** Undefined: there is no such offer, or nothing of it is left. */
  offer(swapId: bigint): Promise<ChainAnswer<Offer | undefined>>
  optionToken(token: Address): Promise<ChainAnswer<OptionToken>>
  token(token: Address): Promise<ChainAnswer<Token>>
  balance(token: Address, wallet: Address): Promise<ChainAnswer<bigint>>
  /** The amount of the wallet's tokens that the swap contract can transfer. */
  allowance(token: Address, wallet: Address): Promise<ChainAnswer<bigint>>
  isNonceUsed(signatory: Address, nonce: bigint): Promise<ChainAnswer<boolean>>
  /** The one other address that can sign for the wallet. */
  authorizedSigner(wallet: Address): Promise<ChainAnswer<Address | undefined>>
  /** The contract's own error codes, in its order; none if the bid could be settled now. REFUSED if there is no such offer. */
  check(bid: SignedBid): Promise<ChainAnswer<readonly string[]>>
  /** In units of the bidding token for one whole option token, over everything settled so far; REFUSED before the first settlement. */
  averagePrice(swapId: bigint): Promise<ChainAnswer<bigint>>
  transaction(hash: Hash): Promise<ChainAnswer<TransactionState>>
  newestBlock(): Promise<ChainAnswer<bigint>>
  /** Reports events from this block on, each once while its block is part of the chain. Returns a function that stops it. */
  watch(fromBlock: bigint, listener: ChainListener): () => void
}

/** The owner of a key on the chain: a vault, or a bidder before it bids. Transactions are sent without waiting for them to be mined. */
export interface Wallet {
  readonly address: Address
  sign(domain: Domain, bid: Bid): Promise<SignedBid>
  createOffer(terms: OfferTerms): Promise<ChainAnswer<Hash>>
  settleOffer(swapId: bigint, bids: readonly SignedBid[]): Promise<ChainAnswer<Hash>>
  approve(token: Address, amount: bigint): Promise<ChainAnswer<Hash>>
  authorize(signer: Address): Promise<ChainAnswer<Hash>>
  revoke(): Promise<ChainAnswer<Hash>>
  cancelNonces(nonces: readonly bigint[]): Promise<ChainAnswer<Hash>>
}
