/** Entry point for any EVM chain. The implementation, including viem, is loaded on first use, so a server without auctions never loads it. */
import type { EvmChainOptions } from './evm-chain.ts'
import type { Chain } from './port.ts'

export function createEvmChain(options: EvmChainOptions): Chain {
  let opening: Promise<Chain> | undefined
  const open = (): Promise<Chain> => (opening ??= import('./evm-chain.ts').then(({ openEvmChain }) => openEvmChain(options)))
  return {
    chainId: options.chainId,
    swap: options.swap,
    domain: async () => (await open()).domain(),
    offer: async (swapId) => (await open()).offer(swapId),
    optionToken: async (token) => (await open()).optionToken(token),
    token: async (token) => (await open()).token(token),
    balance: async (token, wallet) => (await open()).balance(token, wallet),
    allowance: async (token, wallet) => (await open()).allowance(token, wallet),
    isNonceUsed: async (signatory, nonce) => (await open()).isNonceUsed(signatory, nonce),
    authorizedSigner: async (wallet) => (await open()).authorizedSigner(wallet),
    check: async (bid) => (await open()).check(bid),
    averagePrice: async (swapId) => (await open()).averagePrice(swapId),
    transaction: async (hash) => (await open()).transaction(hash),
    newestBlock: async () => (await open()).newestBlock(),
    watch: (fromBlock, listener) => {
      let stop: (() => void) | undefined
      let isStopped = false
      void open().then((chain) => {
        if (!isStopped) stop = chain.watch(fromBlock, listener)
      })
      return () => {
        isStopped = true
        stop?.()
      }
    },
  }
}
