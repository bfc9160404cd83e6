/** One shard's direct RFQs: a venue and a base currency. The engine owns one value of this and is the only one to change it. */
import type { DirectRfq, DirectRfqCommand, DirectRfqEvent } from './direct-rfq.ts'
import type { Instant, OrderId, RfqId } from '../ids.ts'

/** Cancels what one desk, or one key of it, has open in the shard; a desk-wide action is this command sent to every shard. */
export type CancelEverything = {
  readonly kind: 'CancelEverything'
  readonly actor: { readonly desk: string; readonly via?: string }
  readonly what: 'ORDERS' | 'ORDERS_AND_RFQS'
  readonly rfqId?: RfqId
}

export type DirectMarketCommand = DirectRfqCommand | CancelEverything
export type DirectMarketEvent = DirectRfqEvent

export type DirectMarket = {
  /** DRAFT and OPEN requests; closed ones leave with their last event. */
  readonly rfqs: Map<RfqId, DirectRfq>
  /** Where an open order is. */
  readonly orders: Map<OrderId, RfqId>
  /** Time priority counter. */
  nextPriority: number
  /** Expiries, soonest first; entries of requests that have closed are skipped. */
  readonly expiries: { readonly at: Instant; readonly id: RfqId }[]
}
