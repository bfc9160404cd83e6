/**
 * Controls the demo's vault and its chain. `{"order": "SELL", "underlying": "ETH", "kind": "CALL", "strike": 4000, "expires_at": …, "quantity": 50,
 * "min_bid": 1, "min_price": "20000000000000000"}` makes the vault offer options and returns `swap_id`. `{"order": "SETTLE", "swap_id": …, "bids":
 * […]}` makes it settle bids as the wire shows them and returns `transaction_id`. `{"order": "CHAIN_FAULT", "fault": "REVERT"}`, `"REPLACE"` or
 * `"REORGANISE"` makes that fault happen next. `{"order": "REMOVE_BLOCKS", "blocks": 6}` removes the newest blocks, whose transactions are pending
 * again. `{"order": "FACTS"}` returns the addresses.
 */
import type { Address, SignedBid } from '@parley/chain'
import type { AuctionMarket, ForSale } from '../evm/auction-market.ts'
import type { ChainFault } from '../evm/chain-faults.ts'

type Body = Readonly<Record<string, unknown>>
type Answered = { readonly status: number; readonly body?: object }

const CHAIN_FAULTS: readonly ChainFault[] = ['REVERT', 'REPLACE', 'REORGANISE']
/** The chain keeps the state of a few more. */
const REMOVED_MOST = 20
const INVALID: Answered = { status: 400 }

export async function controlAuctions(auctions: AuctionMarket, body: Body): Promise<Answered> {
  switch (body['order']) {
    case 'FACTS':
      return { status: 200, body: auctions.place }
    case 'SELL': {
      const option = readForSale(body)
      return option === undefined ? INVALID : { status: 200, body: { swap_id: Number(await auctions.sell(option)) } }
    }
    case 'SETTLE': {
      const [swapId, bids] = [body['swap_id'], readBids(body['bids'])]
      if (typeof swapId !== 'number' || bids === undefined) return INVALID
      const sent = await auctions.vault.settleOffer(BigInt(swapId), bids)
      return sent.outcome === 'DONE'
        ? { status: 200, body: { transaction_id: sent.value } }
        : { status: 409, body: { reason: sent.reason } }
    }
    case 'CHAIN_FAULT': {
      const fault = CHAIN_FAULTS.find((each) => each === body['fault'])
      if (fault === undefined) return INVALID
      auctions.node.expect(fault)
      return { status: 204 }
    }
    case 'REMOVE_BLOCKS': {
      const blocks = body['blocks']
      if (typeof blocks !== 'number' || !Number.isInteger(blocks) || blocks < 1 || blocks > REMOVED_MOST) return INVALID
      for (let removed = 0; removed < blocks; removed += 1) await auctions.node.reorganise()
      return { status: 204 }
    }
    default:
      return INVALID
  }
}

function readForSale(body: Body): ForSale | undefined {
  const { underlying, kind, strike, quantity, expires_at: expiresAt, min_bid: minBid, min_price: minPrice } = body
  if ((underlying !== 'BTC' && underlying !== 'ETH') || (kind !== 'CALL' && kind !== 'PUT')) return undefined
  if (typeof strike !== 'number' || typeof quantity !== 'number' || typeof expiresAt !== 'number' || typeof minBid !== 'number')
    return undefined
  if (typeof minPrice !== 'string' || !/^\d{1,30}$/.test(minPrice)) return undefined
  return { underlying, kind, strike, quantity, expiresAt, minBid, minPrice: BigInt(minPrice) }
}

const readBids = (value: unknown): readonly SignedBid[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const bids = value.map(readBid)
  return bids.every((bid) => bid !== undefined) ? bids : undefined
}

function readBid(value: unknown): SignedBid | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const row = value as Body
  const whole = (name: string): bigint | undefined => (/^\d{1,78}$/.test(String(row[name])) ? BigInt(String(row[name])) : undefined)
  const address = (name: string): Address | undefined =>
    /^0x[0-9a-fA-F]{40}$/.test(String(row[name])) ? (row[name] as Address) : undefined
  const [swapId, nonce, sellAmount, buyAmount] = [whole('swap_id'), whole('nonce'), whole('sell_amount'), whole('buy_amount')]
  const [signerWallet, referrer] = [address('signer_wallet'), address('referrer')]
  if (swapId === undefined || nonce === undefined || sellAmount === undefined || buyAmount === undefined) return undefined
  if (signerWallet === undefined || referrer === undefined) return undefined
  const signature: `0x${string}` = `0x${String(row['signature']).replace(/^0x/, '')}`
  return { swapId, nonce, signerWallet, sellAmount, buyAmount, referrer, signature }
}
