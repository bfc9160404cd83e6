/** Any EVM chain over JSON-RPC: Ethereum, Avalanche, or the embedded one. */
import { hexToString } from 'viem/utils'
import { optionTokenAbi, swapAbi, tokenAbi } from './abi.ts'
import { contractBid } from './bid-encoding.ts'
import { createContractReader } from './contract-reader.ts'
import { askQuantity, createJsonRpc, refused, type JsonRpc, type JsonRpcOptions } from './json-rpc.ts'
import { readQuantity } from './node-answers.ts'
import type { Address, Chain, ChainAnswer, Domain, Offer, OptionToken, Token } from './port.ts'
import { createTransactionReader } from './transactions.ts'
import { watchSwaps } from './watch.ts'

export type EvmChainOptions = JsonRpcOptions & {
  readonly chainId: bigint
  /** The contract that settles. If it is behind a proxy, the address of the proxy. */
  readonly swap: Address
  /** The interval between two reads of the newest block. */
  readonly pollMs?: number
}

/** A block of Ethereum takes 12 seconds, one of the fastest chains one or two. */
const POLL_MS = 3_000
/** The address that a contract returns for none. */
const zeroAddress: Address = '0x0000000000000000000000000000000000000000'
const NAME = 'RIBBON SWAP'
const VERSION = '1'

const map = <T, U>(answer: ChainAnswer<T>, to: (value: T) => U): ChainAnswer<U> =>
  answer.outcome === 'DONE' ? { outcome: 'DONE', value: to(answer.value) } : answer

/** Calls go only to the chain with the given id. */
function onChain(rpc: JsonRpc, chainId: bigint): JsonRpc {
  let isRight = false
  return {
    call: async (method, parameters) => {
      if (!isRight) {
        const answer = await rpc.call('eth_chainId', [])
        if (answer.outcome !== 'DONE') return answer
        const found = readQuantity(answer.value)
        if (found !== chainId) return refused(`The endpoint is for chain ${found ?? 'unknown'}; chain ${chainId} was expected.`)
        isRight = true
      }
      return rpc.call(method, parameters)
    },
  }
}

export function openEvmChain({ chainId, swap, pollMs = POLL_MS, ...node }: EvmChainOptions): Chain {
  const rpc = onChain(createJsonRpc(node), chainId)
  const read = createContractReader(rpc)
  const newestBlock = (): Promise<ChainAnswer<bigint>> => askQuantity(rpc, 'eth_blockNumber', [])
  const token = async (address: Address): Promise<ChainAnswer<Token>> => {
    const symbol = await read(address, tokenAbi, 'symbol', [])
    const decimals = await read(address, tokenAbi, 'decimals', [])
    if (symbol.outcome !== 'DONE') return symbol
    return map(decimals, (value) => ({ symbol: symbol.value, decimals: value }))
  }
  return {
    chainId,
    swap,
    newestBlock,
    domain: async () => map(await newestBlock(), (): Domain => ({ name: NAME, version: VERSION, chainId, verifyingContract: swap })),
    offer: async (swapId) => map(await read(swap, swapAbi, 'swapOffers', [swapId]), offerOf),
    token,
    optionToken: async (address) => {
      const plain = await token(address)
      if (plain.outcome !== 'DONE') return plain
      return map(await read(address, optionTokenAbi, 'getOtokenDetails', []), (details) => optionTokenOf(details, plain.value))
    },
    balance: (address, wallet) => read(address, tokenAbi, 'balanceOf', [wallet]),
    allowance: (address, wallet) => read(address, tokenAbi, 'allowance', [wallet, swap]),
    isNonceUsed: (signatory, nonce) => read(swap, swapAbi, 'nonceUsed', [signatory, nonce]),
    authorizedSigner: async (wallet) =>
      map(await read(swap, swapAbi, 'authorized', [wallet]), (signer) => (signer === zeroAddress ? undefined : signer)),
    check: async (bid) =>
      map(await read(swap, swapAbi, 'check', [contractBid(bid)]), ([count, words]) =>
        words.slice(0, Number(count)).map((word) => hexToString(word, { size: 32 })),
      ),
    averagePrice: (swapId) => read(swap, swapAbi, 'averagePriceForOffer', [swapId]),
    transaction: createTransactionReader(rpc, swap),
    watch: (fromBlock, listener) => watchSwaps({ rpc, swap, pollMs }, fromBlock, listener),
  }
}

type OfferRow = readonly [Address, Address, bigint, Address, bigint, bigint, bigint, bigint]

function offerOf([seller, oToken, minPrice, biddingToken, minBidSize, totalSize, availableSize]: OfferRow): Offer | undefined {
  return seller === zeroAddress ? undefined : { seller, oToken, minPrice, biddingToken, minBidSize, totalSize, availableSize }
}

type DetailsRow = readonly [Address, Address, Address, bigint, bigint, boolean]

const optionTokenOf = ([collateral, underlying, , strike, expirySeconds, isPut]: DetailsRow, { symbol, decimals }: Token): OptionToken => ({
  ...{ underlying, collateral, expirySeconds, symbol, decimals },
  strike: { value: strike, decimals: 8 },
  kind: isPut ? 'PUT' : 'CALL',
})
