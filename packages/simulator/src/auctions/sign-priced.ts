/** Signs a bid with the key of a wallet, exactly as the pricing call returned it. */
import type { Wallet } from '@parley/chain'
import { createWallet } from '@parley/chain/wallet'
import type { BidPricingView } from '@parley/contracts'
import type { ChainPlace } from '../evm/auction-market.ts'

/** Without the 0x prefix, as on the wire. */
export async function signPriced(wallet: Pick<Wallet, 'sign'>, { typed_data: { domain, message } }: BidPricingView): Promise<string> {
  const at = { ...domain, chainId: BigInt(domain.chainId), verifyingContract: domain.verifyingContract as `0x${string}` }
  const bid = {
    swapId: BigInt(message.swapId),
    nonce: BigInt(message.nonce),
    signerWallet: message.signerWallet as `0x${string}`,
    sellAmount: BigInt(message.sellAmount),
    buyAmount: BigInt(message.buyAmount),
    referrer: message.referrer as `0x${string}`,
  }
  return (await wallet.sign(at, bid)).signature.slice(2)
}

/** The wallet of a key, for the demo's contract. */
export const walletAt = ({ url, chainId, swap }: ChainPlace, privateKey: `0x${string}`): Wallet =>
  createWallet({ url, chainId: BigInt(chainId), swap, privateKey })
