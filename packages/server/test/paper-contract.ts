/** The simulated swap contract and its tokens: their state, and each call with the checks and errors of the published contract. */
import type { Address, Bid, Domain, Offer, OfferTerms, SignedBid, Swap } from '@parley/chain'
import { signatoryOf } from '@parley/core'

export const NOBODY: Address = '0x0000000000000000000000000000000000000000'
export const SWAP: Address = '0xEb8CAB2F4663247db8eAfb556F498c861bB4e161'
export const OPTION = 100_000_000n
const ENDLESS = 2n ** 256n - 1n
export const CHAIN_ID = 31_337n
export const DOMAIN: Domain = { name: 'RIBBON SWAP', version: '1', chainId: CHAIN_ID, verifyingContract: SWAP }

/** The complete state of the chain after a block. */
export type Holdings = {
  readonly offers: Map<bigint, Offer>
  /** For every offer, including those that are sold out. */
  readonly sales: Map<bigint, { readonly paid: bigint; readonly sold: bigint }>
  /** By token and wallet. */
  readonly balances: Map<string, bigint>
  /** For the swap contract, by token and wallet. */
  readonly allowances: Map<string, bigint>
  readonly delegates: Map<string, Address>
  /** By signatory and nonce. */
  readonly nonces: Set<string>
  readonly made: { offers: bigint }
}

export const nothing = (): Holdings => ({
  offers: new Map(),
  sales: new Map(),
  balances: new Map(),
  allowances: new Map(),
  delegates: new Map(),
  nonces: new Set(),
  made: { offers: 0n },
})

export const copyOf = ({ offers, sales, balances, allowances, delegates, nonces, made }: Holdings): Holdings => ({
  offers: new Map(offers),
  sales: new Map(sales),
  balances: new Map(balances),
  allowances: new Map(allowances),
  delegates: new Map(delegates),
  nonces: new Set(nonces),
  made: { ...made },
})

/** The contract's error. All changes of the call are reverted. */
export class Reverted extends Error {}

function must(isSo: boolean, word: string): void {
  if (!isSo) throw new Reverted(word)
}

export const keyOf = (...parts: readonly (string | bigint)[]): string => parts.join(' ').toLowerCase()
const isSame = (one: Address | undefined, other: Address): boolean => one?.toLowerCase() === other.toLowerCase()

export const signerOf = (bid: SignedBid): Address => signatoryOf(DOMAIN, bid, bid.signature) ?? NOBODY
const maySign = ({ delegates }: Holdings, signatory: Address, wallet: Address): boolean =>
  isSame(wallet, signatory) || isSame(delegates.get(keyOf(wallet)) ?? NOBODY, signatory)

/** The price of one whole option, in units of the bidding token. If nothing is bought, there is no price. */
const priceOf = ({ sellAmount, buyAmount }: Bid): bigint => (buyAmount === 0n ? 0n : (sellAmount * OPTION) / buyAmount)

export const balanceOf = ({ balances }: Holdings, token: Address, wallet: Address): bigint => balances.get(keyOf(token, wallet)) ?? 0n
export const allowanceOf = ({ allowances }: Holdings, token: Address, wallet: Address): bigint => allowances.get(keyOf(token, wallet)) ?? 0n

function pay(held: Holdings, token: Address, { from, to, amount }: { from: Address; to: Address; amount: bigint }): void {
  const allowed = allowanceOf(held, token, from)
  must(allowed >= amount, 'ERC20: insufficient allowance')
  must(balanceOf(held, token, from) >= amount, 'ERC20: transfer amount exceeds balance')
  if (allowed !== ENDLESS) held.allowances.set(keyOf(token, from), allowed - amount)
  held.balances.set(keyOf(token, from), balanceOf(held, token, from) - amount)
  held.balances.set(keyOf(token, to), balanceOf(held, token, to) + amount)
}

