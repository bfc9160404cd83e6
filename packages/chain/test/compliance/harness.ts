/** A chain under test: a vault with options to sell, a bidder with money for them, and control of its blocks. */
import type { Address, Bid, Chain, ChainAnswer, Hash, OfferTerms, SignedBid, Wallet } from '../../src/port.ts'

/** Blocks are mined manually, so that only the suite decides what is pending. The swap contract takes no fees. */
export type ChainHarness = {
  readonly chain: Chain
  /** It holds 1,000 of the call and nothing else, and has approved the contract for them. */
  readonly vault: Wallet
  /** It holds 1,000 USDC, and has approved the contract for them. */
  readonly bidder: Wallet
  readonly usdc: Address
  readonly weth: Address
  /** On WETH, with a strike of 3,500 USD, and expiring at `CALL_EXPIRY_SECONDS`. */
  readonly call: Address
  /** The wallet of the key made of these two digits; it is empty. */
  walletOf(digits: string): Wallet
  /** Mines a block of everything that is pending. */
  mine(): Promise<void>
  /** Removes the newest block; its contents become pending again. */
  reorganise(): Promise<void>
  /** The chain does not respond during the work. */
  whileSilent<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const NOBODY: Address = '0x0000000000000000000000000000000000000000'
export const WHOLE = 100_000_000n
export const CALL_EXPIRY_SECONDS = 1_800_000_000n
export const DOMAIN = { name: 'RIBBON SWAP', version: '1', chainId: 31_337n } as const

/** Actions on the chain, most of which wait until they are mined. */
export type ChainWork = {
  /** 100 calls of at least 0.1 each, for at least 3 USDC. */
  readonly terms: OfferTerms
  /** Throws if the chain does not respond. */
  value<T>(answer: Promise<ChainAnswer<T>>): Promise<T>
  /** Mines the transaction, and returns its hash. Throws if the chain refuses it. */
  done(sent: Promise<ChainAnswer<Hash>>): Promise<Hash>
  /** The number of the new offer. */
  offer(terms?: Partial<OfferTerms>): Promise<bigint>
  /** One call for 3 USDC by default, signed by the bidder. */
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

/** The harness of a suite, and its actions, once it is open. */
export type ChainWorld = ChainHarness & ChainWork & { freshNonce(): bigint }
