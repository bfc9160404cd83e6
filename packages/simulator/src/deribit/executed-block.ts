/** An executed block as the venue stores it. */
import type { BlockTrade } from './block-checks.ts'

export type ExecutedLeg = BlockTrade & {
  readonly tradeId: string
  readonly tradeSeq: number
  readonly markPrice: number
  readonly indexPrice: number
  readonly iv?: number
  readonly underlyingPrice?: number
  /** Absent if they are the scheduled fees. */
  readonly fees?: { readonly maker: number; readonly taker: number }
}

/** Each party sees its own view of this. */
export type ExecutedBlock = {
  readonly id: string
  readonly timestamp: number
  readonly nonce: string
  readonly requestTimestamp: number
  /** These are user names; so is the taker. */
  readonly maker: string
  readonly taker: string
  readonly legs: readonly ExecutedLeg[]
  /** Set if the block comes from the venue's own block RFQ. */
  readonly blockRfqId?: number
}
