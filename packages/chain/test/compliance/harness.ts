/** A chain under test: a vault with options to sell, a bidder with money for them, and the hand on its blocks. */
import type { Address, Bid, Chain, ChainAnswer, Hash, OfferTerms, SignedBid, Wallet } from '../../src/port.ts'

/** Mined by hand, so that what waits is what the suite let wait. Its swap contract takes no fees. */
export type ChainHarness = {
  readonly chain: Chain
  /** It has 1,000 of the call and of nothing else, and the contract may take them. */
  readonly vault: Wallet
  /** It has 1,000 USDC, and the contract may take them. */
  readonly bidder: Wallet
  readonly usdc: Address
  readonly weth: Address
  /** On WETH, struck at 3,500 USD, and expiring at `CALL_EXPIRY_SECONDS`. */
  readonly call: Address
  /** Of the key of these two digits; it has nothing. */
  walletOf(digits: string): Wallet
  /** A block of everything that waits. */
  mine(): Promise<void>
  /** Takes the newest block back; what stood in it waits again. */
  reorganise(): Promise<void>
  /** Nothing answers while the work lasts. */
  whileSilent<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const NOBODY: Address = '0x0000000000000000000000000000000000000000'
export const WHOLE = 100_000_000n
export const CALL_EXPIRY_SECONDS = 1_800_000_000n
export const DOMAIN = { name: 'RIBBON SWAP', version: '1', chainId: 31_337n } as const

/** Acts on the chain, of which most wait until they are mined. */
export type ChainWork = {
  /** 100 calls of at least 0.1 each, for at least 3 USDC. */
  readonly terms: OfferTerms
  /** Throws where the chain does not answer. */
  value<T>(answer: Promise<ChainAnswer<T>>): Promise<T>
  /** The transaction is mined, and its hash the answer. Throws where the chain refuses it. */
  done(sent: Promise<ChainAnswer<Hash>>): Promise<Hash>
  /** The number of the new offer. */
  offer(terms?: Partial<OfferTerms>): Promise<bigint>
  /** One call for 3 USDC, unless said, signed by the bidder. */
  bid(members: Partial<Bid> & { readonly swapId: bigint }, by?: Wallet): Promise<SignedBid>
}
type Worked = Pick<ChainHarness, 'chain' | 'vault' | 'bidder' | 'usdc' | 'call' | 'mine'>

export function createChainWork({ chain, vault, bidder, usdc, call, mine }: Worked): ChainWork {
  const terms: OfferTerms = { oToken: call, biddingToken: usdc, minPrice: 3_000_000n, minBidSize: WHOLE / 10n, totalSize: 100n * WHOLE }
  const value: ChainWork['value'] = async (answer) => {
    const found = await answer
    if (found.outcome !== 'DONE') throw new Error(found.reason)
    return found.value
  }
  const done: ChainWork['done'] = async (sent) => {
    const hash = await value(sent)
    await mine()
    return hash
  }
  return {
    ...{ terms, value, done },
    async offer(changed = {}) {
      const made = await value(chain.transaction(await done(vault.createOffer({ ...terms, ...changed }))))
      if (made.state !== 'MINED') throw new Error(`the offer is ${made.state}`)
      return made.offers[0]!
    },
    bid: ({ swapId, ...members }, by = bidder) =>
      by.sign(
        { ...DOMAIN, verifyingContract: chain.swap },
        { swapId, nonce: 1n, signerWallet: bidder.address, sellAmount: 3_000_000n, buyAmount: WHOLE, referrer: NOBODY, ...members },
      ),
  }
}

/** The harness of a suite, and its acts, once it is open. */
export type ChainWorld = ChainHarness & ChainWork & { freshNonce(): bigint }
