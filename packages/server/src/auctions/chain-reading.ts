/** Reads the chain for the rules. If the chain does not respond, the call fails with a clear message and nothing is changed. */
import type { Chain, ChainAnswer, SignedBid } from '@parley/chain'
import type { Address, AskedAuction, AuctionedOption, AuctionedToken, BidFields, Instant, OfferReading, SwapDomain } from '@parley/core'
import { isSameAddress } from '@parley/core'
import { fault } from '../calls/fault.ts'
import { Faulted } from '../calls/route.ts'

export type AuctionChain = {
  readonly chain: Chain
  /** A settlement is final after this many blocks, including its own. */
  readonly confirmations: number
  readonly referrer: Address
  /** Contains `{hash}`. */
  readonly transactionUrl: string | null
  readonly isSimulated: boolean
  /**
   * Set for a chain that restarts with each start of the demo (decision 0043). Earlier settlements were on another chain, and this one does not
   * contain them.
   */
  readonly beganAnewAt?: number
}

const RETRY_MS = 2_000

export const silent = (reason: string): Faulted =>
  new Faulted(fault('ChainSilent', `The chain is not responding: ${reason}. Try again in a few seconds.`, { retryAfterMs: RETRY_MS }))

/** The value, or a fault with the reason why there is none. */
export async function asked<T>(answer: Promise<ChainAnswer<T>>): Promise<T> {
  const found = await answer
  if (found.outcome === 'DONE') return found.value
  throw silent(found.reason.replace(/\.$/, ''))
}

export const signed = (bid: BidFields, signature: string): SignedBid => ({
  swapId: bid.swapId,
  nonce: bid.nonce,
  signerWallet: bid.signerWallet,
  sellAmount: bid.sellAmount,
  buyAmount: bid.buyAmount,
  referrer: bid.referrer,
  signature: `0x${signature.replace(/^0x/, '')}`,
})

type Offered = Pick<OfferReading, 'domain' | 'offer'>

/** Reads nothing of an offer at a different contract. */
export async function readOffer(chain: Chain, { domain, swapId }: Pick<AskedAuction, 'domain' | 'swapId'>): Promise<Offered> {
  const known: SwapDomain = await asked(chain.domain())
  const isElsewhere = domain.chainId !== known.chainId || !isSameAddress(domain.verifyingContract, known.verifyingContract)
  const offer = isElsewhere ? undefined : await asked(chain.offer(swapId))
  if (offer === undefined) return { domain: known, offer: undefined }
  const [option, token] = await Promise.all([readOption(chain, offer.oToken), readToken(chain, offer.biddingToken)])
  const { seller, minPrice: leastPrice, minBidSize: leastSize, availableSize } = offer
  return { domain: known, offer: { seller, option, token, leastPrice, leastSize, availableSize } }
}

async function readOption(chain: Chain, address: Address): Promise<AuctionedOption> {
  const { underlying, collateral, strike, expirySeconds, kind } = await asked(chain.optionToken(address))
  const [of, by] = await Promise.all([asked(chain.token(underlying)), asked(chain.token(collateral))])
  return {
    address,
    underlying: plainName(of.symbol),
    collateral: by.symbol,
    kind,
    strike: strike.value,
    expiresAt: (Number(expirySeconds) * 1_000) as Instant,
  }
}

/** A wrapped coin is shown under its original name. */
const plainName = (symbol: string): string => symbol.replace(/^W(?=(BTC|ETH|AVAX)$)/, '')

async function readToken(chain: Chain, address: Address): Promise<AuctionedToken> {
  const { symbol, decimals } = await asked(chain.token(address))
  return { address, symbol, decimals }
}
