/** Blocks as the venue stores and shows them: requests, and the offers on them. */
import { formatPrice, formatQuantity, type Side } from '@parley/core'
import type { Constraints, GivenSignature } from './block-terms.ts'
import type { Fill } from './ledger.ts'
import { viewFill } from './orders.ts'

export type BlockStatus = 'CREATED' | 'OFFER_COLLECTION' | 'EXECUTING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'

/** A trade of an offer, with figures as the strings that are shown. */
export type RowTrade = {
  readonly id: string
  readonly market: string
  readonly price: string
  readonly size: string
  readonly makerSide: Side
  readonly executedAt?: number
  readonly fills?: { readonly maker: object; readonly taker: object }
}

export type BlockRow = {
  readonly id: string
  readonly parentId: string | undefined
  readonly type: 'OFFER_BASED' | 'DIRECT'
  readonly nonce: string
  readonly initiator: string
  /** For an offer, the account that made it; for a request, the accounts that may make one. */
  readonly signers: readonly string[]
  readonly createdAt: number
  readonly expiration: number
  readonly constraints: ReadonlyMap<string, Constraints>
  readonly signatures: ReadonlyMap<string, GivenSignature>
  status: BlockStatus
  failure: string
  changedAt: number
  trades: readonly RowTrade[]
}

export const isPartyOf = ({ initiator, signers }: BlockRow, address: string): boolean => initiator === address || signers.includes(address)

export const fillsOf = ({ maker, taker }: { readonly maker: Fill; readonly taker: Fill }): RowTrade['fills'] => ({
  maker: viewFill(maker),
  taker: viewFill(taker),
})

/** Keys are the venue's field names. A request shows its constraints, and an offer its terms. */
export const viewBlock = (row: BlockRow): object => ({
  block_id: row.id,
  block_type: row.type,
  status: row.status,
  initiator: row.initiator,
  nonce: row.nonce,
  ...(row.parentId === undefined ? {} : { parent_block_id: row.parentId }),
  required_signers: row.signers,
  signatures: Object.fromEntries([...row.signatures].map(([signer, { wire }]) => [signer, wire])),
  block_expiration: row.expiration,
  created_at: row.createdAt,
  last_updated_at: row.changedAt,
  failure_reason: row.failure,
  trades: Object.fromEntries([...requestedTrades(row), ...row.trades.map((trade) => [trade.market, viewTrade(trade, row)] as const)]),
})

const requestedTrades = ({ constraints }: BlockRow): readonly (readonly [string, object])[] =>
  [...constraints].map(([market, { minPrice, maxPrice, minSize, maxSize }]) => [
    market,
    {
      market,
      trade_constraints: {
        ...{ min_price: formatPrice(minPrice), max_price: formatPrice(maxPrice) },
        ...{ min_size: formatQuantity(minSize), max_size: formatQuantity(maxSize) },
      },
    },
  ])

function viewTrade({ id, market, price, size, makerSide, executedAt, fills }: RowTrade, { signers: [maker], initiator }: BlockRow): object {
  const orderOf = (account: string | undefined, side: Side): object => ({ account, market, side, type: 'LIMIT', size, price })
  return {
    ...{ trade_id: id, market, price, size, maker_account: maker, taker_account: initiator },
    ...{ maker_order: orderOf(maker, makerSide), taker_order: orderOf(initiator, makerSide === 'BUY' ? 'SELL' : 'BUY') },
    ...(executedAt === undefined ? {} : { executed_at: executedAt }),
    ...(fills === undefined ? {} : { maker_fill: fills.maker, taker_fill: fills.taker }),
  }
}
