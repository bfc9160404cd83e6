/**
 * The demo's embedded chain with everything that an auction needs: the swap contract, tokens to pay with, options to sell, a vault, and wallets for
 * the bidders. Nothing on it has any value. It starts from scratch each time, with the same addresses and new offer numbers (decision 0043).
 */
import { createHash } from 'node:crypto'
import { createEvmChain, type Address, type Chain, type ChainAnswer, type Wallet } from '@parley/chain'
import { createWallet } from '@parley/chain/wallet'
import { createDeployer, type Deployer } from './deploy.ts'
import type { Hex } from './machine.ts'
import { createChainSimulator, type ChainSimulator, type ChainSimulatorOptions } from './simulator.ts'

export type Underlying = 'BTC' | 'ETH'
export type ForSale = {
  readonly underlying: Underlying
  readonly kind: 'CALL' | 'PUT'
  /** In USD. */
  readonly strike: number
  /** In ms. */
  readonly expiresAt: number
  /** In whole options, like the two below. */
  readonly quantity: number
  readonly minBid: number
  /** In units of the bidding token. */
  readonly minPrice: bigint
}
/** The address of the chain, for a server that reads it. */
export type ChainPlace = {
  readonly url: string
  readonly chainId: string
  readonly swap: Address
  /** The wallet of the selling vault. */
  readonly vault: Address
  /** A second one. */
  readonly secondVault: Address
}
/** The tokens in which bids are paid. */
export const BIDDING_TOKENS = ['WBTC', 'WETH', 'USDC'] as const

export interface AuctionMarket {
  readonly place: ChainPlace
  readonly node: ChainSimulator
  readonly chain: Chain
  readonly vault: Wallet
  readonly secondVault: Wallet
  /** Calls are paid for in their underlying and puts in USDC, as vaults do. */
  biddingTokenOf(underlying: Underlying, kind: 'CALL' | 'PUT'): { readonly address: Address; readonly decimals: number }
  /** The wallet of a key, with tokens of every kind and an unlimited allowance for the swap contract. */
  fund(privateKey: Hex): Promise<Wallet>
  /** The vault writes options and offers them. Returns the number of the offer. */
  sell(option: ForSale, seller?: Wallet): Promise<bigint>
  setPrice(underlying: Underlying, usd: number): Promise<void>
  close(): Promise<void>
}

type Coin = { readonly token: Address; readonly decimals: number; readonly feed: Address }

const WHOLE = 100_000_000n
/** In whole tokens. */
const FUNDS = { BTC: 1_000n, ETH: 20_000n, USDC: 50_000_000n } as const
const DECIMALS = { BTC: 8, ETH: 18, USDC: 6 } as const
const FIRST_PRICE = { BTC: 90_000, ETH: 3_000 } as const
const EVERYTHING = 2n ** 256n - 1n
/** Offers of this start are numbered from the seconds since then, because offers are less frequent than one a second. */
const FIRST_DAY = Date.UTC(2026, 0, 1)

const keyOf = (who: string): Hex => `0x${createHash('sha256').update(`parley demo ${who}`).digest('hex')}`

const scaled = (value: number): bigint => BigInt(Math.round(value * Number(WHOLE)))

async function valueOf<T>(answer: Promise<ChainAnswer<T>>): Promise<T> {
  const found = await answer
  if (found.outcome !== 'DONE') throw new Error(found.reason)
  return found.value
}

