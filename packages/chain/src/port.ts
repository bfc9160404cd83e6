/**
 * A chain on which vaults sell options: one swap contract, what can be read of it, and what it tells by itself. Small enough to read in a minute.
 * A chain holds no rule of the market; what its contract says is passed on in the contract's own words. Amounts are in a token's smallest units.
 */

import type { Address, BidFields, SwapDomain } from '@parley/core'

export type { Address }
/** A signature is bound to it (EIP-712). */
export type Domain = SwapDomain
/** 32 bytes of a transaction or a block. */
export type Hash = `0x${string}`
/** 65 bytes: r, s, v. */
export type Signature = `0x${string}`

/** REFUSED is the chain's or its contract's own word; UNREACHABLE says nothing about what was asked: ask again. */
export type ChainAnswer<T> =
  | { readonly outcome: 'DONE'; readonly value: T }
  | { readonly outcome: 'REFUSED'; readonly reason: string }
  | { readonly outcome: 'UNREACHABLE'; readonly reason: string }

/** Bidding token paid, and option tokens received with 8 decimals. */
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

/** The place of something in the chain; a reorganisation can take it back. */
export type Mined = { readonly transaction: Hash; readonly block: bigint; readonly blockHash: Hash }

/**
 * REPLACED: another transaction of the same sender has taken its place, so that it can no longer happen; it is known of transactions that were seen
 * while they waited. UNKNOWN: the chain does not know it, or has forgotten it.
 */
export type TransactionState =
  | { readonly state: 'PENDING' }
  | {
      readonly state: 'MINED'
      readonly block: bigint
      readonly confirmations: number
      readonly swaps: readonly Swap[]
      /** The numbers of the offers that it made. */
      readonly offers: readonly bigint[]
    }
  | { readonly state: 'REVERTED'; readonly block: bigint; readonly confirmations: number; readonly reason: string }
  | { readonly state: 'REPLACED' }
  | { readonly state: 'UNKNOWN' }

export interface ChainListener {
  onSwap(swap: Swap, mined: Mined): void
  /** Nothing of the offer is left. */
  onSettled(swapId: bigint, mined: Mined): void
  /** All that was said of this block and later ones no longer stands; the events that stand instead follow. */
  onReorganised(fromBlock: bigint): void
  /** The newest block that has been read: confirmations have grown, also where nothing else was said. */
  onBlock(block: bigint): void
}

export interface Chain {
  readonly chainId: bigint
  /** The contract that settles. */
  readonly swap: Address
  /** UNREACHABLE or REFUSED where the endpoint answers for another chain than `chainId`. */
  domain(): Promise<ChainAnswer<Domain>>
  /** Undefined: no such offer, or nothing of it is left. */
  offer(swapId: bigint): Promise<ChainAnswer<Offer | undefined>>
  optionToken(token: Address): Promise<ChainAnswer<OptionToken>>
  token(token: Address): Promise<ChainAnswer<Token>>
  balance(token: Address, wallet: Address): Promise<ChainAnswer<bigint>>
  /** The amount that the swap contract may take of the wallet's tokens. */
  allowance(token: Address, wallet: Address): Promise<ChainAnswer<bigint>>
  isNonceUsed(signatory: Address, nonce: bigint): Promise<ChainAnswer<boolean>>
  /** The one other address that may sign for the wallet. */
  authorizedSigner(wallet: Address): Promise<ChainAnswer<Address | undefined>>
  /** The contract's own words, in its order; none where the bid could be settled now. REFUSED where there is no such offer. */
  check(bid: SignedBid): Promise<ChainAnswer<readonly string[]>>
  /** In units of the bidding token for one whole option token, over what has been settled so far; REFUSED before that. */
  averagePrice(swapId: bigint): Promise<ChainAnswer<bigint>>
  transaction(hash: Hash): Promise<ChainAnswer<TransactionState>>
  newestBlock(): Promise<ChainAnswer<bigint>>
  /** Says what happens from this block on, each thing once while its block stands. Returns what ends it. */
  watch(fromBlock: bigint, listener: ChainListener): () => void
}

/** The owner of a key on the chain: a vault, or a bidder before it bids. The transactions are sent, and not waited for. */
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
