/** The simulated chain behaves like every chain. Otherwise tests of auctions would prove nothing. */
import { CALL_EXPIRY_SECONDS, chainCompliance, WHOLE, type ChainHarness } from '@parley/chain/compliance'
import { createPaperChain, O_TOKEN, USDC, WETH } from './paper-chain.ts'

chainCompliance('The chain on paper', async (): Promise<ChainHarness> => {
  const chain = createPaperChain(CALL_EXPIRY_SECONDS, 3_500n)
  const [vault, bidder] = [chain.walletOf('44'), chain.walletOf('11')]
  chain.fund(vault.address, 1_000n * WHOLE, 1_000n * WHOLE, O_TOKEN)
  chain.fund(bidder.address, 1_000_000_000n)
  return {
    ...{ chain, vault, bidder, usdc: USDC, weth: WETH, call: O_TOKEN },
    walletOf: (digits) => chain.walletOf(digits),
    mine: async () => chain.mine(),
    reorganise: async () => chain.reorganise(),
    async whileSilent(work) {
      chain.isSilent = true
      try {
        return await work()
      } finally {
        chain.isSilent = false
      }
    },
    close: async () => undefined,
  }
})
