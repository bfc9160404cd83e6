/** Deploys the auction contracts on the embedded chain, always in the same order and with the same key, so that their addresses do not change. */
import type { Address } from '@parley/chain'
import { createSender } from '@parley/chain/wallet'
import { encodeDeployData, encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import { compiled } from './compiled.ts'
import type { Hex } from './machine.ts'
import type { ChainSimulator } from './simulator.ts'

const swapAbi = parseAbi([
  'constructor(address owner, uint256 offersBefore)',
  'function setPriceFeed(address asset, address feed)',
  'function setFee(address referrer, uint256 fee)',
])
const tokenAbi = parseAbi(['constructor(string symbol, uint8 decimals)', 'function mint(address to, uint256 amount)'])
const optionAbi = parseAbi([
  'constructor(string symbol, address collateral, address underlying, address strikeCurrency, uint256 strike, uint256 expiry, bool put)',
])
const feedAbi = parseAbi(['constructor(uint256 answer)', 'function set(uint256 answer)'])

export type PlainToken = { readonly symbol: string; readonly decimals: number }
export type OptionTerms = {
  readonly symbol: string
  readonly collateral: Address
  readonly underlying: Address
  readonly strikeCurrency: Address
  /** In USD, with 8 decimals. */
  readonly strike: bigint
  readonly expirySeconds: bigint
  readonly kind: 'CALL' | 'PUT'
}

/** Deploys contracts. If the chain refuses, the simulation has a bug, and this throws. */
export interface Deployer {
  readonly address: Address
  /** The first offer has the number after `offersBefore`. */
  swap(offersBefore: bigint): Promise<Address>
  token(token: PlainToken): Promise<Address>
  option(terms: OptionTerms): Promise<Address>
  /** In USD, with 8 decimals. */
  priceFeed(swap: Address, asset: Address, answer: bigint): Promise<Address>
  setPrice(feed: Address, answer: bigint): Promise<void>
  /** 1,000,000 is 100 %. */
  setFee(swap: Address, referrer: Address, fee: bigint): Promise<void>
  mint(token: Address, to: Address, amount: bigint): Promise<void>
}

export function createDeployer(chain: ChainSimulator, privateKey: Hex): Deployer {
  const { chainId, url } = chain
  const sender = createSender({ chainId, url, privateKey })
  const send = async (to: Address | undefined, data: Hex): Promise<Address | undefined> => {
    const sent = await sender.send(to === undefined ? { data } : { to, data })
    if (sent.outcome !== 'DONE') throw new Error(sent.reason)
    await chain.mine()
    return chain.contractMadeBy(sent.value)
  }
  const make = async (data: Hex): Promise<Address> => {
    const made = await send(undefined, data)
    if (made === undefined) throw new Error('a contract was not deployed')
    return getAddress(made)
  }
  const ask = async (to: Address, data: Hex): Promise<void> => void (await send(to, data))
  return {
    address: sender.address,
    swap: (offersBefore) => make(encodeDeployData({ abi: swapAbi, bytecode: compiled.VaultSwap, args: [sender.address, offersBefore] })),
    token: ({ symbol, decimals }) => make(encodeDeployData({ abi: tokenAbi, bytecode: compiled.Token, args: [symbol, decimals] })),
    option: ({ symbol, collateral, underlying, strikeCurrency, strike, expirySeconds, kind }) => {
      const args = [symbol, collateral, underlying, strikeCurrency, strike, expirySeconds, kind === 'PUT'] as const
      return make(encodeDeployData({ abi: optionAbi, bytecode: compiled.OptionToken, args }))
    },
    priceFeed: async (swap, asset, answer) => {
      const feed = await make(encodeDeployData({ abi: feedAbi, bytecode: compiled.PriceFeed, args: [answer] }))
      await ask(swap, encodeFunctionData({ abi: swapAbi, functionName: 'setPriceFeed', args: [asset, feed] }))
      return feed
    },
    setPrice: (feed, answer) => ask(feed, encodeFunctionData({ abi: feedAbi, functionName: 'set', args: [answer] })),
    setFee: (swap, referrer, fee) => ask(swap, encodeFunctionData({ abi: swapAbi, functionName: 'setFee', args: [referrer, fee] })),
    mint: (token, to, amount) => ask(token, encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, amount] })),
  }
}
