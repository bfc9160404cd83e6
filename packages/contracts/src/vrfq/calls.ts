/** Vault auctions under /v1/vrfq: a bidder's calls, and those of the vault that sells. */
import { z } from 'zod'
import { call } from '../call.ts'
import { limits } from '../limits.ts'
import { DecimalIn, MomentIn, page, pageQuery, periodQuery, Text, TokenDecimalIn, Words } from '../wire-types.ts'
import {
  Address,
  AmountIn,
  Auction,
  Bid,
  BidderWallet,
  BidPricing,
  BidReceipt,
  BidSignature,
  BidTrade,
  ChainFacts,
  PricingReceipt,
  TransactionHash,
  VaultBook,
  VaultVenue,
  WholeIn,
} from './entities.ts'

const BASE = '/v1/vrfq'
const id = z.object({ id: WholeIn })
const account = Text(64).min(1).meta({ description: "The name of one of your desk's wallets under venue accounts." })

export const getChain = call({
  method: 'GET',
  path: `${BASE}/chain/`,
  summary: 'The chain on which auctions settle, and how many confirmations a settlement needs.',
  who: 'member',
  answer: ChainFacts,
  refusals: ['AuctionsNotOffered'],
})
export const listAuctions = call({
  method: 'GET',
  path: `${BASE}/rfqs/`,
  summary: 'Upcoming, live and closed auctions with their results, the latest close first.',
  who: 'member',
  query: z.object({ status: Words('COMING', 'ACTIVE', 'EXPIRED'), ...pageQuery }),
  answer: page(Auction),
  refusals: ['AuctionsNotOffered'],
})
export const getAuction = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/`,
  summary: 'One auction.',
  who: 'member',
  params: id,
  answer: Auction,
  refusals: ['AuctionsNotOffered', 'NotFound'],
})
export const getBidderWallet = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/wallet/`,
  summary:
    "The current state of one of your desk's wallets on the chain: balance and allowance of the auction's bidding token, and its delegate.",
  who: 'member',
  params: id,
  query: z.object({ account }),
  answer: BidderWallet,
  refusals: ['AuctionsNotOffered', 'NotFound', 'AccountUnknown', 'ChainSilent'],
})
export const priceBid = call({
  method: 'POST',
  path: `${BASE}/rfqs/{id}/pricing/`,
  summary: 'The data to sign for a bid at a price. Nothing is stored.',
  who: 'member',
  params: id,
  body: z.object({
    account,
    price: TokenDecimalIn.meta({ description: 'In the bidding token, for one option.' }),
    quantity: DecimalIn.nullish().meta({ description: 'For an auction with several awards. The default is the whole quantity.' }),
    use_delegated_wallet: z
      .boolean()
      .default(false)
      .meta({ description: 'The signing delegate that the wallet has authorised at the contract.' }),
    nonce: AmountIn.nullish().meta({ description: 'Your own unused nonce. If you omit it, one is chosen.' }),
  }),
  answer: BidPricing,
  whenRepeated: PricingReceipt,
  refusals: [
    'AuctionsNotOffered',
    'NotFound',
    'AuctionNotRunning',
    'AccountUnknown',
    'BidUnfit',
    'BidRefusedByContract',
    'NotionalAboveLimit',
    'ApprovalRequired',
    'DelegateMissing',
    'ChainSilent',
  ],
})
export const createBid = call({
  method: 'POST',
  path: `${BASE}/rfqs/{id}/quotes/`,
  summary:
    "Place a bid: the data returned by `pricing`, with its signature. Your desk's previous bid in this auction is cancelled in the same decision. No other desk can see the bid, or that it exists, until the auction closes.",
  who: 'bidder',
  status: 201,
  params: id,
  body: z.object({
    account,
    price: TokenDecimalIn,
    quantity: DecimalIn.nullish().meta({ description: 'If given, it must equal `buy_amount`.' }),
    use_delegated_wallet: z.boolean().nullish(),
    swap_id: WholeIn,
    nonce: AmountIn,
    signer_wallet: Address,
    sell_amount: AmountIn,
    buy_amount: AmountIn,
    referrer: Address,
    signature: z
      .string()
      .regex(/^(0x)?[0-9a-fA-F]{130}$/, { message: 'A signature must be 65 bytes: 130 hex digits, with or without 0x.' })
      .meta({ description: '65 bytes in hex: r, s and v, with or without 0x. A v of 0 or 1 is read as 27 or 28.' }),
  }),
  answer: Bid,
  whenRepeated: BidReceipt,
  refusals: [
    'AuctionsNotOffered',
    'NotFound',
    'AuctionNotRunning',
    'OwnDesk',
    'AccountUnknown',
    'BidUnfit',
    'BidRefusedByContract',
    'NotionalAboveLimit',
    'ApprovalRequired',
    'ChainSilent',
    'TradingIsStopped',
    'OrderClosed',
  ],
})
export const listBids = call({
  method: 'GET',
  path: `${BASE}/quotes/`,
  summary: "Your desk's own bids, newest first.",
  who: 'member',
  query: z.object({ rfq_id: WholeIn.optional(), status: Words('OPEN', 'CLOSED'), ...periodQuery }),
  answer: page(Bid),
  refusals: ['AuctionsNotOffered'],
})
export const getBid = call({
  method: 'GET',
  path: `${BASE}/quotes/{id}/`,
  summary: 'One bid with its signature: your own, or, for the vault after the close, one of its auction.',
  who: 'member',
  params: id,
  answer: Bid,
  refusals: ['AuctionsNotOffered', 'NotFound'],
})
export const getBidSignature = call({
  method: 'GET',
  path: `${BASE}/quotes/{id}/signature/`,
  summary:
    "Whether the swap contract would still settle one of your desk's own bids. A signature remains valid there after its bid was cancelled, replaced or lost.",
  who: 'member',
  params: id,
  answer: BidSignature,
  refusals: ['AuctionsNotOffered', 'OrderUnknown', 'ChainSilent'],
})
export const cancelBid = call({
  method: 'DELETE',
  path: `${BASE}/quotes/{id}/`,
  summary: 'Cancel a bid before the close. The vault never sees its signature. The nonce stays used here.',
  who: 'bidder',
  params: id,
  answer: Bid,
  whenRepeated: BidReceipt,
  refusals: ['AuctionsNotOffered', 'OrderUnknown', 'OrderClosed', 'AuctionNotRunning'],
})

