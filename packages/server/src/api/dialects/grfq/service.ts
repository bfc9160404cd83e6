/** The calls of the order book in the published format. */
import { createRfqs, type RfqNeeds } from '../../../rfq/service.ts'
import { createRepeatedAnswer } from '../../../shards/repeated-answer.ts'
import { createBookingCalls } from './booking-calls.ts'
import { createCancelCalls } from './cancel-calls.ts'
import { createMarketReads } from './market-reads.ts'
import { createOrderCalls } from './order-calls.ts'
import { createOrderReads } from './order-reads.ts'
import { createRfqCalls } from './rfq-calls.ts'
import { createGrfqSnapshots } from './snapshots.ts'
import { createTradeReads } from './trade-reads.ts'

export type GrfqService = ReturnType<typeof createGrfqService>

export function createGrfqService(needs: RfqNeeds) {
  const rfqs = createRfqs('ORDER_BOOK', needs)
  const { store } = rfqs
  return {
    ...createRfqCalls(rfqs),
    ...createOrderCalls(rfqs, createRepeatedAnswer(needs.engine)),
    ...createCancelCalls(rfqs),
    ...createBookingCalls(rfqs),
    ...createMarketReads(store, needs.marketData),
    ...createOrderReads(store),
    ...createTradeReads(store),
    snapshots: createGrfqSnapshots(store),
    facts: rfqs.facts,
  }
}
