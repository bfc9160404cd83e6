/** The chain as the rules want to know it. A call that gets no answer from it says so, and nothing was changed. */
import type { Chain, ChainAnswer, SignedBid } from '@parley/chain'
import type { Address, AskedAuction, AuctionedOption, AuctionedToken, BidFields, Instant, OfferReading, SwapDomain } from '@parley/core'
import { isSameAddress } from '@parley/core'
import { fault } from '../calls/fault.ts'
import { Faulted } from '../calls/route.ts'

export type AuctionChain = {
  readonly chain: Chain
  /** So many blocks, its own counted, make a settlement final. */
  readonly confirmations: number
  readonly referrer: Address
  /** With `{hash}` in it. */
  readonly transactionUrl: string | null
  readonly isSimulated: boolean
  /** Of a chain that begins anew with each start of the demo (decision 0973): what settled before was on another, and nothing is known of this one. */
  readonly beganAnewAt?: number
}

const RETRY_MS = 2_000

export const silent = (reason: string): Faulted =>
  new Faulted(fault('ChainSilent', `The chain is not responding: ${reason}. Ask again in a few seconds.`, { retryAfterMs: RETRY_MS }))

/** The value, or a fault that says why there is none. */
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

/** Nothing is read of an offer at another contract. */
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

/** A coin that is wrapped for the chain is called as its own chain calls it. */
const plainName = (symbol: string): string => symbol.replace(/^W(?=(BTC|ETH|AVAX)$)/, '')

async function readToken(chain: Chain, address: Address): Promise<AuctionedToken> {
  const { symbol, decimals } = await asked(chain.token(address))
  return { address, symbol, decimals }
}