/** The contract's own errors for a bid, in its order. */
export function wordsFor(held: Holdings, bid: SignedBid): readonly string[] {
  const offer = held.offers.get(bid.swapId)
  must(offer !== undefined, 'Offer does not exist')
  const { minBidSize, availableSize, minPrice, biddingToken } = offer!
  const signatory = signerOf(bid)
  const words: readonly (readonly [isWrong: boolean, word: string])[] = [
    [signatory === NOBODY, 'SIGNATURE_INVALID'],
    [!maySign(held, signatory, bid.signerWallet), 'UNAUTHORIZED'],
    [held.nonces.has(keyOf(signatory, bid.nonce)), 'NONCE_ALREADY_USED'],
    [bid.buyAmount < minBidSize, 'BID_TOO_SMALL'],
    [bid.buyAmount > availableSize, 'BID_EXCEED_AVAILABLE_SIZE'],
    [priceOf(bid) < minPrice, 'PRICE_TOO_LOW'],
    [allowanceOf(held, biddingToken, bid.signerWallet) < bid.sellAmount, 'SIGNER_ALLOWANCE_LOW'],
    [balanceOf(held, biddingToken, bid.signerWallet) < bid.sellAmount, 'SIGNER_BALANCE_LOW'],
  ]
  return words.flatMap(([isWrong, word]) => (isWrong ? [word] : []))
}

export function createOffer(held: Holdings, seller: Address, terms: OfferTerms): bigint {
  const { oToken, biddingToken, minPrice, minBidSize, totalSize } = terms
  must(oToken !== NOBODY, 'oToken cannot be the zero address')
  must(biddingToken !== NOBODY, 'BiddingToken cannot be the zero address')
  must(minPrice > 0n, 'MinPrice must be larger than zero')
  must(minBidSize > 0n, 'MinBidSize must be larger than zero')
  must(minBidSize <= totalSize, 'MinBidSize exceeds total size')
  must(allowanceOf(held, oToken, seller) >= totalSize, 'Insufficient allowance')
  must(balanceOf(held, oToken, seller) >= totalSize, 'Insufficient balance')
  const id = (held.made.offers += 1n)
  held.offers.set(id, { oToken, biddingToken, minPrice, minBidSize, totalSize, seller, availableSize: totalSize })
  held.sales.set(id, { paid: 0n, sold: 0n })
  return id
}

/** Settles the bids in order, all of them or none. */
export function settleOffer(held: Holdings, sender: Address, swapId: bigint, bids: readonly SignedBid[]): readonly Swap[] {
  must(isSame(held.offers.get(swapId)?.seller, sender), "Only seller can settle or offer doesn't exist")
  const swaps = bids.map((bid) => {
    must(bid.swapId === swapId, 'Offer and bid swapId mismatched')
    return settle(held, bid)
  })
  if (held.offers.get(swapId)!.availableSize === 0n) held.offers.delete(swapId)
  return swaps
}

function settle(held: Holdings, bid: SignedBid): Swap {
  const offer = held.offers.get(bid.swapId)!
  const signatory = signerOf(bid)
  must(signatory !== NOBODY, 'SIGNATURE_INVALID')
  must(maySign(held, signatory, bid.signerWallet), 'UNAUTHORIZED')
  const nonce = keyOf(signatory, bid.nonce)
  must(!held.nonces.has(nonce), 'NONCE_ALREADY_USED')
  must(bid.buyAmount <= offer.availableSize, 'BID_EXCEED_AVAILABLE_SIZE')
  must(bid.buyAmount >= offer.minBidSize, 'BID_TOO_SMALL')
  must(priceOf(bid) >= offer.minPrice, 'PRICE_TOO_LOW')
  held.nonces.add(nonce)
  held.offers.set(bid.swapId, { ...offer, availableSize: offer.availableSize - bid.buyAmount })
  const { paid, sold } = held.sales.get(bid.swapId)!
  held.sales.set(bid.swapId, { paid: paid + bid.sellAmount, sold: sold + bid.buyAmount })
  pay(held, offer.oToken, { from: offer.seller, to: bid.signerWallet, amount: bid.buyAmount })
  pay(held, offer.biddingToken, { from: bid.signerWallet, to: offer.seller, amount: bid.sellAmount })
  const { signature: _signature, ...fields } = bid
  return { ...fields, feeAmount: 0n }
}

/** The average in units of the bidding token for one whole option, over everything settled. */
export function averageOf({ sales }: Holdings, swapId: bigint): bigint {
  const { paid, sold } = sales.get(swapId) ?? { paid: 0n, sold: 0n }
  must(sales.has(swapId), 'Offer does not exist')
  must(sold > 0n, 'Panic 18')
  return (paid * OPTION) / sold
}
