/** The demo's chain as the product is connected to it. */
import { createEvmChain } from '@parley/chain'
import type { AuctionChain } from '@parley/server'
import type { ChainPlace } from '../evm/auction-market.ts'

/** Blocks come every two seconds, so three confirmations are quick to watch. */
export const CONFIRMATIONS = 3
const NOBODY = '0x0000000000000000000000000000000000000000'

export const auctionChainAt = ({ url, chainId, swap }: Pick<ChainPlace, 'url' | 'chainId' | 'swap'>): AuctionChain => ({
  chain: createEvmChain({ url, chainId: BigInt(chainId), swap }),
  confirmations: CONFIRMATIONS,
  referrer: NOBODY,
  transactionUrl: null,
  isSimulated: true,
})