export const openAuction = call({
  method: 'POST',
  path: `${BASE}/rfqs/`,
  summary: 'Open an auction for an offer that your vault has created on the swap contract, immediately or at a later time.',
  who: 'trader',
  status: 201,
  body: z.object({
    venue: VaultVenue,
    domain: z.object({
      contract_name: Text(64).optional(),
      version: Text(16).optional(),
      chain_id: WholeIn,
      verifying_contract: Address,
    }),
    swap_id: WholeIn,
    quantity: DecimalIn.nullish().meta({ description: 'If given, it must equal what is left of the offer.' }),
    awards: z.enum(['ONE', 'SEVERAL']).default('ONE'),
    starts_at: MomentIn.nullish().meta({ description: 'ms. The default is the current time.' }),
    ends_at: MomentIn.nullish().meta({ description: 'ms. The default is 15 minutes after the start.' }),
  }),
  answer: Auction,
  refusals: [
    'AuctionsNotOffered',
    'VenueNotSupported',
    'NotAVault',
    'OfferUnfit',
    'OfferAuctioned',
    'AuctionTimesInvalid',
    'ChainSilent',
    'TradingIsStopped',
  ],
})
export const cancelAuction = call({
  method: 'DELETE',
  path: `${BASE}/rfqs/{id}/`,
  summary: "Cancel your vault's auction, until the vault has accepted a bid. All bids are cancelled with it.",
  who: 'trader',
  params: id,
  answer: Auction,
  refusals: ['AuctionsNotOffered', 'NotFound', 'NotTheCreator', 'AuctionDecided'],
})
export const listAuctionBids = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/quotes/`,
  summary: "All bids of your vault's auction after the close, best first.",
  who: 'member',
  params: id,
  answer: VaultBook,
  refusals: ['AuctionsNotOffered', 'NotFound', 'NotTheCreator', 'BidsAreSealed'],
})
export const takeBid = call({
  method: 'POST',
  path: `${BASE}/rfqs/{id}/orders/`,
  summary:
    "Accept a bid of your vault's closed auction: the best open bid that the contract would settle. The response is the trade, which your transaction then settles.",
  who: 'trader',
  status: 201,
  params: id,
  body: z.object({ quote_id: WholeIn, client_order_id: z.union([Text(limits.clientOrderIdCharacters), z.number().int()]).nullish() }),
  answer: BidTrade,
  refusals: [
    'AuctionsNotOffered',
    'NotFound',
    'NotTheCreator',
    'BidsAreSealed',
    'AuctionDecided',
    'OrderUnknown',
    'OrderClosed',
    'BetterBidStands',
    'BidRefusedByContract',
    'ChainSilent',
    'TradingIsStopped',
  ],
})
export const listBidTrades = call({
  method: 'GET',
  path: `${BASE}/trades/`,
  summary: "Your desk's trades in auctions, as bidder or as vault, newest first.",
  who: 'member',
  query: z.object({ rfq_id: WholeIn.optional(), status: Words('PENDING', 'COMPLETED', 'REJECTED'), ...periodQuery }),
  answer: page(BidTrade),
  refusals: ['AuctionsNotOffered'],
})
export const getBidTrade = call({
  method: 'GET',
  path: `${BASE}/trades/{id}/`,
  summary: 'One trade of your desk.',
  who: 'member',
  params: id,
  answer: BidTrade,
  refusals: ['AuctionsNotOffered', 'NotFound'],
})

/** The vault's report, which both methods accept. */
const report = (method: 'PATCH' | 'PUT') =>
  call({
    method,
    path: `${BASE}/trades/{id}/`,
    summary:
      'Report how your vault settles a trade: COMPLETED with the transaction, which the chain then has to confirm, or REJECTED with the reason, unless the swap has already happened on the chain.',
    who: 'trader',
    effect: 'protect',
    params: id,
    body: z.object({
      status: z.enum(['COMPLETED', 'REJECTED']),
      transaction_id: TransactionHash.nullish(),
      error: Text(limits.bookingTextCharacters).nullish(),
    }),
    answer: BidTrade,
    refusals: ['AuctionsNotOffered', 'NotFound', 'NotTheCreator', 'TransactionMissing', 'TradeSettled', 'ChainSilent'],
  })
export const reportTrade = report('PATCH')
export const putTradeReport = report('PUT')
