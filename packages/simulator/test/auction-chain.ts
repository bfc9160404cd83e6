/** A chain for one test, with one vault, one bidder, and a call and a put to sell. Mined on demand, so that the test controls what is pending. */
import { createEvmChain, type Address, type Chain, type Wallet } from '@parley/chain'
import { CALL_EXPIRY_SECONDS, createChainWork, NOBODY, WHOLE, type ChainHarness, type ChainWork } from '@parley/chain/compliance'
import { createWallet } from '@parley/chain/wallet'
import { createDeployer, type Deployer } from '../src/evm/deploy.ts'
import type { Hex } from '../src/evm/machine.ts'
import { createChainSimulator, type ChainSimulator } from '../src/evm/simulator.ts'

export { NOBODY, WHOLE }
export const keyOf = (digits: string): Hex => `0x${digits.repeat(32)}`

export type AuctionChain = ChainWork & {
  readonly node: ChainSimulator
  readonly chain: Chain
  readonly deployer: Deployer
  readonly vault: Wallet
  readonly bidder: Wallet
  readonly usdc: Address
  readonly weth: Address
  readonly call: Address
  readonly put: Address
  walletOf(key: string): Wallet
}

/** Every call sent to the node, and every transaction. */
const ASKED = ['eth_call', 'eth_blockNumber', 'eth_getTransactionByHash', 'eth_estimateGas']

/** The embedded chain over its socket, for the compliance suite of all chains. */
export async function openChainHarness(): Promise<ChainHarness> {
  const { node, ...world } = await openAuctionChain()
  return {
    ...world,
    mine: () => node.mine(),
    reorganise: () => node.reorganise(),
    async whileSilent(work) {
      for (const method of ASKED) node.faults.order({ method, fault: { kind: 'DISCONNECT_BEFORE' } })
      try {
        return await work()
      } finally {
        node.faults.clear()
      }
    },
    close: () => node.close(),
  }
}

export async function openAuctionChain(): Promise<AuctionChain> {
  const node = await createChainSimulator({ mining: 'BY_HAND' })
  const deployer = createDeployer(node, keyOf('33'))
  const swap = await deployer.swap(0n)
  const usdc = await deployer.token({ symbol: 'USDC', decimals: 6 })
  const weth = await deployer.token({ symbol: 'WETH', decimals: 18 })
  await deployer.priceFeed(swap, weth, 3_000n * WHOLE)
  const option = { underlying: weth, strikeCurrency: usdc, strike: 3_500n * WHOLE, expirySeconds: CALL_EXPIRY_SECONDS }
  const call = await deployer.option({ ...option, symbol: 'oWETH-3500C', collateral: weth, kind: 'CALL' })
  const put = await deployer.option({ ...option, symbol: 'oWETH-3500P', collateral: usdc, kind: 'PUT' })
  const { url, chainId } = node
  const chain = createEvmChain({ url, chainId, swap, pollMs: 5 })
  const walletOf = (key: string): Wallet => createWallet({ url, chainId, swap, privateKey: keyOf(key) })
  const [vault, bidder] = [walletOf('44'), walletOf('11')]
  const work = createChainWork({ chain, vault, bidder, usdc, call, mine: () => node.mine() })
  const { done } = work
  for (const token of [call, put]) {
    await deployer.mint(token, vault.address, 1_000n * WHOLE)
    await done(vault.approve(token, 1_000n * WHOLE))
  }
  await deployer.mint(usdc, bidder.address, 1_000_000_000n)
  await done(bidder.approve(usdc, 1_000_000_000n))
  return { ...{ node, chain, deployer, vault, bidder, usdc, weth, call, put, walletOf }, ...work }
}