export async function openAuctionMarket(options: ChainSimulatorOptions): Promise<AuctionMarket> {
  const node = await createChainSimulator(options)
  const { url, chainId } = node
  const deployer = createDeployer(node, keyOf('deployer'))
  const swap = await deployer.swap(BigInt(Math.floor(((options.now ?? Date.now)() - FIRST_DAY) / 1_000)))
  const usdc = await deployer.token({ symbol: 'USDC', decimals: DECIMALS.USDC })
  const openCoin = async (underlying: Underlying): Promise<Coin> => {
    const decimals = DECIMALS[underlying]
    const token = await deployer.token({ symbol: `W${underlying}`, decimals })
    return { token, decimals, feed: await deployer.priceFeed(swap, token, scaled(FIRST_PRICE[underlying])) }
  }
  const coins: Readonly<Record<Underlying, Coin>> = { BTC: await openCoin('BTC'), ETH: await openCoin('ETH') }
  const chain = createEvmChain({ url, chainId, swap })
  const walletOf = (privateKey: Hex): Wallet => createWallet({ url, chainId, swap, privateKey })
  const [vault, secondVault] = [walletOf(keyOf('vault')), walletOf(keyOf('second vault'))]
  const biddingTokenOf: AuctionMarket['biddingTokenOf'] = (underlying, kind) =>
    kind === 'PUT' ? { address: usdc, decimals: DECIMALS.USDC } : { address: coins[underlying].token, decimals: coins[underlying].decimals }
  const sell = createSelling({ node, chain, deployer, coins, usdc, biddingTokenOf })
  return {
    ...{ node, chain, vault, secondVault, biddingTokenOf },
    place: { url, chainId: String(chainId), swap, vault: vault.address, secondVault: secondVault.address },
    fund: async (privateKey) => {
      const wallet = walletOf(privateKey)
      const purses = [
        [coins.BTC.token, FUNDS.BTC, DECIMALS.BTC] as const,
        [coins.ETH.token, FUNDS.ETH, DECIMALS.ETH] as const,
        [usdc, FUNDS.USDC, DECIMALS.USDC] as const,
      ]
      for (const [token, whole, decimals] of purses) {
        await deployer.mint(token, wallet.address, whole * 10n ** BigInt(decimals))
        await valueOf(wallet.approve(token, EVERYTHING))
      }
      await node.mine()
      return wallet
    },
    sell: (option, seller = vault) => sell(option, seller),
    setPrice: (underlying, usd) => deployer.setPrice(coins[underlying].feed, scaled(usd)),
    close: () => node.close(),
  }
}

type SellingParts = Pick<AuctionMarket, 'node' | 'chain' | 'biddingTokenOf'> & {
  readonly deployer: Deployer
  readonly coins: Readonly<Record<Underlying, Coin>>
  readonly usdc: Address
}

/** Options are written and offered one after the other, because the numbers of the deployer's transactions follow each other. */
function createSelling({
  node,
  chain,
  deployer,
  coins,
  usdc,
  biddingTokenOf,
}: SellingParts): (option: ForSale, seller: Wallet) => Promise<bigint> {
  const made = new Map<string, Address>()
  const approved = new Set<string>()
  let selling: Promise<unknown> = Promise.resolve()

  const optionOf = async ({ underlying, kind, strike, expiresAt }: ForSale): Promise<Address> => {
    const day = new Date(expiresAt).toISOString().slice(0, 10)
    const symbol = `oW${underlying}-${day}-${strike}${kind[0]!}`
    const known = made.get(symbol)
    if (known !== undefined) return known
    const { token } = coins[underlying]
    const terms = { symbol, underlying: token, collateral: kind === 'CALL' ? token : usdc, strikeCurrency: usdc, kind }
    const option = await deployer.option({ ...terms, strike: scaled(strike), expirySeconds: BigInt(Math.floor(expiresAt / 1_000)) })
    made.set(symbol, option)
    return option
  }
  const approve = async (option: Address, seller: Wallet): Promise<void> => {
    const name = `${option} ${seller.address}`
    if (approved.has(name)) return
    await valueOf(seller.approve(option, EVERYTHING))
    await node.mine()
    approved.add(name)
  }
  const offer = async (option: ForSale, seller: Wallet): Promise<bigint> => {
    const oToken = await optionOf(option)
    await approve(oToken, seller)
    const totalSize = scaled(option.quantity)
    await deployer.mint(oToken, seller.address, totalSize)
    const biddingToken = biddingTokenOf(option.underlying, option.kind).address
    const terms = { oToken, biddingToken, minPrice: option.minPrice, minBidSize: scaled(option.minBid), totalSize }
    const hash = await valueOf(seller.createOffer(terms))
    await node.mine()
    const state = await valueOf(chain.transaction(hash))
    if (state.state !== 'MINED') throw new Error(`the offer was not made: ${state.state}`)
    return state.offers[0]!
  }
  return (option, seller) => {
    const sold = selling.then(() => offer(option, seller))
    selling = sold.catch(() => undefined)
    return sold
  }
}
