/** The calls of direct RFQs in the published format. */
import { isRefusal, type BaseCurrency, type Instant, type Rfq, type RfqId, type Structure, type VenueCode } from '@parley/core'
import type { Caller } from '../../../calls/route.ts'
import { createRfqs, type RfqNeeds } from '../../../rfq/service.ts'
import { createRepeatedAnswer } from '../../../shards/repeated-answer.ts'
import { createBookingCalls } from './booking-calls.ts'
import { createCancelCalls } from './cancel-calls.ts'
import { SNAPSHOT_RFQS } from './limits.ts'
import { createOrderCalls } from './order-calls.ts'
import { createDrfqReads } from './reads.ts'
import { createRfqCalls } from './rfq-calls.ts'
import { createVenueQuoteCalls } from './venue-quote-calls.ts'
import { createDrfqSnapshots } from './snapshots.ts'

export type VisibleRfq = {
  readonly id: RfqId
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  readonly expiresAt: Instant
}
export type DrfqService = ReturnType<typeof createDrfqService>

export function createDrfqService(needs: RfqNeeds) {
  const rfqs = createRfqs('DIRECT', needs)
  const { store } = rfqs
  const rfqCalls = createRfqCalls(rfqs)
  return {
    needs: rfqs.needs,
    ...rfqCalls,
    ...createOrderCalls(rfqs, createRepeatedAnswer(needs.engine)),
    ...createCancelCalls(rfqs),
    ...createBookingCalls(rfqs),
    ...createVenueQuoteCalls(rfqs, rfqCalls.visibleRfq, { venueQuotes: needs.venueQuotes, now: needs.now }),
    ...createDrfqReads(store, rfqCalls.visibleRfq, needs.marketData),
    snapshots: createDrfqSnapshots(store),
    /** The open RFQs that the caller may see, for the screen prices of all of them. */
    async openRfqsFor({ desk }: Caller): Promise<readonly VisibleRfq[]> {
      const { items } = await store.rfqs(desk, { states: ['OPEN'] }, { size: SNAPSHOT_RFQS })
      return items.map(visible)
    },
    /** The structure of an RFQ that the caller may see, for the venue's screen prices. */
    async rfqLegsFor(caller: Caller, rfqId: string): Promise<VisibleRfq | undefined> {
      const rfq = await rfqCalls.visibleRfq(caller, rfqId)
      return isRefusal(rfq) ? undefined : visible(rfq)
    },
  }
}

const visible = ({ id, venue, baseCurrency, structure, expiresAt, createdAt }: Rfq): VisibleRfq => ({
  id,
  venue,
  baseCurrency,
  structure,
  expiresAt: expiresAt ?? createdAt,
})
