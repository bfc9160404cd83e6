/** A vault's auction of ten options, bidders with wallets, and a chain that agrees with everything. */
import type { Auction, AuctionEvent, AuctionId, BidId, BidTradeId } from '../src/auctions/auction.ts'
import type { Address, SwapDomain } from '../src/auctions/bid-signature.ts'
import { bidDigest } from '../src/auctions/bid-signature.ts'
import { sellAmountOf } from '../src/auctions/amounts.ts'
import { placeBid, type AskedBid, type BidReading } from '../src/auctions/bids.ts'
import { evolve } from '../src/auctions/evolve.ts'
import { openAuction, type AskedAuction, type OfferReading } from '../src/auctions/open.ts'
import type { DeskId, Instant, UserId } from '../src/ids.ts'
import { isRefusal, type Refusal } from '../src/refusal.ts'

export const NOON = 1_800_000_000_000 as Instant
export const END = (NOON + 60_000) as Instant
export const WEEK = 7 * 86_400_000
export const OPTION = 100_000_000n
export const NOBODY: Address = `0x${'0'.repeat(40)}`
export const VAULT = 'VAUL' as DeskId
export const [KEST, LARK, MERL] = ['KEST', 'LARK', 'MERL'] as [DeskId, DeskId, DeskId]

export const walletOf = (desk: string): Address => `0x${Buffer.from(desk).toString('hex').padStart(40, '0')}`

export const domain: SwapDomain = {
  name: 'RIBBON SWAP',
  version: '1',
  chainId: 31_337n,
  verifyingContract: '0xEb8CAB2F4663247db8eAfb556F498c861bB4e161',
}

export const asked: AskedAuction = {
  id: 1 as AuctionId,
  seller: VAULT,
  domain: { chainId: domain.chainId, verifyingContract: domain.verifyingContract },
  swapId: 7n,
  quantity: undefined,
  awards: 'ONE',
  startsAt: undefined,
  endsAt: END,
}

export const reading: OfferReading = {
  domain,
  offer: {
    seller: walletOf(VAULT),
    option: {
      address: walletOf('oToken'),
      underlying: 'ETH',
      collateral: 'WETH',
      kind: 'CALL',
      strike: 4_000n * OPTION,
      expiresAt: (NOON + WEEK) as Instant,
    },
    token: { address: walletOf('USDC'), symbol: 'USDC', decimals: 6 },
    leastPrice: 1_000_000n,
    leastSize: OPTION,
    availableSize: 10n * OPTION,
  },
  wallets: [walletOf(VAULT)],
  referrer: NOBODY,
  ofSameOffer: 0,
  ofSameVault: 0,
}

export const agreed = (answer: readonly AuctionEvent[] | Refusal): readonly AuctionEvent[] => {
  if (isRefusal(answer)) throw new Error(answer.message)
  return answer
}

export const after = (auction: Auction | undefined, events: readonly AuctionEvent[]): Auction => events.reduce(evolve, auction as Auction)

export const open = (more: Partial<AskedAuction> = {}): Auction =>
  after(undefined, agreed(openAuction({ ...asked, ...more }, reading, NOON)))

export type Offered = { readonly price?: bigint; readonly options?: bigint; readonly nonce?: bigint }

/** A bid of the desk with an invalid signature; the reading contains the signer. */
export function bidOf(desk: DeskId, id: number, { price = 2_000_000n, options = 10n, nonce = BigInt(id) }: Offered = {}): AskedBid {
  const buyAmount = options * OPTION
  const fields = {
    ...{ swapId: 7n, nonce, signerWallet: walletOf(desk), sellAmount: sellAmountOf(price, buyAmount), buyAmount, referrer: NOBODY },
  }
  const signed = { digest: bidDigest(domain, fields), signature: '00'.repeat(65) }
  const owner = { desk, user: `u_${desk}` as UserId, via: `k_${desk}`, account: 'wallet', wallet: walletOf(desk) }
  return { ...fields, ...signed, ...owner, id: id as BidId, price }
}

export const chainOf = (desk: DeskId, more: Partial<BidReading> = {}): BidReading => ({
  signatory: walletOf(desk),
  delegate: undefined,
  isNonceUsed: false,
  isNonceKnown: false,
  availableSize: 10n * OPTION,
  leastSize: OPTION,
  leastPrice: 1_000_000n,
  allowance: 10n ** 18n,
  balance: 10n ** 18n,
  ...more,
})

export const bid = (auction: Auction, desk: DeskId, id: number, offered: Offered = {}, at = NOON): Auction =>
  after(auction, agreed(placeBid(auction, bidOf(desk, id, offered), chainOf(desk), at)))

export const idOf = (id: number): BidId => id as BidId
export const tradeOf = (id: number): BidTradeId => id as BidTradeId
export const codeOf = (answer: readonly AuctionEvent[] | Refusal): string =>
  isRefusal(answer) ? `${answer.refused} ${answer.rule}` : answer.map(({ kind }) => kind).join()
