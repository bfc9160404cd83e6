/** A chain of a test's own with one vault, one bidder, and a call and a put to sell. Mined by hand, so that what waits is what the test let wait. */
import {
  createEvmChain,
  type Address,
  type Bid,
  type Chain,
  type ChainAnswer,
  type Hash,
  type OfferTerms,
  type SignedBid,
  type Wallet,
} from '@parley/chain'
import { createWallet } from '@parley/chain/wallet'
import { createDeployer, type Deployer } from '../src/evm/deploy.ts'
import type { Hex } from '../src/evm/machine.ts'
import { createChainSimulator, type ChainSimulator } from '../src/evm/simulator.ts'

export const NOBODY: Address = '0x0000000000000000000000000000000000000000'
export const WHOLE = 100_000_000n
export const keyOf = (digits: string): Hex => `0x${digits.repeat(32)}`

export type AuctionChain = {
  readonly node: ChainSimulator
  readonly chain: Chain
  readonly deployer: Deployer
  readonly vault: Wallet
  readonly bidder: Wallet
  readonly usdc: Address
  readonly weth: Address
  readonly call: Address
  readonly put: Address
  /** 100 calls of at least 0.1 each, for at least 3 USDC. */
  readonly terms: OfferTerms
  walletOf(key: string): Wallet
  /** The transaction is mined, and its hash the answer. Throws where the chain refuses it. */
  done(sent: Promise<ChainAnswer<Hash>>): Promise<Hash>
  value<T>(answer: Promise<ChainAnswer<T>>): Promise<T>
  /** The number of the new offer. */
  offer(terms?: Partial<OfferTerms>): Promise<bigint>
  bid(members: Partial<Bid> & { readonly swapId: bigint }, by?: Wallet): Promise<SignedBid>
}

export async function openAuctionChain(): Promise<AuctionChain> {
  const node = await createChainSimulator({ mining: 'BY_HAND' })
  const deployer = createDeployer(node, keyOf('33'))
  const swap = await deployer.swap(0n)
  const usdc = await deployer.token({ symbol: 'USDC', decimals: 6 })
  const weth = await deployer.token({ symbol: 'WETH', decimals: 18 })
  await deployer.priceFeed(swap, weth, 3_000n * WHOLE)
  const option = { underlying: weth, strikeCurrency: usdc, strike: 3_500n * WHOLE, expirySeconds: 1_800_000_000n }
  const call = await deployer.option({ ...option, symbol: 'oWETH-3500C', collateral: weth, kind: 'CALL' })
  const put = await deployer.option({ ...option, symbol: 'oWETH-3500P', collateral: usdc, kind: 'PUT' })
  const { url, chainId } = node
  const chain = createEvmChain({ url, chainId, swap, pollMs: 5 })
  const walletOf = (key: string): Wallet => createWallet({ url, chainId, swap, privateKey: keyOf(key) })
  const value = async <T>(answer: Promise<ChainAnswer<T>>): Promise<T> => {
    const found = await answer
    if (found.outcome !== 'DONE') throw new Error(found.reason)
    return found.value
  }
  const done = async (sent: Promise<ChainAnswer<Hash>>): Promise<Hash> => {
    const hash = await value(sent)
    await node.mine()
    return hash
  }
  const [vault, bidder] = [walletOf('44'), walletOf('11')]
  for (const token of [call, put]) {
    await deployer.mint(token, vault.address, 1_000n * WHOLE)
    await done(vault.approve(token, 1_000n * WHOLE))
  }
  await deployer.mint(usdc, bidder.address, 1_000_000_000n)
  await done(bidder.approve(usdc, 1_000_000_000n))
  const terms: OfferTerms = { oToken: call, biddingToken: usdc, minPrice: 3_000_000n, minBidSize: WHOLE / 10n, totalSize: 100n * WHOLE }
  const domain = await value(chain.domain())
  let offers = 0n
  return {
    ...{ node, chain, deployer, vault, bidder, usdc, weth, call, put, terms, walletOf, done, value },
    offer: async (changed = {}) => {
      await done(vault.createOffer({ ...terms, ...changed }))
      return ++offers
    },
    bid: ({ swapId, ...members }, by = bidder) =>
      by.sign(domain, {
        swapId,
        nonce: 1n,
        signerWallet: bidder.address,
        sellAmount: 3_000_000n,
        buyAmount: WHOLE,
        referrer: NOBODY,
        ...members,
      }),
  }
}
