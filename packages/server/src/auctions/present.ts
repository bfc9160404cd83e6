/** Auctions, bids and trades in the format of the API. Callers must first check with visibility.ts of core who may read a bid. */
import type { AuctionView, BidPricingView, BidSignatureView, VaultBidView, VaultTradeView } from '@parley/contracts'
import {
  bidInWords,
  bidTypes,
  decideBy,
  describeOption,
  formatOptions,
  formatStrike,
  formatUnits,
  isKnownToVault,
  outcomeOf,
  outcomeOfTrade,
  phaseOf,
  ranked,
  settledBids,
  signatureLife,
  type Address,
  type Auction,
  type BidFields,
  type BidTrade,
  type DeskId,
  type Instant,
  type PlacedBid,
  type SwapDomain,
} from '@parley/core'
import { statusOf } from './store.ts'

export const presentDomain = ({ name, version, chainId, verifyingContract }: SwapDomain) => ({
  contract_name: name,
  version,
  chain_id: Number(chainId),
  verifying_contract: verifyingContract,
})

export function presentAuction(auction: Auction, now: Instant): AuctionView {
  const { option, token } = auction
  return {
    id: auction.id,
    venue: 'RBN',
    status: statusOf(auction, now),
    outcome: outcomeOf(auction, now) ?? null,
    vault: auction.seller,
    description: describeOption(auction),
    domain: presentDomain(auction.domain),
    swap_id: Number(auction.swapId),
    option: {
      address: option.address,
      underlying: option.underlying,
      collateral: option.collateral,
      kind: option.kind,
      strike: formatStrike(option.strike),
      expires_at: option.expiresAt,
    },
    bidding_token: token,
    quantity: formatOptions(auction.quantity),
    min_price: formatUnits(auction.leastPrice, token.decimals),
    min_bid_size: formatOptions(auction.leastSize),
    awards: auction.awards,
    created_at: auction.createdAt,
    starts_at: auction.startsAt,
    ends_at: auction.endsAt,
    decide_by: decideBy(auction),
    result: phaseOf(auction, now) === 'ENDED' ? presentResult(auction) : null,
  }
}

/** Only contains what has settled, which is public on the chain. */
function presentResult(auction: Auction): NonNullable<AuctionView['result']> {
  const { decimals } = auction.token
  const settled = settledBids(auction)
  const bought = settled.reduce((sum, { buyAmount }) => sum + buyAmount, 0n)
  const paid = settled.reduce((sum, { price, buyAmount }) => sum + price * buyAmount, 0n)
  const prices = settled.map(({ price }) => price)
  const lowest = prices.reduce((least, price) => (price < least ? price : least), prices[0] ?? 0n)
  return {
    clearing_price: settled.length === 0 ? null : formatUnits(lowest, decimals),
    average_price: settled.length === 0 ? null : formatUnits(paid / bought, decimals),
    quantity: formatOptions(bought),
    transaction_ids: [...auction.trades.values()].flatMap((trade) =>
      outcomeOfTrade(trade) === 'COMPLETED' && trade.transaction !== undefined ? [trade.transaction] : [],
    ),
  }
}

const presentFields = (fields: BidFields) => ({
  swap_id: Number(fields.swapId),
  nonce: String(fields.nonce),
  signer_wallet: fields.signerWallet,
  sell_amount: String(fields.sellAmount),
  buy_amount: String(fields.buyAmount),
  referrer: fields.referrer,
})

export type Pricing = {
  readonly account: string
  readonly price: bigint
  readonly isDelegated: boolean
  readonly signatory: Address
  readonly fields: BidFields
  /** The open bid of the desk. */
  readonly replaced: PlacedBid | undefined
}

export function presentPricing(auction: Auction, { account, price, isDelegated, signatory, fields, replaced }: Pricing): BidPricingView {
  const { name, version, chainId, verifyingContract } = auction.domain
  return {
    ...presentFields(fields),
    account,
    price: formatUnits(price, auction.token.decimals),
    quantity: formatOptions(fields.buyAmount),
    use_delegated_wallet: isDelegated,
    signatory,
    typed_data: {
      domain: { name, version, chainId: Number(chainId), verifyingContract },
      types: Object.fromEntries(Object.entries(bidTypes).map(([type, members]) => [type, members.map((member) => ({ ...member }))])),
      primaryType: 'Bid',
      message: {
        swapId: String(fields.swapId),
        nonce: String(fields.nonce),
        signerWallet: fields.signerWallet,
        sellAmount: String(fields.sellAmount),
        buyAmount: String(fields.buyAmount),
        referrer: fields.referrer,
      },
    },
    in_words: [...bidInWords(auction, fields, replaced)],
  }
}

export function presentBid(auction: Auction, bid: PlacedBid, reader: DeskId): VaultBidView {
  const isOwn = bid.desk === reader
  const trade = [...auction.trades.values()].find((each) => each.bid === bid.id)
  const places = isOwn ? [] : ranked([...auction.bids.values()].filter(({ state }) => state !== 'CANCELED'))
  return {
    id: bid.id,
    rfq_id: auction.id,
    status: bid.state === 'OPEN' ? 'OPEN' : 'CLOSED',
    state: bid.state,
    account: isOwn ? bid.account : null,
    maker: null,
    price: formatUnits(bid.price, auction.token.decimals),
    quantity: formatOptions(bid.buyAmount),
    ...presentFields(bid),
    signature: bid.signature,
    created: bid.at,
    created_at: bid.at,
    expires_at: auction.endsAt,
    closed_at: bid.closedAt ?? null,
    place: isOwn ? null : places.findIndex(({ id }) => id === bid.id) + 1,
    trade_id: trade?.id ?? null,
  }
}

/** `words` are the error codes of the contract's own check; undefined if the offer is sold or gone. */
export const presentSignature = (
  auction: Auction,
  bid: PlacedBid,
  words: readonly string[] | undefined,
  now: Instant,
): BidSignatureView => ({
  id: bid.id,
  nonce: String(bid.nonce),
  signatory: bid.signatory,
  life: signatureLife(words),
  contract_words: [...(words ?? [])],
  is_known_to_vault: isKnownToVault(auction, bid, now),
})

/** The number of blocks after a settlement, as far as it is known. */
export type Depth = { readonly newestBlock: bigint | undefined; readonly needed: number }

export function presentTrade(auction: Auction, trade: BidTrade, reader: DeskId, { newestBlock, needed }: Depth): VaultTradeView {
  const bid = auction.bids.get(trade.bid)!
  const isSwapped = trade.state === 'MINED' || trade.state === 'CONFIRMED'
  const known = isSwapped && trade.block !== undefined && newestBlock !== undefined ? Number(newestBlock) - trade.block + 1 : 0
  return {
    id: trade.id,
    rfq_id: auction.id,
    quote_id: bid.id,
    order_id: trade.id,
    client_order_id: auction.seller === reader ? (trade.clientOrderId ?? null) : null,
    status: outcomeOfTrade(trade),
    settlement: trade.state,
    is_own_auction: auction.seller === reader,
    description: describeOption(auction),
    price: formatUnits(bid.price, auction.token.decimals),
    quantity: formatOptions(bid.buyAmount),
    sell_amount: String(bid.sellAmount),
    buy_amount: String(bid.buyAmount),
    signer_wallet: bid.signerWallet,
    transaction_id: trade.transaction ?? null,
    block: trade.block ?? null,
    confirmations: Math.max(known, trade.state === 'CONFIRMED' ? needed : 0),
    confirmations_needed: needed,
    error: trade.error ?? null,
    created_at: trade.at,
    settled_at: trade.settledAt ?? null,
  }
}
