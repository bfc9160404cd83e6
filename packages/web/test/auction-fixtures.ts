/** A complete auction, bid and trade in wire format. A test overrides the fields that it checks. */
import type { AuctionView, VaultBidView, VaultTradeView } from '@parley/contracts'

const ADDRESS = `0x${'a'.repeat(40)}`

export const anAuction = (about: Partial<AuctionView>): AuctionView => ({
  ...{ id: 1, venue: 'RBN', status: 'ACTIVE', outcome: null, vault: 'VLTA', description: 'ETH Call  27 Jun 27  4000', swap_id: 7 },
  domain: { contract_name: 'RIBBON SWAP', version: '1', chain_id: 31_337, verifying_contract: ADDRESS },
  option: { address: ADDRESS, underlying: 'ETH', collateral: 'WETH', kind: 'CALL', strike: '4000', expires_at: 1_814_000_000_000 },
  bidding_token: { address: ADDRESS, symbol: 'WETH', decimals: 18 },
  ...{ quantity: '50', min_price: '0.01', min_bid_size: '50', awards: 'ONE', result: null },
  ...{ created_at: 0, starts_at: 0, ends_at: 10_000, decide_by: 20_000 },
  ...about,
})

const signed = { swap_id: 7, nonce: '1', signer_wallet: ADDRESS, sell_amount: '1', buy_amount: '1', referrer: ADDRESS }

export const aBid = (about: Partial<VaultBidView>): VaultBidView => ({
  ...{ id: 1, rfq_id: 1, status: 'OPEN', state: 'OPEN', account: 'w', maker: null, price: '0.02', quantity: '50', ...signed },
  ...{ signature: '', created: 1, created_at: 1, expires_at: 10_000, closed_at: null, place: null, trade_id: null },
  ...about,
})

export const aTrade = (about: Partial<VaultTradeView>): VaultTradeView => ({
  ...{ id: 1, rfq_id: 1, quote_id: 1, order_id: 1, client_order_id: null, status: 'PENDING', settlement: 'AWAITED', is_own_auction: false },
  ...{ description: 'ETH Call  27 Jun 27  4000', price: '0.02', quantity: '50', sell_amount: '1', buy_amount: '1', signer_wallet: ADDRESS },
  ...{ transaction_id: null, block: null, confirmations: 0, confirmations_needed: 3, error: null, created_at: 1, settled_at: null },
  ...about,
})
